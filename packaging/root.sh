# SPDX-License-Identifier: GPL-3.0-or-later
# New Debian systems in a folder, for scripts that test in one. Call these functions as root, in private mount and process namespaces.
# shellcheck shell=bash

# root_make SUITE ROOT BASE SECONDS: fills ROOT with a copy of BASE or, if BASE is
# empty, with debootstrap from the mirror that apt on this machine uses for the suite.
root_make() {
    local suite=$1 root=$2 base=$3 mirror
    if [ -n "$base" ]; then
        cp -a --reflink=auto "$base/." "$root/"
        return
    fi
    # shellcheck disable=SC2016 # apt's own fields
    mirror=$(apt-get indextargets --format '$(CODENAME) $(COMPONENT) $(REPO_URI)' 'Created-By: Packages' 2>/dev/null |
        awk -v suite="$suite" '$1 == suite && $2 == "main" { print $3; exit }')
    timeout --kill-after=20 "$(($4 > 1 ? $4 : 1))" debootstrap --variant=minbase --include=ca-certificates,git,sudo \
        "$suite" "$root" ${mirror:+"$mirror"} </dev/null
}

# root_mount ROOT: mounts proc, sys and a private dev.
root_mount() {
    local root=$1 node kind major minor
    mkdir -p "$root"/{proc,sys,dev} &&
        mount -t proc proc "$root/proc" &&
        mount -t tmpfs -o mode=755 tmpfs "$root/dev" || return 1
    mkdir "$root"/dev/{pts,shm}
    mount -t devpts -o newinstance,ptmxmode=0666,mode=620,gid=5 devpts "$root/dev/pts" &&
        mount -t tmpfs -o mode=1777 tmpfs "$root/dev/shm" || return 1
    mount -t sysfs -o ro sysfs "$root/sys" || true # not allowed everywhere, and rarely needed
    for node in 'null 1 3' 'zero 1 5' 'full 1 7' 'random 1 8' 'urandom 1 9' 'tty 5 0'; do
        read -r kind major minor <<<"$node"
        mknod -m 666 "$root/dev/$kind" c "$major" "$minor" || return 1
    done
    ln -s pts/ptmx "$root/dev/ptmx"
    ln -s /proc/self/fd "$root/dev/fd"
    for node in 'stdin 0' 'stdout 1' 'stderr 2'; do
        ln -s "/proc/self/fd/${node#* }" "$root/dev/${node% *}"
    done
}

# root_settle ROOT: copies this machine's name resolution, and keeps packages from starting services.
root_settle() {
    local root=$1
    cp -L /etc/resolv.conf "$root/etc/resolv.conf"
    printf '#!/bin/sh\nexit 101\n' >"$root/usr/sbin/policy-rc.d"
    chmod +x "$root/usr/sbin/policy-rc.d"
    grep -q '^127.0.0.1' "$root/etc/hosts" 2>/dev/null || printf '127.0.0.1 localhost\n::1 localhost\n' >>"$root/etc/hosts"
    grep -qw "$(hostname)" "$root/etc/hosts" || printf '127.0.1.1 %s\n' "$(hostname)" >>"$root/etc/hosts"
}

# check NAME COMMAND...: runs a check and counts it in passed or failed.
check() {
    local name=$1
    shift
    if "$@"; then
        echo "ok      $name"
        passed=$((passed + 1))
    else
        echo "FAILED  $name"
        failed=$((failed + 1))
    fi
}
