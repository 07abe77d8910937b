// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/queue/taskstate.h"

#include <QPainter>
#include <QPixmap>

namespace dueline {

class Theme;

/// Paints a state's tile: a rounded square in the state's fill color, with a 1 px inner edge and a symbol. `size`: 14,
/// 16, 20 or more. Callers must show the state's name next to the tile.
void paintStateTile(QPainter& painter, const Theme& theme, QPointF topLeft, int size, TaskState state);
/// Returns a state's tile as a picture for a label. `ratio`: the label's device pixel ratio.
QPixmap stateTile(const Theme& theme, int size, TaskState state, qreal ratio);

/// Paints up to eight pips for attempts, followed by `made/of`. Returns the x coordinate where the text ends. The last
/// of the `made` pips represents the lease or the success of a leased or completed task; all others represent failures.
/// `step`: font size, as passed to Theme::font().
int paintAttemptPips(QPainter& painter, const Theme& theme, QRect area, int made, int of, TaskState state,
    bool stale = false, int step = -1);

} // namespace dueline
