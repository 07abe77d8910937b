// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QStringList>

class QFontMetrics;

namespace dueline {

/// Each of these texts in at most `room` pixels: cut in the middle where it is longer, and where two would look alike,
/// so that what tells them apart is seen.
QStringList elideDistinct(const QStringList& texts, const QFontMetrics& metrics, int room);

} // namespace dueline
