// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/queue/taskstate.h"

#include <QPainter>

namespace dueline {

class Theme;

/// Paints the tile of a state: a rounded square in the fill color of the state, with a 1 px inner edge and a symbol.
/// `size`: 14, 16 or 20. Callers must show the name of the state next to the tile.
void paintStateTile(QPainter& painter, const Theme& theme, QPointF topLeft, int size, TaskState state);

/// Paints up to eight pips for attempts, followed by `made/of`. Returns the x coordinate at which the text ends. The
/// last of the `made` pips represents the lease or the success of a leased or completed task. All other pips represent
/// failures. `step`: font size, as for Theme::font().
int paintAttemptPips(QPainter& painter, const Theme& theme, QRect area, int made, int of, TaskState state,
    bool stale = false, int step = -1);

} // namespace dueline
