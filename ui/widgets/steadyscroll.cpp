// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/widgets/steadyscroll.h"

#include <QEvent>
#include <QScopedValueRollback>

namespace dueline {

namespace {

/// Maximum nesting depth of size changes. Beyond it, the scroll bar stays visible.
constexpr int mostSizes = 6;

} // namespace

bool SteadyScroll::event(QEvent* event)
{
    if (event->type() == QEvent::Resize)
        forgetBar();
    return QScrollArea::event(event);
}

/// Handles the widget's size changes. QScrollArea resizes the widget in this function, so it is called recursively.
bool SteadyScroll::eventFilter(QObject* watched, QEvent* event)
{
    const QScopedValueRollback depth(m_depth, m_depth + 1);
    if (m_depth > mostSizes && !keepsBar())
        setVerticalScrollBarPolicy(Qt::ScrollBarAlwaysOn);
    return QScrollArea::eventFilter(watched, event);
}

} // namespace dueline
