// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/result.h"

#include <QByteArray>

namespace dueline::duectl {

/// Writes a file at a path the user specified. Replaces an existing file atomically, so that readers never see an
/// incomplete file. Follows symbolic links, and refuses to replace anything but a regular file. `what`: the file's name
/// in messages, such as "the statistics file". Errors: Io.
Result<> replaceFile(const QByteArray& path, const QByteArray& content, const QString& what);

} // namespace dueline::duectl
