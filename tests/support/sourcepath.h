// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

namespace dueline {

/// Returns the path of a file or folder of the sources, relative to the folder of README.md. An empty path means that
/// folder.
QString sourcePath(const QString& relative = {});

} // namespace dueline
