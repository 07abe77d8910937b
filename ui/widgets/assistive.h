// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

class QAbstractItemView;
class QMenu;
class QToolButton;

namespace dueline {

/// Accessibility of widgets beyond Qt's own support, for assistive programs (screen readers and UI automation).
namespace Assistive {

/// Installs accessible interfaces for the program's own widgets: a chart for the timeline, an alert for the message
/// bar, a text field for times, and so on. Combo boxes report their selected item in addition to their name. Must be
/// called once per program.
void tellRoles();

/// Makes a row current when an assistive program selects it, as a click would. Such programs select without moving the
/// cursor. Applies to views with single selection. Must be called after setModel().
void followSelection(QAbstractItemView& view);

/// Makes the button open the menu, and makes the menu the button's accessible child, so that assistive programs find
/// its entries by name. Qt itself does not report such a menu. An entry triggered by an assistive program closes the
/// menu.
void opensMenu(QToolButton& button, QMenu& menu);

} // namespace Assistive

} // namespace dueline
