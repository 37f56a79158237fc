#!/bin/sh
# What is installed from a build is the library and no more of it: the names
# that libdoxa.so gives are those that the public headers declare, C and C++
# read the headers, and programs that include only doxa.h run.
#
# usage: install.sh BUILD   (run from the project's root)
set -e
build=$1
root=$(mktemp -d)
trap 'rm -rf "$root"' EXIT
trap 'exit 1' HUP INT TERM
version=$(sed -n 's/^#define DX_VERSION "\(.*\)"/\1/p' src/base/version.h)
soname=$(objdump -p "$build/libdoxa.so" | sed -n 's/ *SONAME *//p')
tools/install "$build" '' "$root" "$version" "${soname#libdoxa.so.}" 2>&1 |
    grep -q "^installed doxa $version under"
fail() {
    echo "$@"
    exit 1
}

# No two members of the archive that all is linked from have one name.
[ ! -f "$build/libdoxa.a" ] ||
    [ -z "$(ar t "$build/libdoxa.a" | sort | uniq -d)" ] ||
    fail "two members of libdoxa.a have one name"

# The soname is 0.MINOR, and MAJOR from 1 on.
case $version in
0.*) [ "$soname" = "libdoxa.so.${version%.*}" ] ;;
*) [ "$soname" = "libdoxa.so.${version%%.*}" ] ;;
esac || fail "soname $soname for version $version"

# What is declared: functions as the compiler lists them, and objects.
headers=$(find "$root/include" -name '*.h')
count=$(echo "$headers" | wc -l)
[ "$count" -lt 82 ] || fail "$count headers are public"
echo '#include <doxa.h>' >"$root/all.c"
cc -std=c17 -Wall -Wextra -Wpedantic -Werror -I"$root/include/doxa" \
    -aux-info "$root/prototypes" -fsyntax-only "$root/all.c"
# shellcheck disable=SC2086  # file names here have no blanks
{
    grep -F "/* $root/" "$root/prototypes" | grep -v '\*/ static' |
        sed -E 's/.*[ *](dx_[a-z0-9_]+) \(.*/\1/'
    grep -hoE '^extern .*' $headers |
        sed -nE 's/.*[ *](dx_[a-z0-9_]+)(\[.*\])?;/\1/p'
} | sort -u >"$root/declared"
nm -D --defined-only "$build/libdoxa.so" | awk '{ print $3 }' | sort \
    >"$root/exported"
diff "$root/declared" "$root/exported" ||
    fail 'what is declared (<) is not what is exported (>)'
# What the documentation tells to call is there.
sed -n '/^## To do this/,/^## What a version/p' docs/library.md |
    grep -o '`dx_[a-z_]*`' | tr -d '`' | sort -u |
    grep -vx -e dx_error | comm -23 - "$root/exported" >"$root/unknown"
[ -s "$root/unknown" ] && { cat "$root/unknown"; fail 'docs/library.md names'; }
count=$(wc -l <"$root/exported")
[ "$count" -lt 680 ] || fail "$count names are exported"
[ "$count" -gt 300 ] || fail "only $count names are exported"
nm -g --defined-only "$build/public/libdoxa.a" | awk 'NF == 3 { print $3 }' |
    grep '^dx_' | sort | diff "$root/declared" - || fail 'in the archive'

# C++ reads doxa.h, and all of it is included by that; no header leans on what
# another includes, forth and back.
{
    echo '#include <doxa.h>'
    (cd "$root/include/doxa" && find . -name '*.h') | sed 's/.*/#include "&"/'
    echo 'int main() { return dx_version()[0] == 0; }'
} >"$root/all.cc"
flags=$(grep -o -- '-fsanitize=[a-z,]*' "$build/flags" | head -1) || flags=
cxx() {
    # shellcheck disable=SC2086  # words on purpose
    g++ -std=c++17 -Wall -Wextra -Wpedantic -Werror $flags "$@"
}
cxx -I"$root/include/doxa" "$root/all.cc" -L"$root/lib" -ldoxa -o "$root/all"
LD_LIBRARY_PATH=$root/lib "$root/all"
grep '^#include "' "$root/all.cc" | sort >"$root/forth.cc"
sort -r "$root/forth.cc" >"$root/back.cc"
for file in forth back; do
    cxx -I"$root/include/doxa" -fsyntax-only "$root/$file.cc"
done

# Every example, linked with either library as pkg-config says.
export PKG_CONFIG_PATH="$root/lib/pkgconfig"
[ "$(pkg-config --modversion doxa)" = "$version" ]
examples=$root/share/doc/doxa/examples
# link FILE LIBS...: builds it from what was installed.
link() {
    # shellcheck disable=SC2046,SC2086  # words on purpose
    cc -std=c17 -Wall -Wextra -Werror $flags $(pkg-config --cflags doxa) \
        "$@" -o "$root/example"
}
# says FILE TEXT: it runs and says so.
says() {
    # shellcheck disable=SC2046
    link "$1" $(pkg-config --libs doxa)
    said=$(cd "$examples/c" && LD_LIBRARY_PATH=$root/lib "$root/example" 2>&1) ||
        fail "$1: $said"
    case $said in *"$2"*) ;; *) fail "$1 said: $said" ;; esac
}
says "$examples/c/hello.c" '2 of 2 worlds'
says "$examples/c/announcement.c" 'true at 8 of 8 worlds'
says "$examples/c/file.c" '14 questions'
says "$examples/c/table.c" 'a record of '
says "$examples/c/agent.c" 'it was sure; score '
says "$examples/c/tournament.c" 'per deal, the first line-up minus the second'
count=$(find "$examples/c" -name '*.c' | wc -l)
[ "$count" = 6 ] || fail "$count examples, and not all are run"
# shellcheck disable=SC2046
link "$examples/c/hello.c" "$root/lib/libdoxa.a" \
    $(pkg-config --static --libs doxa | sed 's/-ldoxa//')
"$root/example" | grep -q '2 of 2 worlds'

# A host survives, and needs no more stack than it is told.  What is lost stays
# lost, and sanitizers need more.
ASAN_OPTIONS=detect_leaks=0:allocator_may_return_null=1
export ASAN_OPTIONS
says tests/host/lost.c 'still here'
[ -n "$flags" ] || says tests/host/stack.c 'at most '
unset ASAN_OPTIONS

# The rest.
"$root/bin/doxa" --version | grep -q "^doxa $version"
for file in man/man1/doxa.1 bash-completion/completions/doxa \
    doc/doxa/formulas.md doc/doxa/examples/logic/coin.dx; do
    [ -s "$root/share/$file" ] || fail "no $file"
done
bash -n "$root/share/bash-completion/completions/doxa"
