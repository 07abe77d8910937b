// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

namespace dueline {

/// Returns the output of `--version`: the program's name and version, followed by one line each for
/// the commit, Qt and hiredis. The commit is "unknown" outside git and source archives. The version
/// of Qt is the one that is loaded, and the version of hiredis is the one used for the build.
QString versionText(const QString& program);

} // namespace dueline
