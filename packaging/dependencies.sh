# SPDX-License-Identifier: GPL-3.0-or-later
# Debian packages that Dueline needs, and functions that install them.
# shellcheck shell=bash

# Each line: a package, and a command that proves that it is present even if dpkg did not install it (`-`: only dpkg is checked).
# redis-tools provides a server, because redis-check-rdb is the same program. None of these packages installs a system service.
packages_core="
g++             g++
cmake           cmake
ninja-build     ninja
pkg-config      pkg-config
qt6-base-dev    -
libhiredis-dev  -
libsqlite3-dev  -
libtomlplusplus-dev -
zlib1g-dev      -
libzstd-dev     -
libprotobuf-dev -
libprotoc-dev   -
qtkeychain-qt6-dev -
redis-tools     redis-server|valkey-server|redis-check-rdb
"
# Packages that only the tests need: TLS certificates, a private keyring and bus, the
# languages used in tests/peers, and the tools that check the CI workflows (tst_release).
packages_tests="
python3-redis   -
git             git
python3-rq      -
yamllint        yamllint
openssl         openssl
gnome-keyring   gnome-keyring-daemon
dbus            dbus-run-session
"
packages_window="
qt6-l10n-tools  -
qt6-charts-dev  -
libqt6opengl6-dev -
qt6-svg-dev     -
libqt6svg6      -
qt6-translations-l10n -
"
# Packages for the tests of the window: a private screen, simulated input, a bus, the accessibility
# bus, and tools that check manuals, completions, the desktop entry and the metadata (tst_packaging).
packages_screen="
xvfb            Xvfb
xdotool         xdotool
dbus            dbus-daemon
at-spi2-core    -
man-db          man
groff           groff
zsh             zsh
desktop-file-utils desktop-file-validate
appstream       appstreamcli
"
# Fonts for the tests of the window: four Latin families, and Chinese (tests/gui/testfonts.cpp).
packages_fonts="
fonts-open-sans     -
fonts-dejavu-core   -
fonts-noto-core     -
fonts-cantarell     -
fonts-wqy-microhei  -
"
# Packages that `packaging/test --all` tests with: the frameworks, from Debian and npm, and client libraries for other languages.
packages_peers="
nodejs          node
npm             npm
ruby-sidekiq    -
ruby-sidekiq-cron -
ruby-gitlab-sidekiq-fetcher -
ruby-redis      -
libredis-perl   -
php-cli         php
php-redis       -
php-nrk-predis  -
php-illuminate-queue -
php-illuminate-redis -
php-illuminate-events -
php-illuminate-bus -
php-illuminate-encryption -
php-symfony-redis-messenger -
php-symfony-messenger -
php-symfony-event-dispatcher -
python3-celery  -
"
# libFuzzer and the runtime of the sanitizers are not part of the clang package.
packages_fuzz="
clang           clang++
libclang-rt-dev -
"
packages_tidy="
clang           clang++
clang-tidy      clang-tidy
clazy           clazy-standalone
"
packages_format="
clang-format-14 clang-format-14
"
packages_package="
dpkg-dev        dpkg-shlibdeps
file            file
lintian         lintian
"
packages_rpm="
rpm             rpmbuild
"

# Packages for the portable bundle: the Wayland plugins, and the tools that change run paths and create the .run file.
packages_bundle="
binutils        objdump
patchelf        patchelf
makeself        makeself
xz-utils        xz
qt6-wayland     -
"

# packages_missing PART...: prints the packages of these parts that are not installed, one per line.
packages_missing() {
    local part list package proof command found installed=""
    if command -v dpkg-query >/dev/null; then
        installed=$(dpkg-query -W -f='${db:Status-Status} ${binary:Package}\n' 2>/dev/null | sed -n 's/^installed \([^:]*\).*/\1/p')
    fi
    for part in "$@"; do
        list="packages_$part"
        while read -r package proof; do
            [ -n "$package" ] || continue
            grep -qxF -- "$package" <<<"$installed" && continue
            found=no
            if [ "$proof" != - ]; then
                for command in ${proof//|/ }; do
                    command -v "$command" >/dev/null && found=yes
                done
            fi
            [ "$found" = yes ] || echo "$package"
        done <<<"${!list}"
    done
}

# packages_require PART...: installs missing packages. Without permission to do so, prints the command and exits with 3.
packages_require() {
    local missing
    missing=$(packages_missing "$@" | sort -u | tr '\n' ' ')
    [ -z "$missing" ] || packages_install "${missing% }"
}

# packages_install "PACKAGE ...": installs packages by name, for packages_require.
packages_install() {
    local missing=$1 command
    echo "Missing packages: $missing"
    command="apt-get update && apt-get install -y --no-install-recommends $missing"
    if ! command -v apt-get >/dev/null; then
        echo "This is not a Debian with apt. Install what carries these names there, then start again." >&2
        exit 3
    fi
    if [ "$(id -u)" = 0 ]; then
        echo "Installing them: $command"
        DEBIAN_FRONTEND=noninteractive bash -c "$command" </dev/null
    elif command -v sudo >/dev/null && sudo -n true 2>/dev/null; then
        echo "Installing them with sudo: $command"
        sudo -n env DEBIAN_FRONTEND=noninteractive bash -c "$command" </dev/null
    elif command -v sudo >/dev/null && [ -t 0 ]; then
        echo "Installing them with sudo: $command"
        sudo env DEBIAN_FRONTEND=noninteractive bash -c "$command"
    else
        echo "This needs root. Run:  sudo sh -c '$command'  and start again." >&2
        exit 3
    fi || {
        echo "The packages could not be installed; see the messages above." >&2
        exit 3
    }
}

# packages_wanted PART...: installs packages that tests do not strictly need. Names the packages
# that this Debian does not have or that could not be installed; neither is a failure.
packages_wanted() {
    local package missing='' absent=''
    for package in $(packages_missing "$@" | sort -u); do
        # Without package lists, apt knows only the installed packages.
        if compgen -G '/var/lib/apt/lists/*_Packages*' >/dev/null && ! apt-cache show "$package" >/dev/null 2>&1; then
            absent+="$package "
        else
            missing+="$package "
        fi
    done
    [ -z "$absent" ] || echo "This Debian does not have ${absent% }: tests that need them are skipped."
    [ -z "$missing" ] || (packages_install "${missing% }") || echo "Tests that need ${missing% } are skipped."
}

# build_preset PRESET TARGET...: configures a new build folder if necessary, then builds. DUELINE_WERROR=ON in the environment turns
# warnings into errors; .ci/run and developers set it, users do not. Without a terminal, the output goes to build/PRESET/build.log, and this
# function prints what happens, how long it takes, and a progress line every 30 s. For a build that is up to date, it prints nothing else.
build_preset() {
    local preset=$1 log status watcher werror=${DUELINE_WERROR:-}
    shift
    mkdir -p "build/$preset"
    log=build/$preset/build.log
    if [ ! -f "build/$preset/build.ninja" ] || { [ -n "$werror" ] && ! grep -qx "DUELINE_WERROR:BOOL=$werror" "build/$preset/CMakeCache.txt"; }; then
        echo "Configuring ($preset): up to a minute. Log: $log"
        cmake --preset "$preset" ${werror:+-DDUELINE_WERROR="$werror"} >"$log" 2>&1 </dev/null || {
            tail -n 40 "$log" >&2
            echo "Configuring failed; the complete output is in $log." >&2
            return 1
        }
    fi
    status=0
    if [ -t 1 ]; then
        cmake --build "build/$preset" --target "$@" </dev/null || status=$?
    else
        : >"$log"
        report_build "$preset" "$log" "$BASHPID" &
        watcher=$!
        cmake --build "build/$preset" --target "$@" >"$log" 2>&1 </dev/null || status=$?
        kill "$watcher" 2>/dev/null || true
        wait "$watcher" 2>/dev/null || true
        if [ $status != 0 ]; then
            grep -vE '^\[[0-9]+/[0-9]+\] ' "$log" | head -n 60 >&2 || true
            echo "The build failed; the complete output is in $log." >&2
        fi
    fi
    return $status
}

# report_build PRESET LOG PID: announces the build that writes LOG once it has taken 3 s, then reports its progress every 30 s until it
# is killed or the process PID has ended. Ninja counts its steps in the log: [12/345].
announce_after=3 report_every=30 # s
report_build() {
    local began=$SECONDS next=$report_every finished=0 steps=0 announced=no cores
    cores=$(nproc)
    trap 'kill "$!" 2>/dev/null; exit' TERM # also ends the sleep
    while kill -0 "$3" 2>/dev/null; do
        sleep 1 &
        wait "$!"
        [ $((SECONDS - began)) -ge $announce_after ] || continue
        IFS=/ read -r finished steps < <(sed -n 's|^\[\([0-9]*/[0-9]*\)\] .*|\1|p' "$2" | tail -n 1) || true
        if [ $announced = no ] && [ "${steps:-0}" -gt 2 ]; then # 1 and 2: CMake looks for new files
            announced=yes
            # A step takes 6 to 15 s of one core: it compiles up to 16 sources.
            echo "Building ($1): $steps steps, usually $((steps / 10 / cores)) to $((steps / 4 / cores + 1)) minutes on $cores cores. Log: $2"
        fi
        if [ $((SECONDS - began)) -ge "$next" ]; then
            next=$((next + report_every))
            [ $announced = no ] || echo "Building ($1): $finished of $steps steps after $((SECONDS - began)) s."
        fi
    done
}

# processes_with MARK: prints the ids of processes whose environment contains MARK (a NAME=VALUE that only these scripts set).
processes_with() {
    local folder
    for folder in /proc/[0-9]*; do
        [ "${folder#/proc/}" != $$ ] || continue
        if tr '\0' '\n' <"$folder/environ" 2>/dev/null | grep -qxF -- "$1"; then
            echo "${folder#/proc/}"
        fi
    done 2>/dev/null
}
