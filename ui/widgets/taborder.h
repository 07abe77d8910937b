// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

class QWidget;

namespace dueline {

/// Returns the widget that Tab or Shift+Tab moves the focus to. The order follows the nesting of widgets, so that even
/// widgets created later are in their visual order. Wraps around at the ends. Returns null if no widget in `window` is
/// focusable.
QWidget* nextByTab(const QWidget& window, const QWidget* from, bool forward);

/// Returns the first widget in `part` that Tab can focus; null if there is none.
QWidget* firstByTab(const QWidget& part);

} // namespace dueline
