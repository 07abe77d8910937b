// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

class QWidget;

namespace dueline {

/// What Tab, or Shift+Tab, brings the focus to: part by part as they stand in each other, so that what is made later is
/// reached where it is seen. Round at the ends; null: nothing in `window` takes the focus.
QWidget* nextByTab(const QWidget& window, const QWidget* from, bool forward);

/// The first that Tab reaches in `part`; null: none.
QWidget* firstByTab(const QWidget& part);

} // namespace dueline
