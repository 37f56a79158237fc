// Any bytes are a request, or refused; the reply is JSON and the session goes
// on.

#include "door/door.h"
#include "base/memory.h"

#include <jansson.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    dx_session *session =
        dx_session_new(&(dx_session_limits){.steps_max = 1000});
    const char *at = (const char *)data;
    // One request a line, so that what one opens the next can ask about.
    for (size_t from = 0, i = 0; i <= size; i++) {
        if (i < size && at[i] != '\n')
            continue;
        dx_text reply = {0};
        (void)dx_session_answer(session, at + from, i - from, &reply);
        json_t *read = json_loadb(reply.at, reply.length, 0, NULL);
        DX_REQUIRE(json_is_object(read), "a reply is an object");
        json_decref(read);
        dx_text_release(&reply);
        from = i + 1;
    }
    dx_session_free(session);
    return 0;
}
