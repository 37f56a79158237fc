#!/bin/sh
# Installs into an empty folder and builds a program against what is there.
#
# usage: install.sh BUILD   (run from the project's root)
set -e
root=$(mktemp -d)
trap 'rm -rf "$root"' EXIT
make -s MODE=release install DESTDIR="$root" PREFIX=/usr
lib=$root/usr/lib
cc -std=c17 -Wall -Werror examples/c/hello.c -I"$root/usr/include/doxa" \
    -L"$lib" -ldoxa -o "$root/hello"
LD_LIBRARY_PATH=$lib "$root/hello" | grep -q '2 of 2 worlds'
if nm -D --defined-only "$lib/libdoxa.so" | grep -v ' dx_'; then exit 1; fi
PKG_CONFIG_PATH=$lib/pkgconfig pkg-config --exists doxa
"$root/usr/bin/doxa" --version
test -s "$root/usr/share/man/man1/doxa.1"
test -s "$root/usr/share/bash-completion/completions/doxa"
bash -n "$root/usr/share/bash-completion/completions/doxa"
