// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/widgets/steadyscroll.h"

#include <QEvent>
#include <QScopedValueRollback>

namespace dueline {

namespace {

/// Maximum nesting depth of size changes; at a greater depth, the scroll bar stays visible.
constexpr int mostSizes = 6;

} // namespace

bool SteadyScroll::event(QEvent* event)
{
    if (event->type() == QEvent::Resize)
        forgetBar();
    return QScrollArea::event(event);
}

/// Handles size changes of the widget. QScrollArea resizes the widget within this function, so this function is called
/// recursively.
bool SteadyScroll::eventFilter(QObject* watched, QEvent* event)
{
    const QScopedValueRollback depth(m_depth, m_depth + 1);
    if (m_depth > mostSizes && !keepsBar())
        setVerticalScrollBarPolicy(Qt::ScrollBarAlwaysOn);
    return QScrollArea::eventFilter(watched, event);
}

} // namespace dueline
