// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

namespace dueline {

/// Returns the output of `--version`: the program and its version, then one line each for the commit it was built from
/// ("unknown" outside of git and source archives), the loaded version of Qt, and the version of hiredis that it was
/// built with.
QString versionText(const QString& program);

} // namespace dueline
