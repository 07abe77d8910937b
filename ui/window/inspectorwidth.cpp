// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/window/inspectorwidth.h"

#include <QResizeEvent>
#include <QSplitter>

#include <algorithm>
#include <utility>

namespace dueline {

namespace {

constexpr int inspectorWideFrom = 1440; ///< minimum window width for a wider inspector
constexpr int inspectorWidestFrom = 1920;
constexpr int wideInspector = 420;
constexpr int widestInspector = 640;

} // namespace

InspectorWidth::InspectorWidth(QWidget& window, QSplitter& splitter)
    : QObject(&window)
    , m_window(window)
    , m_splitter(splitter)
{
    window.installEventFilter(this);
}

void InspectorWidth::reset()
{
    m_last = start;
    apply(m_window.width());
}

bool InspectorWidth::eventFilter(QObject* watched, QEvent* event)
{
    if (watched == &m_window && event->type() == QEvent::Resize)
        apply(static_cast<QResizeEvent*>(event)->size().width());
    return QObject::eventFilter(watched, event);
}

void InspectorWidth::apply(int windowWidth)
{
    const int width = windowWidth < inspectorWideFrom ? start
        : windowWidth < inspectorWidestFrom           ? wideInspector
                                                      : widestInspector;
    const int last = std::exchange(m_last, width);
    if (width == last)
        return;
    const QWidget& inspector = *m_splitter.widget(m_splitter.count() - 1);
    if (inspector.isVisible() && m_splitter.sizes().back() != std::max(last, inspector.minimumWidth()))
        return; // the user has chosen this width by dragging
    m_splitter.setSizes({std::max(0, windowWidth - width), width});
}

} // namespace dueline
