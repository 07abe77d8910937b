// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

namespace dueline {

/// Returns the output of `--version`: the program with its version, followed by one line each for the commit from which
/// it was built ("unknown" outside git and source archives), the version of Qt that is loaded, and the version of
/// hiredis with which it was built.
QString versionText(const QString& program);

} // namespace dueline
