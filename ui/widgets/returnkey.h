// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

class QKeyEvent;
class QWidget;

namespace dueline {

/// Return, where nothing else in a window has a use for it.
struct ReturnKey
{
    /// Presses the button that has the focus, as Space does; Qt does so only for some buttons of dialogs. A box that is
    /// ticked, or one of several choices, is left to the window. False: the key was not meant for a button.
    static bool presses(const QWidget& window, const QKeyEvent& event);
};

} // namespace dueline
