// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/queue/taskstate.h"

#include <QPainter>

namespace dueline {

class Theme;

/// Draws a state's tile: a rounded square in the state's fill with a 1 px inner edge and its glyph. `size` is 14, 16
/// or 20. Wherever it stands, the state's word stands beside it.
void paintStateTile(QPainter& painter, const Theme& theme, QPointF topLeft, int size, TaskState state);

/// Draws the pips of attempts, at most eight, and `made/of` behind them; returns the x where it ends.
/// While leased, or once done, the last of the `made` ones is shown so; all others went wrong. `step` is that of
/// Theme::font().
int paintAttemptPips(QPainter& painter, const Theme& theme, QRect area, int made, int of, TaskState state,
    bool stale = false, int step = -1);

} // namespace dueline
