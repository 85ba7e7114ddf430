#!/bin/sh
# Fetches the headers that `prove` reads into .cache/headers: scripts/headers.lock names them, with versions and checksums.
# Only headers are kept. What is there already is not fetched again. `ONLY` names packages where not all are wanted.
set -eu

root=$(cd "$(dirname "$0")/.." && pwd)
lock=$root/scripts/headers.lock
mkdir -p "${1:-$root/.cache/headers}"
# apt wants whole paths.
cache=$(cd "${1:-$root/.cache/headers}" && pwd)
stamps=$cache/stamps
work=$cache/work
mkdir -p "$stamps" "$work"

fail() {
    echo "error: $*" >&2
    exit 1
}

for tool in pip unzip sha256sum apt-get dpkg; do
    command -v $tool >/dev/null || fail "\`$tool\` is not installed: install it and run this again"
done

# The mirror that this machine uses anyway.
mirror() {
    apt-get indextargets 'Created-By: Packages' 'Origin: Debian' --format '$(REPO_URI)' | grep -v security | head -n 1
}

apt_options() {
    suite=$cache/apt/$1
    echo "-o Dir::Etc::sourcelist=$suite/sources.list -o Dir::Etc::sourceparts=- -o Dir::State::lists=$suite/lists" \
        "-o Dir::Cache=$suite/cache -o Dir::State::status=/dev/null -o APT::Sandbox::User="
}

# Package lists of one suite, beside the system's own.
open_suite() {
    suite=$cache/apt/$1
    [ -e "$suite/ready" ] && return
    uri=$(mirror)
    [ -n "$uri" ] || fail "apt knows no Debian mirror: run \`apt-get update\` first"
    mkdir -p "$suite/lists/partial" "$suite/cache/archives/partial"
    echo "deb [signed-by=/usr/share/keyrings/debian-archive-keyring.gpg] $uri $1 main" >"$suite/sources.list"
    apt-get $(apt_options "$1") -qq -o Acquire::Retries=2 -o APT::Update::Error-Mode=any update ||
        fail "cannot read the package lists of Debian $1: no network, or no such suite on the mirror"
    : >"$suite/ready"
}

fetch_deb() {
    open_suite "$1"
    cd "$work"
    if ! apt-get $(apt_options "$1") -qq download "$2=$3" 2>/dev/null; then
        echo "note: Debian $1 no longer has $2 $3: taking the version it has" >&2
        apt-get $(apt_options "$1") -qq download "$2" || fail "cannot fetch $2 of Debian $1: no network, or no such package"
    fi
    deb=$(ls "$work"/*.deb)
    case $deb in
    *_"$(echo "$3" | sed 's/:/%3a/')"_*) check "$deb" "$4" ;;
    esac
    dpkg -x "$deb" "$cache/$1"
    rm -f "$deb"
}

fetch_wheel() {
    pip download --quiet --no-deps --no-cache-dir --dest "$work" "$2==$3" ||
        fail "cannot fetch the wheel $2 $3: no network, or the index no longer has it"
    wheel=$(ls "$work"/*.whl)
    check "$wheel" "$4"
    rm -rf "$work/unpacked"
    # The wheel with the HIP headers has CUDA's beside them.
    case $1 in
    hip*) unzip -q "$wheel" '*/amd/include/*' -d "$work/unpacked" ;;
    *) unzip -q "$wheel" '*/include/*' -d "$work/unpacked" ;;
    esac
    mkdir -p "$cache/$1"
    find "$work/unpacked" -type d -name include -prune | while read -r folder; do
        cp -R "$folder/." "$cache/$1/"
    done
    rm -rf "$wheel" "$work/unpacked"
}

# A wheel of another platform or Python has another checksum: that is said, and does not stop the proof.
check() {
    found=$(sha256sum "$1" | cut -d ' ' -f 1)
    [ "$found" = "$2" ] && return
    case $1 in
    *-py3-none-*x86_64.whl | *.deb) fail "$(basename "$1") has the checksum $found, not $2" ;;
    *) echo "note: $(basename "$1") is of another platform than scripts/headers.lock, its checksum is not known" >&2 ;;
    esac
}

grep -v '^#' "$lock" | while read -r kind folder name version checksum; do
    [ -n "$kind" ] || continue
    case " ${ONLY:-$name} " in
    *" $name "*) ;;
    *) continue ;;
    esac
    stamp=$stamps/$folder-$name-$version
    [ -e "$stamp" ] && continue
    rm -f "$work"/*.whl "$work"/*.deb
    echo "fetching $name $version" >&2
    "fetch_$kind" "$folder" "$name" "$version" "$checksum"
    : >"$stamp"
done
