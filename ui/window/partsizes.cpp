// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/window/partsizes.h"

#include <QSplitter>

#include <algorithm>
#include <utility>

namespace dueline {

namespace {

constexpr int narrowWindowBelow = 1200;
constexpr int lowBelow = 700;
constexpr int highFrom = 880;
constexpr int wideFrom = 1440;
constexpr int widestFrom = 1920;
constexpr int narrowSidebar = 212;
constexpr int wideSidebar = 272;
constexpr int widestSidebar = 304;
constexpr int aroundPlot = 114; ///< combined height of the timeline's header, marks and axis, in pixels

int timelineHeight(QSize window)
{
    if (window.height() < lowBelow)
        return 172;
    if (window.height() < highFrom || window.width() < wideFrom)
        return PartSizes::startTimeline;
    return aroundPlot + (window.width() < widestFrom ? 160 : std::clamp(window.height() * 18 / 100, 220, 300));
}

int sidebarWidth(QSize window)
{
    if (PartSizes::isNarrow(window))
        return narrowSidebar;
    if (window.width() < wideFrom)
        return PartSizes::startSidebar;
    return window.width() < widestFrom ? wideSidebar : widestSidebar;
}

void resizePart(QWidget& part, int from, int to, int rest)
{
    auto* splitter = static_cast<QSplitter*>(part.parentWidget());
    if (!part.isVisible() || splitter->sizes().front() == from)
        splitter->setSizes({to, rest});
}

} // namespace

bool PartSizes::isNarrow(QSize window) { return window.width() < narrowWindowBelow; }

void PartSizes::apply(QSize window, QWidget& timeline, QWidget& sidebar)
{
    if (const int height = timelineHeight(window); height != m_timeline)
        resizePart(timeline, std::exchange(m_timeline, height), height, window.height());
    if (const int width = sidebarWidth(window); width != m_sidebar)
        resizePart(sidebar, std::exchange(m_sidebar, width), width, window.width());
}

} // namespace dueline
