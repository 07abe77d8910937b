# SPDX-License-Identifier: GPL-3.0-or-later
# Changes the files of the RPM package before CPack packs them: removes files that only Debian's tools read, and moves
# the zsh completions to the folder that other systems use.
if(NOT CPACK_TEMPORARY_DIRECTORY MATCHES "/RPM/")
    return()
endif()
set(share ${CPACK_TEMPORARY_INSTALL_DIRECTORY}/usr/share)
file(REMOVE_RECURSE ${share}/lintian ${share}/doc/dueline/changelog.Debian.gz)
file(RENAME ${share}/zsh/vendor-completions ${share}/zsh/site-functions)
