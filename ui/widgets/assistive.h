// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

class QAbstractItemView;
class QMenu;
class QToolButton;

namespace dueline {

/// Accessibility of widgets beyond Qt's own support, for assistive technology (screen readers and UI automation).
namespace Assistive {

/// Installs accessible interfaces for the program's own widgets, such as a chart for the timeline, an alert for the
/// message bar, and a text field for times. Combo boxes report their selected item in addition to their name. Call this
/// once per program.
void tellRoles();

/// Makes a row current when assistive technology selects it, as a click would: assistive technology selects without
/// moving the cursor. For views with single selection. Call this after setModel().
void followSelection(QAbstractItemView& view);

/// Makes the button open the menu, and makes the menu the button's accessible child, so that assistive technology finds
/// its entries by name. Qt itself does not expose such a menu. An entry triggered by assistive technology closes the
/// menu.
void opensMenu(QToolButton& button, QMenu& menu);

} // namespace Assistive

} // namespace dueline
