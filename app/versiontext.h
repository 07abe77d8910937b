// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

namespace dueline {

/// Returns the output of `--version`: the program's name and version, then one line each for the commit, Qt, and
/// hiredis. The commit is "unknown" if the source was neither a git clone nor a source archive. Qt's version is the
/// loaded library's; hiredis's version is the one used for the build.
QString versionText(const QString& program);

} // namespace dueline
