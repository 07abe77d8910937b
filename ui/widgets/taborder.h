// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

class QWidget;

namespace dueline {

/// Returns the widget that Tab or Shift+Tab moves to. The order follows the nesting of widgets, so that widgets created
/// later are in the order of their visible position. Wraps around at the ends; null if no widget in `window` accepts
/// focus.
QWidget* nextByTab(const QWidget& window, const QWidget* from, bool forward);

/// Returns the first widget in `part` that Tab reaches; null if there is none.
QWidget* firstByTab(const QWidget& part);

} // namespace dueline
