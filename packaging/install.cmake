# SPDX-License-Identifier: GPL-3.0-or-later
# Installation paths (`cmake --install`) and the Debian package (`packaging/deb`). Icons, scripts and translations are
# compiled into the programs, which are installed by their own CMakeLists.txt.
include(GNUInstallDirs)
# Only the two programs are installed, so installing does not require building the tests.
set(CMAKE_SKIP_INSTALL_ALL_DEPENDENCY ON)
set(packaging ${CMAKE_CURRENT_LIST_DIR})

# Installs `file` as DESTINATION/name.gz. The bytes are identical each time, as Debian requires for manuals and
# changelogs.
find_program(GZIP_PROGRAM gzip REQUIRED)
function(install_compressed file destination name)
    install(CODE "set(folder \"\$ENV{DESTDIR}\${CMAKE_INSTALL_PREFIX}/${destination}\")
        file(MAKE_DIRECTORY \"\${folder}\")
        execute_process(COMMAND \"${GZIP_PROGRAM}\" -9nc \"${file}\" OUTPUT_FILE \"\${folder}/${name}.gz\" COMMAND_ERROR_IS_FATAL ANY)
        file(CHMOD \"\${folder}/${name}.gz\" PERMISSIONS OWNER_READ OWNER_WRITE GROUP_READ WORLD_READ)")
endfunction()

# Installs the document `file`, a path relative to the project root, under the same path beside the other documents.
# Pictures are not installed, so paragraphs and tables that show or mention one are removed. The last paragraph says
# where to find everything else that the document mentions.
function(install_document file)
    install(CODE "set(document \"${PROJECT_SOURCE_DIR}/${file}\")
        set(target \"\$ENV{DESTDIR}\${CMAKE_INSTALL_PREFIX}/${CMAKE_INSTALL_DOCDIR}/${file}\")"
        CODE [[file(READ "${document}" text)
        string(REGEX REPLACE "\n\n([^\n]+\n)*[^\n]*\\]\\([^)\n]*resources/pictures/[^\n]*(\n[^\n]+)*" "" text "${text}")
        string(REPLACE "`CHANGELOG.md`" "`changelog.gz`" text "${text}")
        if(document MATCHES "[.]zh_CN[.]md$")
            string(APPEND text "\n这里提到而没有安装的文件，都在源码里。\n")
        else()
            string(APPEND text "\nFiles named here that are not installed are in the source.\n")
        endif()
        message(STATUS "Installing: ${target}")
        file(WRITE "${target}" "${text}")
        file(CHMOD "${target}" PERMISSIONS OWNER_READ OWNER_WRITE GROUP_READ WORLD_READ)]])
endfunction()

# Date of the version, taken from the metadata for software centres. The package's changelog and the manuals use it.
set(id io.github.dueline.Dueline)
set(metainfo ${packaging}/desktop/${id}.metainfo.xml)
set_property(DIRECTORY ${PROJECT_SOURCE_DIR} APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${metainfo})
file(STRINGS ${metainfo} release REGEX "<release version=\"${PROJECT_VERSION}\"" LIMIT_COUNT 1)
string(REGEX REPLACE ".* date=\"([0-9-]+)\".*" "\\1" release_date "${release}")
execute_process(COMMAND env LC_ALL=C date -u -d "${release_date}" "+%B %Y" OUTPUT_VARIABLE release_month OUTPUT_STRIP_TRAILING_WHITESPACE)
execute_process(COMMAND env LC_ALL=C date -u -R -d "${release_date}" OUTPUT_VARIABLE release_date OUTPUT_STRIP_TRAILING_WHITESPACE)
# The contact of a package is the person who builds it: packaging/deb uses DEBFULLNAME and DEBEMAIL, as Debian's own
# tools do.
set(DUELINE_CONTACT "The Dueline authors <dueline@localhost>" CACHE STRING "Maintainer of the Debian package, Name <address>")
set(CPACK_PACKAGE_CONTACT "${DUELINE_CONTACT}")
configure_file(${packaging}/debian-changelog.in ${PROJECT_BINARY_DIR}/debian-changelog @ONLY)
configure_file(${packaging}/man/duectl.1.in ${PROJECT_BINARY_DIR}/man/duectl.1 @ONLY)
configure_file(${packaging}/man/dueline.1.in ${PROJECT_BINARY_DIR}/man/dueline.1 @ONLY)

install_compressed(${PROJECT_BINARY_DIR}/man/duectl.1 ${CMAKE_INSTALL_MANDIR}/man1 duectl.1)
# Each shell looks for a file with the program's name. The same file serves both programs.
function(install_completion program)
    install(FILES ${packaging}/completion/bash DESTINATION ${CMAKE_INSTALL_DATADIR}/bash-completion/completions RENAME ${program})
    install(FILES ${packaging}/completion/zsh DESTINATION ${CMAKE_INSTALL_DATADIR}/zsh/vendor-completions RENAME _${program})
    install(FILES ${packaging}/completion/fish DESTINATION ${CMAKE_INSTALL_DATADIR}/fish/vendor_completions.d RENAME ${program}.fish)
endfunction()
install_completion(duectl)
foreach(document README.md README.zh_CN.md SECURITY.md CONTRIBUTING.md core/engine/HANDLERS.md
        resources/docs/tour.md resources/docs/service.md resources/docs/comparison.md resources/docs/scripting.md
        resources/docs/custom-queues.md resources/docs/layouts.md resources/docs/native-layout.md resources/docs/monitoring.md
        resources/docs/functions.md resources/docs/languages/python.md resources/docs/languages/node.md resources/docs/languages/ruby.md
        resources/docs/languages/php.md resources/docs/languages/perl.md resources/docs/languages/c.md resources/docs/languages/redis-cli.md
        resources/docs/assistants.md resources/docs/servers.md resources/docs/witness.md)
    install_document(${document})
endforeach()
install_compressed(${PROJECT_SOURCE_DIR}/CHANGELOG.md ${CMAKE_INSTALL_DOCDIR} changelog)
install_compressed(${PROJECT_BINARY_DIR}/debian-changelog ${CMAKE_INSTALL_DOCDIR} changelog.Debian)
install(FILES ${packaging}/lintian-overrides DESTINATION ${CMAKE_INSTALL_DATADIR}/lintian/overrides RENAME dueline)
install(FILES ${packaging}/copyright DESTINATION ${CMAKE_INSTALL_DOCDIR})
# The unit is installed but not enabled, because an administrator has to specify its queues first.
install(FILES ${packaging}/systemd/dueline-worker@.service ${packaging}/systemd/dueline-witness@.service DESTINATION lib/systemd/system)
install(FILES ${packaging}/systemd/user/dueline-witness@.service DESTINATION lib/systemd/user)
install(FILES ${PROJECT_SOURCE_DIR}/resources/monitoring/dueline-rules.yml ${PROJECT_SOURCE_DIR}/resources/monitoring/dueline-dashboard.json
    DESTINATION ${CMAKE_INSTALL_DOCDIR}/resources/monitoring)
install(FILES ${packaging}/systemd/worker.env DESTINATION ${CMAKE_INSTALL_DOCDIR}/examples)
if(BUILD_GUI)
    install_compressed(${PROJECT_BINARY_DIR}/man/dueline.1 ${CMAKE_INSTALL_MANDIR}/man1 dueline.1)
    install_completion(dueline)
    install(FILES ${packaging}/desktop/${id}.desktop DESTINATION ${CMAKE_INSTALL_DATADIR}/applications)
    install(FILES ${metainfo} DESTINATION ${CMAKE_INSTALL_DATADIR}/metainfo)
    install(FILES ${PROJECT_SOURCE_DIR}/resources/icons/dueline.svg
        DESTINATION ${CMAKE_INSTALL_DATADIR}/icons/hicolor/scalable/apps)
endif()

set(CPACK_GENERATOR DEB)
set(CPACK_PACKAGE_NAME dueline)
set(CPACK_PACKAGE_VENDOR "The Dueline authors")
set(CPACK_PACKAGE_DESCRIPTION_SUMMARY "console and worker for delayed tasks in Redis")
set(CPACK_PACKAGE_DESCRIPTION "Shows every delayed task in your Redis on one timeline, and lets you act
on it safely: reschedule, retry, run now, discard and undo. Holds the
window (dueline), and the same actions for scripts and monitoring with a
headless worker (duectl).")
set(CPACK_PACKAGING_INSTALL_PREFIX /usr)
set(CPACK_PACKAGE_DIRECTORY ${CMAKE_BINARY_DIR})
set(CPACK_STRIP_FILES ON)
set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
set(CPACK_DEBIAN_PACKAGE_RELEASE 1)
set(CPACK_DEBIAN_PACKAGE_SECTION database)
set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS ON)
# These packages provide the private Redis of the sandbox, tunnels, a keyring and its library (which is loaded at run
# time and therefore not detected by dpkg-shlibdeps), and the fonts for which the window was designed, including a
# Chinese one. Dueline also works without these packages.
set(CPACK_DEBIAN_PACKAGE_RECOMMENDS "redis-tools | redis-server, openssh-client, libsecret-1-0, gnome-keyring | kwalletmanager, \
fonts-open-sans, fonts-jetbrains-mono, fonts-noto-cjk | fonts-wqy-microhei")
# Qt's own Chinese translations are files that are loaded at run time. Without them, half of a Chinese window would be
# in English.
if(BUILD_GUI)
    set(CPACK_DEBIAN_PACKAGE_DEPENDS "qt6-translations-l10n")
endif()
set(CPACK_DEBIAN_PACKAGE_SUGGESTS "qt6-wayland, systemd")

# RPM package for the system on which it is built. rpmbuild adds the programs' libraries to Requires, by soname and
# symbol version.
set(CPACK_RPM_FILE_NAME RPM-DEFAULT)
set(CPACK_RPM_PACKAGE_RELEASE 1)
set(CPACK_RPM_PACKAGE_LICENSE GPL-3.0-or-later)
set(CPACK_RPM_PACKAGE_GROUP Applications/Databases)
if(BUILD_GUI)
    set(CPACK_RPM_PACKAGE_REQUIRES qt6-qttranslations)
endif()
set(CPACK_PRE_BUILD_SCRIPTS ${packaging}/rpmfiles.cmake)
# CPack has no variable for Recommends. The macros make two packages from one build identical.
set(CPACK_RPM_SPEC_MORE_DEFINE "Recommends: (valkey or redis)
Recommends: openssh-clients
Recommends: libsecret
Recommends: open-sans-fonts
Recommends: jetbrains-mono-fonts
Recommends: google-noto-sans-cjk-fonts
Suggests: qt6-qtwayland
%global _build_id_links none
%global _buildhost localhost
%global use_source_date_epoch_as_buildtime 1
%global clamp_mtime_to_source_date_epoch 1")
# These folders belong to other packages.
foreach(folder applications bash-completion bash-completion/completions fish fish/vendor_completions.d icons icons/hicolor
        icons/hicolor/scalable icons/hicolor/scalable/apps man man/man1 metainfo zsh zsh/site-functions)
    list(APPEND CPACK_RPM_EXCLUDE_FROM_AUTO_FILELIST_ADDITION /usr/share/${folder})
endforeach()
list(APPEND CPACK_RPM_EXCLUDE_FROM_AUTO_FILELIST_ADDITION /usr/lib/systemd /usr/lib/systemd/system /usr/lib/systemd/user)
include(CPack)
