# SPDX-License-Identifier: GPL-3.0-or-later
# Changes the files of the RPM package before CPack packs them: removes what only Debian's tools read, and puts the completions of zsh
# where other systems look for them.
if(NOT CPACK_TEMPORARY_DIRECTORY MATCHES "/RPM/")
    return()
endif()
set(share ${CPACK_TEMPORARY_INSTALL_DIRECTORY}/usr/share)
file(REMOVE_RECURSE ${share}/lintian ${share}/doc/dueline/changelog.Debian.gz)
file(RENAME ${share}/zsh/vendor-completions ${share}/zsh/site-functions)
