// Numbers as a person reads them: a fraction that is short, per cent without
// decimals, many as a power of ten; "certain" and "impossible" only of what is
// exact.

#include "words/number.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

void dx_fraction_words(dx_fraction value, dx_text *out)
{
    if (value.over == 1)
        dx_text_printf(out, "%" PRId64, (int64_t)value.top);
    else if (value.over > 12 && 100 % value.over == 0)
        dx_text_printf(out, "%" PRId64 " %%",
                       (int64_t)(value.top * (100 / value.over)));
    else
        dx_text_printf(out, "%" PRId64 "/%" PRId64, (int64_t)value.top,
                       (int64_t)value.over);
}

static dx_percent percent(double value)
{
    dx_percent out = {"under 1 %"};
    if (value > 0.99)
        out = (dx_percent){"over 99 %"};
    else if (value >= 0.01)
        snprintf(out.text, sizeof out.text, "%.0f %%", value * 100);
    return out;
}

void dx_percent_words(double value, dx_text *out)
{
    dx_text_add(out, percent(value).text);
}

dx_percent dx_percent_of(double value)
{
    return value <= 0   ? (dx_percent){"0 %"}
           : value >= 1 ? (dx_percent){"100 %"}
                        : percent(value);
}

void dx_chance_words(dx_fraction value, bool exact, dx_text *out)
{
    if (exact && value.top == 0)
        dx_text_add(out, "impossible");
    else if (exact && value.top == value.over)
        dx_text_add(out, "certain");
    else if (exact && value.over <= 12)
        dx_fraction_words(value, out);
    else
        dx_percent_words((double)value.top / (double)value.over, out);
}

static void add_with_commas(uint64_t count, dx_text *out)
{
    if (count >= 1000) {
        add_with_commas(count / 1000, out);
        dx_text_printf(out, ",%03u", (unsigned)(count % 1000));
    } else {
        dx_text_printf(out, "%u", (unsigned)count);
    }
}

void dx_chance_listed(const char *fraction, double value, dx_text *out)
{
    enum { READABLE = 9 };
    bool is_long = strlen(fraction) > READABLE;
    dx_text_printf(out, "%s%s", is_long ? "" : fraction, is_long ? "" : " (");
    dx_percent_words(value, out);
    dx_text_add(out, is_long ? "" : ")");
}

void dx_count_words(double count, dx_text *out)
{
    if (count < 999999.5) {
        add_with_commas((uint64_t)(count + 0.5), out);
    } else if (count < 999.95e6) {
        bool is_whole = fmod(count, 1e6) == 0;
        dx_text_printf(out, "%.*f million", is_whole ? 0 : 1, count / 1e6);
    } else {
        int power = (int)floor(log10(count));
        double head = count / pow(10, power);
        if (head >= 9.95) {
            head = 1;
            power++;
        }
        dx_text_printf(out, "%.1f x 10^%d", head, power);
    }
}

dx_many dx_many_of(double count)
{
    dx_many out;
    dx_text words = {0};
    dx_count_words(count, &words);
    snprintf(out.text, sizeof out.text, "%s", dx_text_string(&words));
    dx_text_release(&words);
    return out;
}

dx_value_word dx_value_word_of(const dx_rules *rules, const char *type,
                               unsigned value, dx_word_form form)
{
    dx_value_word out;
    dx_text word = {0};
    dx_value_say_as(rules, type, value, form, &word);
    snprintf(out.text, sizeof out.text, "%s", dx_text_string(&word));
    dx_text_release(&word);
    return out;
}

void dx_evidence_words(double factor, dx_text *out)
{
    if (factor == 0)
        dx_text_add(out, "impossible");
    else if (factor > 0.95 && factor < 1.05)
        dx_text_add(out, "just as likely");
    else if (factor >= 1.75 && factor < 2.5)
        dx_text_add(out, "twice as likely");
    else if (factor >= 2.5)
        dx_text_printf(out, "%.0f times likelier", factor);
    else if (factor > 1)
        dx_text_add(out, "a little likelier");
    else if (factor <= 0.4)
        dx_text_printf(out, "%.0f times less likely", 1 / factor);
    else if (factor <= 0.57)
        dx_text_add(out, "half as likely");
    else
        dx_text_add(out, "a little less likely");
}
