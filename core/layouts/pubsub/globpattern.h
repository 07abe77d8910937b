// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QByteArrayView>

namespace dueline {

/// Returns whether `text` matches a pattern in the syntax of SCAN's MATCH: `*`, `?`, `[a-z]`, `[^a]`, and a backslash
/// before a literal character.
bool matchesGlob(QByteArrayView pattern, QByteArrayView text);

} // namespace dueline
