// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QStringList>

class QFontMetrics;

namespace dueline {

/// Elides the middle of each string that is wider than `room` pixels. Strings that would look the same are elided at a
/// different position, so that they remain distinguishable.
QStringList elideDistinct(const QStringList& texts, const QFontMetrics& metrics, int room);

} // namespace dueline
