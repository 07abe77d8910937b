// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QSize>

class QWidget;

namespace dueline {

/// Sizes of the timeline and the sidebar, derived from the size of the window.
class PartSizes
{
public:
    static constexpr int startTimeline = 208; ///< height
    static constexpr int startSidebar = 248; ///< width

    /// Returns whether a window of this size hides the inspector and shortens its parts.
    static bool isNarrow(QSize window);

    /// Restores the initial sizes.
    void reset() { *this = PartSizes(); }
    /// Resizes both parts for a window of this size. A size that the user has set by dragging is kept.
    void apply(QSize window, QWidget& timeline, QWidget& sidebar);

private:
    int m_timeline = startTimeline; ///< last height derived from the size of the window
    int m_sidebar = startSidebar; ///< last width derived from the size of the window
};

} // namespace dueline
