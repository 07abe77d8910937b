// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

namespace dueline {

/// Returns the text with break opportunities inside long words: text from a server or payload may be a single word of a
/// thousand characters. The result is for display only; the inserted characters must not be copied.
QString breakable(const QString& text);

} // namespace dueline
