// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

namespace dueline {

/// Where a file or folder of the sources is: `relative` below the folder of README.md, which an empty one means.
QString sourcePath(const QString& relative = {});

} // namespace dueline
