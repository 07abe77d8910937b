// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QByteArrayView>

namespace dueline {

/// Whether `text` matches a pattern as SCAN's MATCH understands it: `*`, `?`, `[a-z]`, `[^a]`, and a backslash before a
/// character that stands for itself.
bool matchesGlob(QByteArrayView pattern, QByteArrayView text);

} // namespace dueline
