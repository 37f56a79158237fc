// Four pictures on one kind of axis, whose ticks are at one, two or five times
// a power of ten.  Coordinates are rounded to a tenth of a pixel, so that pages
// stay small and have the same bytes everywhere.

#include "lab/svg.h"

#include <math.h>

enum { WIDTH = 720, LEFT = 220, RIGHT = 20, ROW = 24, TICKS = 6 };

void dx_html_add(dx_text *out, const char *string)
{
    dx_text shown = {0};
    dx_text_add_shown(&shown, string);
    for (const char *text = dx_text_string(&shown); *text != '\0'; text++) {
        if (*text == '<')
            dx_text_add(out, "&lt;");
        else if (*text == '>')
            dx_text_add(out, "&gt;");
        else if (*text == '&')
            dx_text_add(out, "&amp;");
        else if (*text == '"')
            dx_text_add(out, "&quot;");
        else
            dx_text_add_char(out, *text);
    }
    dx_text_release(&shown);
}

// An axis from low to high, with ticks at round numbers.
typedef struct axis {
    double low, high, step;
    double from, to; // in pixels
} axis;

static axis make_axis(double low, double high, double from, double to)
{
    if (high - low < 1e-9) {
        low -= 0.5;
        high += 0.5;
    }
    double rough = (high - low) / TICKS;
    double power = pow(10, floor(log10(rough)));
    double part = rough / power;
    double step = power * (part <= 1 ? 1 : part <= 2 ? 2 : part <= 5 ? 5 : 10);
    return (axis){floor(low / step) * step, ceil(high / step) * step, step,
                  from, to};
}

static double at(const axis *a, double value)
{
    return a->from + (value - a->low) / (a->high - a->low) * (a->to - a->from);
}

static void open_svg(dx_text *out, unsigned height, const char *title)
{
    dx_text_printf(out,
                   "<svg viewBox=\"0 0 %d %u\" role=\"img\" width=\"%d\" "
                   "aria-label=\"%s\">\n",
                   WIDTH, height, WIDTH, title);
}

static void line(dx_text *out, const char *class, double x1, double y1,
                 double x2, double y2)
{
    dx_text_printf(out,
                   "<line class=\"%s\" x1=\"%.1f\" y1=\"%.1f\" x2=\"%.1f\" "
                   "y2=\"%.1f\"/>\n",
                   class, x1, y1, x2, y2);
}

// Ticks along the bottom at height `y`, with lines up to `top`.
static void draw_x_axis(dx_text *out, const axis *a, double top, double y)
{
    unsigned ticks = (unsigned)lround((a->high - a->low) / a->step);
    for (unsigned i = 0; i <= ticks; i++) {
        double value = a->low + i * a->step;
        if (fabs(value) < a->step * 1e-6)
            value = 0;
        line(out, "axis", at(a, value), top, at(a, value), y);
        dx_text_printf(out,
                       "<text x=\"%.1f\" y=\"%.1f\" "
                       "text-anchor=\"middle\">%.6g</text>\n",
                       at(a, value), y + 14, value);
    }
}

static void draw_y_axis(dx_text *out, const axis *a, double left, double right)
{
    unsigned ticks = (unsigned)lround((a->high - a->low) / a->step);
    for (unsigned i = 0; i <= ticks; i++) {
        double value = a->low + i * a->step;
        if (fabs(value) < a->step * 1e-6)
            value = 0;
        line(out, "axis", left, at(a, value), right, at(a, value));
        dx_text_printf(out,
                       "<text x=\"%.1f\" y=\"%.1f\" "
                       "text-anchor=\"end\">%.6g</text>\n",
                       left - 6, at(a, value) + 4, value);
    }
}

void dx_svg_intervals(const dx_svg_row *rows, unsigned count, bool zero,
                      dx_text *out)
{
    double low = zero ? 0 : INFINITY, high = zero ? 0 : -INFINITY;
    for (unsigned i = 0; i < count; i++) {
        low = fmin(low, rows[i].low);
        high = fmax(high, rows[i].high);
    }
    if (count == 0)
        return;
    axis a = make_axis(low, high, LEFT, WIDTH - RIGHT);
    unsigned bottom = 8 + ROW * count;
    open_svg(out, bottom + 24, "means with their 95 % intervals");
    draw_x_axis(out, &a, 4, bottom);
    if (zero)
        line(out, "mark", at(&a, 0), 4, at(&a, 0), bottom);
    for (unsigned i = 0; i < count; i++) {
        double y = 8 + ROW * (i + 0.5);
        dx_text_printf(out, "<text x=\"%d\" y=\"%.1f\" text-anchor=\"end\">",
                       LEFT - 10, y + 4);
        dx_html_add(out, rows[i].name);
        dx_text_add(out, "</text>\n");
        line(out, "mark", at(&a, rows[i].low), y, at(&a, rows[i].high), y);
        dx_text_printf(out,
                       "<circle class=\"dot\" cx=\"%.1f\" cy=\"%.1f\" "
                       "r=\"4\"/>\n",
                       at(&a, rows[i].value), y);
    }
    dx_text_add(out, "</svg>\n");
}

void dx_svg_bars(const unsigned *counts, unsigned count, int low, dx_text *out)
{
    enum { HEIGHT = 160, TOP = 8, BOTTOM = 130, START = 60 };
    unsigned most = 1;
    for (unsigned i = 0; i < count; i++)
        most = counts[i] > most ? counts[i] : most;
    double wide = (double)(WIDTH - START - RIGHT) / count;
    axis y = make_axis(0, most, BOTTOM, TOP);
    open_svg(out, HEIGHT, "how often each score occurred");
    draw_y_axis(out, &y, START, WIDTH - RIGHT);
    for (unsigned i = 0; i < count; i++) {
        double x = START + wide * i, top = at(&y, counts[i]);
        dx_text_printf(out,
                       "<rect class=\"bar\" x=\"%.1f\" y=\"%.1f\" "
                       "width=\"%.1f\" height=\"%.1f\"><title>%d: "
                       "%u game%s</title></rect>\n",
                       x + wide * 0.1, top, wide * 0.8, BOTTOM - top,
                       low + (int)i, counts[i], dx_plural(counts[i]));
        if (count <= 30 || i % ((count + 29) / 30) == 0)
            dx_text_printf(out,
                           "<text x=\"%.1f\" y=\"%d\" "
                           "text-anchor=\"middle\">%d</text>\n",
                           x + wide / 2, BOTTOM + 16, low + (int)i);
    }
    dx_text_add(out, "</svg>\n");
}

void dx_svg_curve(const dx_svg_point *points, unsigned count, dx_text *out)
{
    enum { HEIGHT = 220, TOP = 8, BOTTOM = 190, START = 60 };
    if (count < 2)
        return;
    // The first points are wild; the scale is that of the later half.
    double low = 0, high = 0;
    for (unsigned i = count / 2; i < count; i++) {
        low = fmin(low, points[i].value - points[i].half);
        high = fmax(high, points[i].value + points[i].half);
    }
    axis x = make_axis(0, points[count - 1].x, START, WIDTH - RIGHT);
    axis y = make_axis(low, high, BOTTOM, TOP);
    open_svg(out, HEIGHT, "the mean difference as deals come in");
    draw_x_axis(out, &x, TOP, BOTTOM);
    draw_y_axis(out, &y, START, WIDTH - RIGHT);
    line(out, "mark", START, at(&y, 0), WIDTH - RIGHT, at(&y, 0));
    for (int band = 1; band >= 0; band--) {
        dx_text_printf(out, "<path class=\"%s\" d=\"", band ? "soft" : "line");
        for (unsigned i = 0; i < count * (band ? 2u : 1u); i++) {
            const dx_svg_point *p = &points[i < count ? i : 2 * count - 1 - i];
            double side = !band ? 0 : i < count ? p->half : -p->half;
            double v = fmax(y.low, fmin(y.high, p->value + side));
            dx_text_printf(out, "%s%.1f,%.1f", i == 0 ? "M" : "L", at(&x, p->x),
                           at(&y, v));
        }
        dx_text_add(out, band ? "Z\"/>\n" : "\"/>\n");
    }
    dx_text_add(out, "</svg>\n");
}

static const char *const line_colours[] = {"#0072b2", "#d55e00", "#009e73",
                                           "#cc79a7", "#56b4e9", "#e69f00"};
enum { LINE_COLOURS = sizeof line_colours / sizeof *line_colours };

static void draw_line(dx_text *out, const dx_svg_series *s, const axis *x,
                      const axis *y, const char *colour)
{
    dx_text_printf(out, "<path fill=\"none\" stroke=\"%s\" d=\"", colour);
    for (unsigned i = 0; i < s->count; i++)
        dx_text_printf(out, "%s%.1f,%.1f", i == 0 ? "M" : "L",
                       at(x, s->points[i].x), at(y, s->points[i].value));
    dx_text_printf(out, "\"/>\n<text fill=\"%s\" x=\"%.1f\" y=\"%.1f\">",
                   colour, at(x, s->points[s->count - 1].x) + 6,
                   at(y, s->points[s->count - 1].value) + 4);
    dx_html_add(out, s->name);
    dx_text_add(out, "</text>\n");
}

void dx_svg_lines(const dx_svg_series *series, unsigned count,
                  const char *title, dx_text *out)
{
    enum { HEIGHT = 340, TOP = 30, BOTTOM = 300, START = 60, NAMES = 130 };
    double low = INFINITY, high = -INFINITY, last = 0;
    for (unsigned i = 0; i < count; i++)
        for (unsigned k = 0; k < series[i].count; k++) {
            low = fmin(low, series[i].points[k].value);
            high = fmax(high, series[i].points[k].value);
            last = fmax(last, series[i].points[k].x);
        }
    if (high < low)
        return;
    axis x = make_axis(0, last, START, WIDTH - NAMES);
    axis y = make_axis(low, high, BOTTOM, TOP);
    dx_text_printf(out,
                   "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 "
                   "%d %d\" width=\"%d\" font-family=\"sans-serif\" "
                   "font-size=\"12\">\n<style>.axis{stroke:#ccc}</style>\n"
                   "<rect width=\"100%%\" height=\"100%%\" fill=\"white\"/>\n"
                   "<text x=\"%d\" y=\"18\">",
                   WIDTH, HEIGHT, WIDTH, START);
    dx_html_add(out, title);
    dx_text_add(out, "</text>\n");
    draw_x_axis(out, &x, TOP, BOTTOM);
    draw_y_axis(out, &y, START, WIDTH - NAMES);
    for (unsigned i = 0; i < count; i++)
        if (series[i].count > 0)
            draw_line(out, &series[i], &x, &y, line_colours[i % LINE_COLOURS]);
    dx_text_add(out, "</svg>\n");
}
