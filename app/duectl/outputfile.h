// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/result.h"

#include <QByteArray>

namespace dueline::duectl {

/// Replaces a file that a user has named as a whole, so that a reader never sees half of it. A link is followed; what
/// is no file is not replaced. `what`: how it is called, as "The statistics file". Errors: Io.
Result<> replaceFile(const QByteArray& path, const QByteArray& content, const QString& what);

} // namespace dueline::duectl
