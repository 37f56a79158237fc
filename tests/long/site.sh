#!/bin/sh
# The page without a server: built, and used in a browser.
#
# usage: site.sh BUILD   (run from the project's root; BUILD is not used)
set -e
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
trap 'exit 1' HUP INT TERM
make -s site >"$folder/log" 2>&1 || { tail -5 "$folder/log"; exit 1; }
node web/test/site.mjs build/site
