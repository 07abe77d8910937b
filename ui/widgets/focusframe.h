// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

class QPainter;
class QRect;

namespace dueline {

class Theme;

/// Paints the focus frame of a custom-painted widget: a two-pixel line in the accent color, just inside `rect`.
void paintFocusFrame(QPainter& painter, const Theme& theme, const QRect& rect);

} // namespace dueline
