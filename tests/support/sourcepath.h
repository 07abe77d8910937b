// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

namespace dueline {

/// Returns the path of a source file or folder, given its path relative to the folder that contains README.md. For an
/// empty path, returns that folder.
QString sourcePath(const QString& relative = {});

} // namespace dueline
