#!/bin/sh
# The Debian packages: lintian says nothing, the unit is one that systemd takes,
# and a Debian that has nothing else installs them, plays, serves and is rid of
# them again.  The Debian is made by debootstrap; where chroot is refused, the
# packages are laid by `dpkg --root` into an empty folder instead.
#
# usage: deb.sh BUILD   (run from the project's root; BUILD is not used: what is
# packed is the release)
set -e
root=$(mktemp -d)
trap 'rm -rf "$root"' EXIT
trap 'exit 1' HUP INT TERM
fail() {
    echo "$@"
    exit 1
}
make -s deb >/dev/null
packages=$(cd build/deb && ls ./*.deb)
if command -v lintian >/dev/null; then
    # shellcheck disable=SC2086  # words on purpose
    said=$(cd build/deb && lintian --allow-root --tag-display-limit 0 $packages)
    [ -z "$said" ] || fail "lintian: $said"
fi

# Where this machine's own packages come from.
target() { apt-get indextargets --format "\$($1)" 'Created-By: Packages' | head -1; }
needed=$(for package in build/deb/*.deb; do
    dpkg-deb -f "$package" Depends
done | tr ',' '\n' | sed 's/(.*//; s/ //g; /^libdoxa/d' | sort -u | paste -sd ,)
if command -v debootstrap >/dev/null && chroot / true 2>/dev/null &&
    debootstrap --variant=minbase --include="$needed" "$(target RELEASE)" \
        "$root" "$(target SITE)" >"$root.log" 2>&1; then
    inside() { chroot "$root" "$@"; }
    cp build/deb/*.deb "$root"
    find "$root/usr" "$root/lib/" | LC_ALL=C sort >"$root/before"
    # shellcheck disable=SC2086
    inside dpkg -i $packages >/dev/null
    inside doxa --version | grep -q '^doxa ' || fail 'it does not start'
    inside doxa match kemps --seats random,random,random,random --seed 1 \
        >/dev/null || fail 'it does not play'
    # (`doxa serve` finds it through /proc, which is not here.)
    inside doxa-serve serve --port 0 --memory >"$root/served" 2>&1 &
    server=$!
    until grep -q 'serves at' "$root/served"; do
        kill -0 $server || fail "it does not serve: $(cat "$root/served")"
        sleep .1
    done
    kill $server
    wait $server || true
    inside dpkg -P doxa libdoxa-dev "$(basename "$(echo build/deb/libdoxa0*.deb)" |
        sed 's/_.*//')" >/dev/null
    find "$root/usr" "$root/lib/" | LC_ALL=C sort | diff "$root/before" - ||
        fail 'something is left'
else
    mkdir -p "$root/var/lib/dpkg/info" "$root/var/lib/dpkg/updates"
    : >"$root/var/lib/dpkg/status"
    (cd build/deb && dpkg --root="$root" --force-depends --unpack \
        --force-not-root --log=/dev/null ./*.deb >/dev/null)
    "$root/usr/bin/doxa" --version | grep -q '^doxa ' || fail 'no start'
    cp tools/doxa.service "$root"
fi
rm -f "$root.log"
if command -v systemd-analyze >/dev/null; then
    sed "s|/usr/bin/doxa|/bin/true|; /^Documentation/d" tools/doxa.service \
        >"$root/doxa.service"
    systemd-analyze verify "$root/doxa.service" || fail 'the unit'
fi
