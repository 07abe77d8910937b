// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

class QKeyEvent;
class QWidget;

namespace dueline {

/// Handler of Return if no other widget in a window uses the key.
struct ReturnKey
{
    /// Clicks the focused button, as Space does; Qt does this only for some dialog buttons. Check boxes and radio
    /// buttons do not use Return, so that the window can handle it. Returns false if no button has used the key.
    static bool presses(const QWidget& window, const QKeyEvent& event);
};

} // namespace dueline
