#!/bin/sh
# Five thousand tables and twenty thousand connections, a person's move at each
# table every two seconds, one lens in ten: a median of 20 ms and a 99th
# percentile of 200 ms, and a sync.  For a machine with two cores that has nothing
# else to do; where fewer files may be open, with as many connections as fit.
set -e
make -s MODE=release build/release/doxa build/release/doxa-serve \
    build/release/doxa-load
files=$(ulimit -Hn)
[ "$files" != unlimited ] && [ "$files" -lt 20000 ] || files=20000
[ "$files" -gt 6000 ] || { echo "only $files files may be open"; exit 0; }
build/release/doxa-load build/release/doxa --tables 5000 \
    --idle $((files - 5200)) --seconds 20 --median 20 --tail 200
