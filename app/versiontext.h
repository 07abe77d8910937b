// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

namespace dueline {

/// Returns the output of `--version`: the program's name and version, followed by one line each for the commit, Qt and
/// hiredis. The commit is "unknown" if the source was neither a git clone nor a source archive. Qt's version is that of
/// the loaded library, and hiredis's version is that of the build.
QString versionText(const QString& program);

} // namespace dueline
