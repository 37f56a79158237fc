#!/bin/sh
# A language model's side of `doxa mcp`, by a program: the exchange of the manual
# byte for byte is docs/mcp.md's own test; here it plays whole games of every
# kind, sends what is no message, and looks at what a blind one offers.
#
# usage: mcp.sh BUILD   (run from the project's root; LONG=1: 100 games of each)
exec node tests/cli/mcp.mjs "$1/doxa" "${LONG:+100}"
