# SPDX-License-Identifier: GPL-3.0-or-later
# Where things go (`cmake --install`), and the Debian package (`packaging/deb`). Icons, scripts
# and translations are compiled into the programs, whose own CMakeLists.txt installs them.
include(GNUInstallDirs)
# Only the two programs are installed; the tests need not be built for that.
set(CMAKE_SKIP_INSTALL_ALL_DEPENDENCY ON)
set(packaging ${CMAKE_CURRENT_LIST_DIR})
install(FILES ${packaging}/man/duectl.1 DESTINATION ${CMAKE_INSTALL_MANDIR}/man1)
install(FILES ${packaging}/completion/duectl DESTINATION ${CMAKE_INSTALL_DATADIR}/bash-completion/completions)
install(FILES ${PROJECT_SOURCE_DIR}/README.md ${PROJECT_SOURCE_DIR}/CHANGELOG.md DESTINATION ${CMAKE_INSTALL_DOCDIR})
install(FILES ${packaging}/copyright DESTINATION ${CMAKE_INSTALL_DOCDIR})
# Installed, not enabled: somebody has to say what it works on.
install(FILES ${packaging}/systemd/dueline-worker@.service DESTINATION lib/systemd/system)
install(FILES ${packaging}/systemd/worker.env DESTINATION ${CMAKE_INSTALL_DOCDIR}/examples)
if(BUILD_GUI)
    set(id io.github.dueline.Dueline)
    install(FILES ${packaging}/man/dueline.1 DESTINATION ${CMAKE_INSTALL_MANDIR}/man1)
    install(FILES ${packaging}/completion/dueline DESTINATION ${CMAKE_INSTALL_DATADIR}/bash-completion/completions)
    install(FILES ${packaging}/desktop/${id}.desktop DESTINATION ${CMAKE_INSTALL_DATADIR}/applications)
    install(FILES ${packaging}/desktop/${id}.metainfo.xml DESTINATION ${CMAKE_INSTALL_DATADIR}/metainfo)
    install(FILES ${PROJECT_SOURCE_DIR}/resources/icons/dueline.svg
        DESTINATION ${CMAKE_INSTALL_DATADIR}/icons/hicolor/scalable/apps)
endif()

set(CPACK_GENERATOR DEB)
set(CPACK_PACKAGE_NAME dueline)
set(CPACK_PACKAGE_VENDOR "The Dueline authors")
set(CPACK_PACKAGE_CONTACT "The Dueline authors <dueline@localhost>")
set(CPACK_PACKAGE_DESCRIPTION_SUMMARY "console and worker for delayed tasks in Redis")
set(CPACK_PACKAGE_DESCRIPTION "Shows every delayed task in your Redis on one timeline, and lets you act on it safely:
reschedule, retry, run now, discard and undo. Holds the window (dueline), and the same
actions for scripts and monitoring with a headless worker (duectl).")
set(CPACK_PACKAGING_INSTALL_PREFIX /usr)
set(CPACK_PACKAGE_DIRECTORY ${CMAKE_BINARY_DIR})
set(CPACK_STRIP_FILES ON)
set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
set(CPACK_DEBIAN_PACKAGE_SECTION database)
set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS ON)
# The private Redis of the sandbox; tunnels; the fonts and Qt's own words the window was drawn with. Everything works without them.
set(CPACK_DEBIAN_PACKAGE_RECOMMENDS
    "redis-tools | redis-server, openssh-client, fonts-open-sans, fonts-jetbrains-mono, qt6-translations-l10n")
set(CPACK_DEBIAN_PACKAGE_SUGGESTS "fonts-wqy-microhei | fonts-noto-cjk, qt6-wayland")
include(CPack)
