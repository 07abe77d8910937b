#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# Installs this bundle for one user: copies it to PREFIX/lib/dueline, and links the programs, the menu
# entry, the icon, the manuals and the completions. Removal deletes only that folder and the links into it.
#   ./install.sh [--remove] [--prefix FOLDER]
# shellcheck disable=SC2317 # each_link calls functions by name
set -eu

usage="./install.sh [--remove] [--prefix FOLDER]   (default: ~/.local)"
main() {
    action=install
    prefix=${HOME:?}/.local
    while [ $# -gt 0 ]; do
        case $1 in
        --remove) action=remove ;;
        --prefix)
            [ $# -ge 2 ] || { echo "--prefix needs a folder. Usage: $usage" >&2; exit 2; }
            prefix=$2
            shift
            ;;
        -h | --help) echo "$usage"; exit 0 ;;
        *) echo "Unknown argument $1. Usage: $usage" >&2; exit 2 ;;
        esac
        shift
    done
    case $prefix in
    /*) ;;
    *) prefix=$(pwd)/$prefix ;;
    esac
    case $prefix in
    *[\"\`\$\\%\|\&]*) echo "The folder $prefix has a character that a menu entry cannot contain: \" \` \$ \\ % | or &." >&2; exit 2 ;;
    esac
    source=$(cd "$(dirname "$0")" && pwd -P)
    home=$prefix/lib/dueline
    if [ -e "$home" ] && [ ! -x "$home/bin/duectl" ]; then
        echo "$home exists and is not Dueline. Move it away, or choose another folder with --prefix." >&2
        exit 1
    fi
    if [ $action = remove ]; then remove; else install; fi
    if command -v update-desktop-database >/dev/null 2>&1; then
        update-desktop-database -q "$prefix/share/applications" 2>/dev/null || true
    fi
}

# Calls COMMAND with the path of each installed file, below the bundle and below PREFIX.
each_link() {
    for program in dueline duectl; do
        "$1" "bin/$program" "bin/$program"
        "$1" "share/man/man1/$program.1.gz" "share/man/man1/$program.1.gz"
        "$1" "share/bash-completion/completions/$program" "share/bash-completion/completions/$program"
        "$1" "share/zsh/vendor-completions/_$program" "share/zsh/site-functions/_$program"
        "$1" "share/fish/vendor_completions.d/$program.fish" "share/fish/vendor_completions.d/$program.fish"
    done
    id=io.github.dueline.Dueline
    "$1" "share/applications/$id.desktop" "share/applications/$id.desktop"
    "$1" "share/metainfo/$id.metainfo.xml" "share/metainfo/$id.metainfo.xml"
    "$1" share/icons/hicolor/scalable/apps/dueline.svg share/icons/hicolor/scalable/apps/dueline.svg
}
add_link() {
    if [ -e "$prefix/$2" ] && [ ! -L "$prefix/$2" ]; then
        echo "Not replaced: $prefix/$2 was not created by this installer." >&2
        return
    fi
    mkdir -p "$prefix/${2%/*}"
    ln -sfn "$home/$1" "$prefix/$2"
}
remove_link() {
    [ -L "$prefix/$2" ] && [ "$(readlink "$prefix/$2")" = "$home/$1" ] || return 0
    rm -f "$prefix/$2"
}

install() {
    if [ "$source" = "$(cd "$home" 2>/dev/null && pwd -P)" ]; then
        echo "This copy is already installed. To uninstall it, use --remove." >&2
        exit 1
    fi
    mkdir -p "$prefix/lib"
    rm -rf "$home.new" "$home.old"
    cp -R "$source" "$home.new"
    sed -i "s|^Exec=dueline|Exec=\"$home/bin/dueline\"|" "$home.new/share/applications/io.github.dueline.Dueline.desktop"
    [ ! -e "$home" ] || mv "$home" "$home.old"
    mv "$home.new" "$home"
    rm -rf "$home.old"
    each_link add_link
    echo "Installed $("$home/bin/duectl" --version | head -n 1) in $home. To uninstall, run $home/install.sh --remove."
    missing
    case :$PATH: in
    *":$prefix/bin:"*) ;;
    *) echo "Add $prefix/bin to PATH to start dueline and duectl by name." ;;
    esac
}

# Prints the system libraries that are missing, and the Debian packages that contain them.
missing() {
    wayland=
    [ -z "${WAYLAND_DISPLAY:-}" ] || wayland=$home/plugins/platforms/libqwayland-generic.so
    libraries=$(ldd "$home/bin/dueline" "$home/plugins/platforms/libqxcb.so" ${wayland:+"$wayland"} 2>/dev/null |
        awk '/not found/ { print $1 }' | sort -u)
    packages=
    for library in $libraries; do
        case $library in
        libEGL.so.1) packages="$packages libegl1" ;;
        libGLX.so.0) packages="$packages libglx0" ;;
        libOpenGL.so.0) packages="$packages libopengl0" ;;
        libGL.so.1) packages="$packages libgl1" ;;
        libX11.so.6) packages="$packages libx11-6" ;;
        libX11-xcb.so.1) packages="$packages libx11-xcb1" ;;
        libSM.so.6) packages="$packages libsm6" ;;
        libICE.so.6) packages="$packages libice6" ;;
        libxcb.so.1) packages="$packages libxcb1" ;;
        libfontconfig.so.1) packages="$packages libfontconfig1" ;;
        libfreetype.so.6) packages="$packages libfreetype6" ;;
        libdbus-1.so.3) packages="$packages libdbus-1-3" ;;
        libglib-2.0.so.0) packages="$packages libglib2.0-0" ;;
        libstdc++.so.6) packages="$packages libstdc++6" ;;
        libz.so.1) packages="$packages zlib1g" ;;
        libcom_err.so.2) packages="$packages libcom-err2" ;;
        libwayland-client.so.0) packages="$packages libwayland-client0" ;;
        libwayland-cursor.so.0) packages="$packages libwayland-cursor0" ;;
        esac
    done
    if [ -n "$libraries" ]; then
        echo "Missing on this system: $(echo "$libraries" | paste -sd ' ' -).${packages:+ On Debian and Ubuntu: sudo apt install$packages}" >&2
    fi
    known=$({ ldconfig -p 2>/dev/null || /sbin/ldconfig -p 2>/dev/null; } | awk '{ print $1 }')
    # These libraries are loaded only when needed, so ldd does not list them.
    if ! echo "$known" | grep -qxF libssl.so.3; then
        echo "OpenSSL 3 (libssl.so.3) is missing: TLS connections (rediss://) do not work until it is installed." >&2
    fi
    case ${XDG_CURRENT_DESKTOP:-} in
    *KDE*) return ;; # KWallet does not use libsecret
    esac
    if ! echo "$known" | grep -qxF libsecret-1.so.0; then
        echo "libsecret is missing: Dueline cannot save passwords in the keyring. On Debian and Ubuntu: sudo apt install libsecret-1-0" >&2
    fi
}

remove() {
    if [ ! -e "$home" ]; then
        echo "Dueline is not installed in $home." >&2
        exit 1
    fi
    each_link remove_link
    rm -rf "$home"
    echo "Removed $home and the links into it. Connections and settings in ~/.config/dueline are kept."
}

main "$@"
exit
