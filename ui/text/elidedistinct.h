// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QStringList>

class QFontMetrics;

namespace dueline {

/// Elides each string in the middle to at most `room` pixels. Strings that would look identical are elided at a
/// different position, so that their difference remains visible.
QStringList elideDistinct(const QStringList& texts, const QFontMetrics& metrics, int room);

} // namespace dueline
