// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/actions/panecycle.h"

#include <QApplication>

#include <algorithm>

namespace dueline {

PaneCycle::PaneCycle(std::vector<QWidget*> panes)
    : m_panes(std::move(panes))
{
    std::erase(m_panes, nullptr);
}

void PaneCycle::move(bool forward) const
{
    const QWidget* focused = QApplication::focusWidget();
    const auto current = std::find_if(m_panes.begin(), m_panes.end(),
        [focused](const QWidget* pane) { return pane == focused || pane->isAncestorOf(focused); });
    const auto count = std::ptrdiff_t(m_panes.size());
    // If the focus is outside all panes, start with the first one (forward) or the last one (backward).
    std::ptrdiff_t at = current == m_panes.end() ? (forward ? -1 : count) : current - m_panes.begin();
    for (std::ptrdiff_t tried = 0; tried < count; ++tried) {
        at = (at + (forward ? 1 : -1) + count) % count;
        if (take(m_panes[std::size_t(at)]))
            return;
    }
}

/// Focuses the pane, or its first child that accepts the focus. Returns false if neither does.
bool PaneCycle::take(QWidget* pane)
{
    if (!pane->isVisible())
        return false;
    if (pane->focusPolicy() != Qt::NoFocus) {
        pane->setFocus(Qt::ShortcutFocusReason);
        return true;
    }
    for (QWidget* next = pane->nextInFocusChain(); next && next != pane; next = next->nextInFocusChain()) {
        if (pane->isAncestorOf(next) && next->isVisible() && next->isEnabled()
            && (next->focusPolicy() & Qt::TabFocus)) {
            next->setFocus(Qt::ShortcutFocusReason);
            return true;
        }
    }
    return false;
}

} // namespace dueline
