// Any bytes that a proxy might send before a request, or in its headers, are an
// address or none, those of a caller a tag or none, and a list that the host
// types is one or refused.

#include "server/address.h"
#include "base/memory.h"
#include "server/web.h"

#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static const dx_address none;
    dx_ranges proxies, typed;
    dx_error error = {.message = ""};
    dx_address list = none, forwarded = none, line = none;
    const char *text = (const char *)data;
    char word[200] = "";
    if (dx_ranges_read("10.0.0.0/8,::1", "--proxy", &proxies, &error) != DX_OK)
        return 1;
    bool is_list = dx_forwarded_list(text, size, &proxies, &list);
    bool is_forwarded = dx_forwarded(text, size, &proxies, &forwarded);
    size_t bytes = dx_proxy_line(data, size, &line);
    DX_REQUIRE(is_list || memcmp(&list, &none, sizeof none) == 0,
               "nothing is told where there is nothing");
    DX_REQUIRE(is_forwarded || memcmp(&forwarded, &none, sizeof none) == 0,
               "nothing is told where there is nothing");
    DX_REQUIRE(bytes <= size && bytes <= DX_PROXY_LINE_MAX,
               "no more than there is");
    DX_REQUIRE(dx_address_key(&list) != 0, "a key is never 0");
    memcpy(word, text, size < sizeof word ? size : sizeof word - 1);
    dx_web *web = dx_alloc(1, sizeof *web);
    memcpy(web->tags, word, sizeof web->tags);
    bool has = dx_web_has(web, size);
    dx_web_tag_write(size, web->tags);
    DX_REQUIRE(dx_web_has(web, size), "what is written is read");
    DX_REQUIRE(!has || size >= 1, "nothing is in nothing");
    dx_web_free(web);
    if (dx_ranges_read(word, "--proxy", &typed, &error) == DX_OK)
        dx_ranges_have(&typed, &list);
    else
        DX_REQUIRE(error.message[0] != '\0', "an error that says what");
    return 0;
}
