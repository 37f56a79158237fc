#!/bin/sh
# The check of exports finds what it is for, planted in a small library: a name
# without dx_, a name defined twice, a name that nobody needs; and lets pass
# what another file, a test or a public header needs.
set -e
tree=$(mktemp -d)
trap 'rm -rf "$tree"' EXIT
trap 'exit 1' HUP INT TERM
mkdir -p "$tree/tools" "$tree/src/base" "$tree/tests" "$tree/include" \
    "$tree/build/src/base"
cp tools/check-symbols "$tree/tools/"
cd "$tree"
echo '#include "base/face.h"' >include/doxa.h
echo '#include "base/behind.h"' >src/base/face.h
echo 'void dx_public(void);' >src/base/behind.h
echo 'void dx_tested(void);' >tests/a_test.c
cat >src/base/a.c <<'C'
void dx_used(void); void dx_used(void) {}
void dx_tested(void); void dx_tested(void) {}
void dx_public(void); void dx_public(void) {}
C
cat >src/base/b.c <<'C'
void dx_used(void);
void dx_public_too(void);
static void inside(void) { dx_used(); }
void dx_tested_too(void); void dx_tested_too(void) { inside(); }
C
echo 'void dx_tested_too(void);' >>tests/a_test.c

# with TEXT: the check's verdict on the library with TEXT added to b.c.
with() {
    cp src/base/b.c b.c
    echo "$1" >>src/base/b.c
    rm -f build/libdoxa.a
    for file in a b; do
        ${CC:-cc} -c -o build/src/base/$file.c.o src/base/$file.c
    done
    ar rcs build/libdoxa.a build/src/base/a.c.o build/src/base/b.c.o
    mv b.c src/base/b.c
    tools/check-symbols build/libdoxa.a >said 2>&1
}
refused() {
    if with "$1"; then
        echo "let pass: $1"
        exit 1
    fi
    grep -q "$2" said || { cat said; exit 1; }
}
with '' || { cat said; exit 1; }
with 'static void dx_kept(void) __attribute__((unused));
static void dx_kept(void) {}' || { cat said; exit 1; }
refused 'void other(void) {}' 'exported without dx_: other'
refused 'void dx_used(void) {}' 'defined twice: dx_used'
refused 'void dx_alone(void) {}' 'needed by no other file: dx_alone$'
# A call from its own file is not one from another.
refused 'void dx_alone(void) {} void dx_tested(void);
static void again(void) __attribute__((unused));
static void again(void) { dx_alone(); }' 'needed by no other file: dx_alone$'
