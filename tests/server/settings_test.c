// Settings: typed, or lines of a file; what is refused is told with its place.

#include "server/settings.h"

#include "server/limits.h"
#include "test.h"

#include <stdio.h>
#include <string.h>

static dx_settings typed(const char *ping, const char *names)
{
    const char *const words[DX_SETTINGS] = {
        [DX_SET_NAME] = names, [DX_SET_PING] = ping};
    dx_settings out;
    CHECK_EQ(dx_settings_typed(words, &out, NULL), DX_OK);
    return out;
}

static bool is_called(const dx_settings *settings, const char *name)
{
    return dx_settings_have_name(settings, name, strlen(name));
}

TEST(settings_of_a_file_go_before_those_that_were_typed)
{
    static const char text[] = "# of the host\n\n  name\tb.org,C.org \r\n"
                               "proxy 10.0.0.0/8\nproxy-header forwarded\n"
                               "exempt\npatience 7";
    dx_settings s = typed("3", "a.org");
    CHECK(is_called(&s, "A.org") && !is_called(&s, "b.org"));
    CHECK_EQ(s.patience_s, DX_PATIENCE_S);
    CHECK_EQ(dx_settings_read(text, sizeof text - 1, &s, NULL), DX_OK);
    CHECK(!is_called(&s, "a.org") && is_called(&s, "b.org"));
    CHECK(is_called(&s, "c.org") && !is_called(&s, "b.org,C.org"));
    CHECK(!is_called(&s, "") && !is_called(&s, "b.or"));
    CHECK_EQ(s.proxies.count, 1);
    CHECK_EQ(s.exempt.count, 0);
    CHECK_EQ(s.proxy_way, DX_PROXY_FORWARDED);
    CHECK_EQ(s.ping_s, 3); // as typed
    CHECK_EQ(s.patience_s, 7);
}

TEST(settings_that_make_no_sense_are_refused_with_their_place)
{
    static const struct {
        const char *text;
        unsigned line, column;
        const char *words;
    } cases[] = {
        {"exempt ::1\n  port 80\n", 2, 3, "all else is an option"},
        {"# x\nping  abc\n", 2, 7, "ping: expected a whole number from 1"},
        {"ping 31", 1, 6, "to 30"},
        {"ping", 1, 5, "ping: expected a whole number"},
        {"patience 0", 1, 10, "from 1 to 20"},
        {"\nexempt 1.2.3\n", 2, 8, "exempt: expected addresses"},
        {"proxy ::1\nproxy-header x", 2, 14, "for the PROXY protocol"},
        {"proxy-header proxy\n", 1, 1, "of whom?"},
        {"name a\nname b\n", 2, 1, "said in line 1 already"},
        {"--ping 3\n", 1, 1, "expected name, proxy,"},
        {"name=a\n", 1, 1, "expected name, proxy,"},
        {"name a.org, b.org\n", 1, 6, "not ' b.org'"},
        {"\nname a.org:80\n", 2, 6, "no blanks, ports"},
        {"name https://a.org\n", 1, 6, "not 'https://a.org'"},
        {"name a.org,,b.org\n", 1, 6, "not ',b.org'"},
        {"name [::1\n", 1, 6, "not '[::1'"},
        {"name *\n", 1, 6, "not '*'"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        dx_settings s = typed(NULL, NULL);
        dx_error error = {.message = ""};
        CHECK_EQ(
            dx_settings_read(cases[i].text, strlen(cases[i].text), &s, &error),
            DX_ERR_INPUT);
        CHECK_EQ(error.line, cases[i].line);
        CHECK_EQ(error.column, cases[i].column);
        CHECK_THAT(strstr(error.message, cases[i].words) != NULL, "%s",
                   error.message);
    }
}

TEST(settings_are_lines_of_text_of_a_bounded_length)
{
    char text[3000];
    dx_settings s = typed(NULL, NULL);
    CHECK_EQ(dx_settings_read("name a\0b\n", 9, &s, NULL), DX_ERR_INPUT);
    memset(text, 'a', sizeof text);
    CHECK_EQ(dx_settings_read(text, sizeof text, &s, NULL), DX_ERR_INPUT);
    memcpy(text, "name ", 5);
    CHECK_EQ(dx_settings_read(text, 5 + DX_SETTING_MAX, &s, NULL),
             DX_ERR_INPUT);
    CHECK_EQ(dx_settings_read(text, 4 + DX_SETTING_MAX, &s, NULL), DX_OK);
    CHECK_EQ(strlen(s.names), DX_SETTING_MAX - 1);
}
