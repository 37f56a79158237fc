#!/bin/sh
# `make install` installs the release build, and that holds what
# tests/cli/install.sh asks of the test build.
set -e
root=$(mktemp -d)
trap 'rm -rf "$root"' EXIT
trap 'exit 1' HUP INT TERM
make -s MODE=release install DESTDIR="$root" PREFIX=/usr
"$root/usr/bin/doxa" --version
PKG_CONFIG_PATH=$root/usr/lib/pkgconfig pkg-config --exists doxa
sh tests/cli/install.sh build/release
