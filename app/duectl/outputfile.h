// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/result.h"

#include <QByteArray>

namespace dueline::duectl {

/// Replaces the content of a file specified by the user, so that readers never see an incomplete file. Follows symbolic
/// links, and replaces only regular files. `what`: description of the file in messages, such as "the statistics file".
/// Errors: Io.
Result<> replaceFile(const QByteArray& path, const QByteArray& content, const QString& what);

} // namespace dueline::duectl
