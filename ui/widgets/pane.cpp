// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/widgets/pane.h"

#include "ui/theme/theme.h"
#include "ui/widgets/taborder.h"

#include <QFocusEvent>
#include <QPainter>
#include <QStackedWidget>
#include <QVBoxLayout>

#include <utility>

namespace dueline {

Pane::Pane(const Theme& theme, Ground ground, Qt::Edges lines, QWidget* parent)
    : QWidget(parent)
    , m_theme(theme)
    , m_ground(ground)
    , m_lines(lines)
{
    setAttribute(Qt::WA_OpaquePaintEvent);
    connect(&theme, &Theme::changed, this, qOverload<>(&QWidget::update));
    // Keep children from covering the separator lines.
    setContentsMargins(lines & Qt::LeftEdge ? 1 : 0, lines & Qt::TopEdge ? 1 : 0, lines & Qt::RightEdge ? 1 : 0,
        lines & Qt::BottomEdge ? 1 : 0);
}

void Pane::addPages(QWidget* head, QStackedWidget* stack, const std::vector<QWidget*>& pages)
{
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(0);
    column->addWidget(head);
    for (QWidget* page : pages)
        stack->addWidget(page);
    column->addWidget(stack, 1);
}

void Pane::setStripe(const QColor& color, int width)
{
    m_stripe = color;
    m_stripeWidth = width;
    update();
}

void Pane::setWash(const QColor& color, double share)
{
    m_wash = color;
    m_washShare = share;
    update();
}

void Pane::setEntry(QWidget* entry, QWidget* meanwhile)
{
    m_entry = entry;
    m_meanwhile = meanwhile;
    entry->installEventFilter(this);
}

/// Passes the focus on. A focus proxy wouldn't work: Tab would follow it to hidden widgets and skip all widgets before
/// it.
void Pane::focusInEvent(QFocusEvent* event)
{
    if (!m_entry)
        return;
    if (m_entry->isVisible() && m_entry->isEnabled())
        return m_entry->setFocus(event->reason());
    QWidget* first = m_meanwhile && m_meanwhile->isVisible() ? m_meanwhile.data() : firstByTab(*this);
    m_instead = first ? first : this;
    if (first)
        first->setFocus(event->reason());
}

bool Pane::eventFilter(QObject* watched, QEvent* event)
{
    if (watched == m_entry && event->type() == QEvent::Show && m_instead) {
        // Widget with the focus; null if that widget was hidden to save space.
        const QWidget* now = window()->focusWidget();
        if (std::exchange(m_instead, {}) == now || !now)
            m_entry->setFocus(Qt::ShortcutFocusReason);
    }
    return QWidget::eventFilter(watched, event);
}

void Pane::paintEvent(QPaintEvent*)
{
    const Tokens& t = m_theme.tokens();
    QPainter p(this);
    const QColor ground = m_ground == Ground::Window ? t.window : m_ground == Ground::Surface ? t.surface : t.sunken;
    p.fillRect(rect(), m_wash.isValid() ? mixed(m_wash, ground, m_washShare) : ground);
    if (m_lines & Qt::TopEdge)
        p.fillRect(0, 0, width(), 1, t.line);
    if (m_lines & Qt::BottomEdge)
        p.fillRect(0, height() - 1, width(), 1, t.line);
    if (m_lines & Qt::LeftEdge)
        p.fillRect(0, 0, 1, height(), t.line);
    if (m_lines & Qt::RightEdge)
        p.fillRect(width() - 1, 0, 1, height(), t.line);
    if (m_stripe.isValid())
        p.fillRect(0, 0, m_stripeWidth, height(), m_stripe);
}

} // namespace dueline
