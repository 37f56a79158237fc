# The table of bench/smcdel-process as an SVG: cost against n, both axes
# logarithmic.  usage: bench/smcdel-process | awk -f bench/plot-cost.awk
function x(n) { return 70 + 500 * log(n / 8) / log(256 / 8) }
function y(s) { return 330 - 290 * log(s / 0.001) / log(0.1 / 0.001) }
BEGIN {
    print "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 720 390\"" \
        " font-family=\"sans-serif\" font-size=\"13\">"
    print "<title>Cost of SMCDEL's puzzles against their size</title>"
    print "<rect width=\"720\" height=\"390\" fill=\"#fff\"/>"
    for (n = 8; n <= 256; n *= 2)
        printf "<path d=\"M%.1f 40V330\" stroke=\"#ddd\"/><text x=\"%.1f\"" \
            " y=\"350\" text-anchor=\"middle\">%d</text>\n", x(n), x(n), n
    for (i = 0; i < 5; i++) {
        s = 0.001 * 10 ^ (i / 2)
        printf "<path d=\"M70 %.1fH570\" stroke=\"#ddd\"/><text x=\"62\"" \
            " y=\"%.1f\" text-anchor=\"end\">%.3g</text>\n", y(s), y(s) + 4, s
    }
    print "<text x=\"320\" y=\"375\" text-anchor=\"middle\">n</text>"
    print "<text x=\"70\" y=\"26\">user CPU of the whole program, seconds</text>"
    split("#1f5fa8 #c2410c #15803d #7e22ce", colour, " ")
}
{
    if (NF < 4 || $3 !~ /^[0-9]+$/) next
    puzzle = $2; n = $3; s = $5
    if (!(puzzle in path)) { order[++puzzles] = puzzle; path[puzzle] = "M" }
    else path[puzzle] = path[puzzle] "L"
    path[puzzle] = path[puzzle] sprintf("%.1f %.1f", x(n), y(s))
    dots[puzzle] = dots[puzzle] sprintf("<circle cx=\"%.1f\" cy=\"%.1f\" r=\"4\"/>",
        x(n), y(s))
    end[puzzle] = sprintf("<text x=\"%.1f\" y=\"%.1f\">%s</text>", x(n) + 8,
        y(s) + 4, puzzle)
}
END {
    for (i = 1; i <= puzzles; i++)
        printf "<g fill=\"%s\"><path d=\"%s\" fill=\"none\" stroke=\"%s\"" \
            " stroke-width=\"2\"/>%s%s</g>\n", colour[i], path[order[i]],
            colour[i], dots[order[i]], end[order[i]]
    print "</svg>"
}
