// Any bytes of a file of settings are settings, or refused with a place that is
// in the file.

#include "server/settings.h"

#include "server/limits.h"

#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static const char *const nothing[DX_SETTINGS];
    const char *text = (const char *)data;
    dx_settings settings;
    dx_error error = {.message = ""};
    unsigned lines = 1;
    if (dx_settings_typed(nothing, &settings, &error) != DX_OK)
        return 1;
    for (size_t i = 0; i < size; i++)
        lines += text[i] == '\n';
    if (dx_settings_read(text, size, &settings, &error) != DX_OK) {
        DX_REQUIRE(error.message[0] != '\0' && error.line >= 1 &&
                       error.line <= lines && error.column >= 1,
                   "an error that says what and where");
        return 0;
    }
    DX_REQUIRE(settings.ping_s >= 1 && settings.ping_s <= DX_PING_S &&
                   settings.patience_s >= 1 &&
                   settings.patience_s <= DX_PATIENCE_S &&
                   strlen(settings.names) < DX_SETTING_MAX,
               "what is taken is within the limits");
    dx_settings_have_name(&settings, text, size);
    return 0;
}
