// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

class QKeyEvent;
class QWidget;

namespace dueline {

/// Default handling of the Return key in a window, used if no widget has handled the key.
struct ReturnKey
{
    /// Clicks the button that has the focus, as Space would. Qt itself does this only for some
    /// dialog buttons. Check boxes and radio buttons do not use Return, so that the window can
    /// handle it. Returns false if Return was not used.
    static bool presses(const QWidget& window, const QKeyEvent& event);
};

} // namespace dueline
