// Any text is refused with a sentence, or read as something that can play.

#include "agents/gofish/train.h"
#include "base/memory.h"

#include <stdint.h>
#include <stdlib.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    char *text = dx_copy_text_part((const char *)data, size);
    dx_gofish_learnt *learnt = NULL;
    dx_error error = {.message = ""};
    dx_status status = dx_gofish_learnt_read(text, "learnt", &learnt, &error);
    if ((status == DX_OK) != (learnt != NULL) ||
        (status != DX_OK && error.message[0] == '\0'))
        abort();
    dx_gofish_learnt_free(learnt);
    dx_free(text);
    return 0;
}
