// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QSize>

class QWidget;

namespace dueline {

/// Sizes of the timeline and the sidebar, which depend on the window's size.
class PartSizes
{
public:
    static constexpr int startTimeline = 208; ///< initial height of the timeline in pixels
    static constexpr int startSidebar = 248; ///< initial width of the sidebar in pixels

    /// Returns whether the window is so small that the inspector is hidden and other parts are smaller.
    static bool isNarrow(QSize window);

    void reset() { *this = PartSizes(); }
    /// Resizes both parts for this window size. Keeps sizes that the user has set by dragging.
    void apply(QSize window, QWidget& timeline, QWidget& sidebar);

private:
    int m_timeline = startTimeline; ///< last height set according to the window's size
    int m_sidebar = startSidebar; ///< last width set according to the window's size
};

} // namespace dueline
