// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

class QAbstractItemView;
class QMenu;
class QToolButton;

namespace dueline {

/// Support for assistive technology (screen readers and UI automation) that Qt itself lacks.
namespace Assistive {

/// Installs accessible interfaces for the program's own widgets, such as a chart for the timeline, an alert for a
/// message, and a text field for times. Also makes combo boxes report their selected item in addition to their
/// name. Call this once per program.
void tellRoles();

/// Makes a row current when assistive technology selects it. Unlike a click, such a selection does
/// not move the cursor. Use this for views with single selection, after setModel().
void followSelection(QAbstractItemView& view);

/// Makes the button open the menu, and exposes the menu as the button's accessible child, so that assistive technology
/// can find its entries by name. Qt itself does not expose such a menu. Triggering an entry with assistive technology
/// closes the menu.
void opensMenu(QToolButton& button, QMenu& menu);

} // namespace Assistive

} // namespace dueline
