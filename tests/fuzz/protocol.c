// Any bytes from a bot are a reply or refused; nothing else happens.

#include "agents/protocol.h"
#include "base/text.h"

#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    dx_reply reply;
    dx_error error = {.message = ""};
    dx_text out = {0};
    if (dx_reply_read((const char *)data, size, &reply, &error) == DX_OK) {
        DX_REQUIRE(reply.seq <= DX_SEQ_MAX, "a seq that JSON keeps");
        DX_REQUIRE(memchr(reply.move, '\0', sizeof reply.move) != NULL &&
                       memchr(reply.name, '\0', sizeof reply.name) != NULL &&
                       memchr(reply.text, '\0', sizeof reply.text) != NULL,
                   "texts that end");
        dx_message_error("illegal", reply.seq, reply.move, &out);
    } else {
        DX_REQUIRE(error.message[0] != '\0', "an error that says what");
        dx_message_error("garbage", 0, error.message, &out);
    }
    dx_text_release(&out);
    return 0;
}
