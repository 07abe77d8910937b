// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/result.h"

#include <QByteArray>

namespace dueline::duectl {

/// Replaces a file that the user named as a whole, so that a reader never sees half of it. Follows a link, and does
/// not replace anything but a file. `what`: its name in messages, as "the statistics file". Errors: Io.
Result<> replaceFile(const QByteArray& path, const QByteArray& content, const QString& what);

} // namespace dueline::duectl
