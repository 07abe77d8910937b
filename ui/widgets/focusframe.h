// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

class QPainter;
class QRect;

namespace dueline {

class Theme;

/// Where the keyboard is, in what paints itself: a line of two pixels in the accent, just inside of `rect`.
void paintFocusFrame(QPainter& painter, const Theme& theme, const QRect& rect);

} // namespace dueline
