// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

class QKeyEvent;
class QWidget;

namespace dueline {

/// Default handling of the Return key in a window, for when no widget has handled the key.
struct ReturnKey
{
    /// Clicks the focused button, as Space would. Qt does this only for some dialog buttons. Check boxes and radio
    /// buttons don't use Return, so that the window can handle it. Returns false if Return wasn't used.
    static bool presses(const QWidget& window, const QKeyEvent& event);
};

} // namespace dueline
