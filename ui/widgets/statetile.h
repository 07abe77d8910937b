// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/queue/taskstate.h"

#include <QPainter>

namespace dueline {

class Theme;

/// Draws a state's tile: a rounded square in the state's fill color with a 1 px inner edge and a glyph. `size` is 14,
/// 16 or 20. Callers must show the state's word next to the tile.
void paintStateTile(QPainter& painter, const Theme& theme, QPointF topLeft, int size, TaskState state);

/// Draws the pips of attempts, at most eight, followed by `made/of`. Returns the x coordinate of the end. The last of
/// the `made` pips shows the lease or success of a leased or done task; all others show failures. `step`: as for
/// Theme::font().
int paintAttemptPips(QPainter& painter, const Theme& theme, QRect area, int made, int of, TaskState state,
    bool stale = false, int step = -1);

} // namespace dueline
