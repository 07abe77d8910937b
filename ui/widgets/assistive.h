// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

class QAbstractItemView;
class QMenu;
class QToolButton;

namespace dueline {

/// Support for assistive technology (screen readers and UI automation) that Qt lacks.
namespace Assistive {

/// Installs accessible interfaces for the program's own widgets, such as a chart for the timeline, an alert for a
/// message, and a text field for times. Also makes combo boxes report their selected item in addition to their name.
/// Call this once.
void tellRoles();

/// Makes a row current when assistive technology selects it; unlike a click, that doesn't move the cursor. Use this for
/// views with single selection, after setModel().
void followSelection(QAbstractItemView& view);

/// Makes the button open the menu and exposes the menu as the button's accessible child, so that assistive technology
/// can find its entries by name. Qt doesn't expose such menus. Triggering an entry with assistive technology closes the
/// menu.
void opensMenu(QToolButton& button, QMenu& menu);

} // namespace Assistive

} // namespace dueline
