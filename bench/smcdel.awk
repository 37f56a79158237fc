# Writes puzzles in SMCDEL's format: awk -v puzzle=muddy -v n=40 -f bench/smcdel.awk
# The puzzles: muddy, logicians, dining, sum (n is the largest sum).

function list(from, to, before, after,    i, out) {
    for (i = from; i <= to; i++)
        out = out (i > from ? "," : "") before i after
    return out
}

function numbered(from, to, a, b,    i, out) { # a1 b 1, a2 b 2, ...
    for (i = from; i <= to; i++)
        out = out (i > from ? "," : "") a i b i
    return out
}

function but(skip, n,    i, out) {
    for (i = 1; i <= n; i++)
        if (i != skip) out = out (out == "" ? "" : ",") i
    return out
}

function rounds(n, count, left, right,    i, silent, out) {
    silent = left " ! AND (" numbered(1, n, "~ (c", " knows whether ") ")"
    gsub(/knows whether [0-9]+/, "&)", silent)
    out = left " ! OR (" list(1, n) ") " right "\n"
    for (i = 0; i < count; i++) out = out silent " " right "\n"
    return out
}

function muddy(n,    i) {
    print "VARS " list(1, n) "\nLAW Top\nOBS"
    for (i = 1; i <= n; i++) print "c" i ": " but(i, n)
    printf "TRUE? {%s}\n%sOR (%s)\n", list(1, n), rounds(n, n - 1, "<", ">"),
        numbered(1, n, "c", " knows whether ")
    printf "VALID?\n%sAND (%s)\n", rounds(n, n - 1, "[", "]"), list(1, n)
    printf "VALID?\n%s(%s) comknow that AND (%s)\n",
        rounds(n, n - 1, "[", "]"), list(1, n, "c"), list(1, n)
}

function logicians(n,    i, all) {
    all = "AND (" list(1, n) ")"
    print "VARS " list(1, n) "\nLAW Top\nOBS"
    for (i = 1; i <= n; i++) print "l" i ": " i
    print "VALID?"
    for (i = 1; i < n; i++) print "[ ! ~ l" i " knows whether " all " ]"
    print "l" n " knows whether " all
}

function coin(n, i, j,    a, b) {
    a = i < j ? i : j; b = i < j ? j : i
    return n + (a - 1) * n - a * (a - 1) / 2 + (b - a)
}

function seen(n, i,    j, out) {
    out = i
    for (j = 1; j <= n; j++) if (j != i) out = out "," coin(n, i, j)
    return out
}

function dining(n,    i, said) {
    print "VARS " list(0, n + n * (n - 1) / 2) "\nLAW ONEOF (" list(0, n) ")\nOBS"
    for (i = 1; i <= n; i++) {
        print "d" i ": " seen(n, i)
        said = said (i > 1 ? "," : "") "XOR (" seen(n, i) ")"
    }
    printf "VALID?\n[ ?! XOR (%s) ]\n(0 -> (%s) comknow that 0)\n", said,
        list(1, n, "d")
    printf "VALID?\n[ ?! XOR (%s) ]\n(1 -> d2 knows that 1)\n", said
}

function bits(value, first, count,    i, out) {
    for (i = 0; i < count; i++) {
        out = out "," (value % 2 ? "" : "~ ") (first + i)
        value = int(value / 2)
    }
    return out
}

function sum(n,    x, y, both) {
    both = list(1, 14)
    print "VARS " list(1, 33) "\nLAW OR ("
    for (x = 2; x < n; x++)
        for (y = x + 1; x + y <= n; y++)
            print (x > 2 || y > 3 ? "," : "") "AND (" substr(bits(x, 1, 7) \
                bits(y, 8, 7) bits(x + y, 15, 7) bits(x * y, 22, 12), 2) ")"
    print ")\nOBS sum: " list(15, 21) "\nproduct: " list(22, 33)
    print "WHERE?\n< ! sum knows that ~ (product knows whether (" both ")) >"
    print "< ! product knows whether (" both ") >\nsum knows whether (" both ")"
}

BEGIN {
    if (puzzle == "muddy") muddy(n)
    if (puzzle == "logicians") logicians(n)
    if (puzzle == "dining") dining(n)
    if (puzzle == "sum") sum(n)
}
