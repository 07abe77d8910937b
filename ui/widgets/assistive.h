// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

class QAbstractItemView;
class QMenu;
class QToolButton;

namespace dueline {

/// What assistive programs (screen readers, and whatever drives a window by the names of its parts) need beyond what
/// Qt's own widgets tell.
namespace Assistive {

/// Our own widgets tell what they are: the timeline a chart, the message bar an alert, a field for a time a text, and
/// so on; boxes to choose from tell what is chosen there, beside what is. Once per program.
void tellRoles();

/// They select a row without moving the cursor to it. In a view in which one row is chosen, what they select becomes
/// the current row, too, as if it had been clicked. Call after setModel().
void followSelection(QAbstractItemView& view);

/// The button opens the menu, which is its child for them, so that its entries are found by name; what they press there
/// closes it. Qt tells nothing of such a menu.
void opensMenu(QToolButton& button, QMenu& menu);

} // namespace Assistive

} // namespace dueline
