// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/inspector/taskfacts.h"

#include "ui/text/formatting.h"
#include "ui/text/plaintexttooltip.h"
#include "ui/theme/theme.h"
#include "ui/widgets/plainlabel.h"
#include "ui/widgets/statetile.h"

#include <QApplication>
#include <QClipboard>
#include <QHelpEvent>
#include <QMenu>
#include <QPainter>

namespace dueline {

void TaskFacts::set(std::vector<Fact> facts)
{
    m_facts = std::move(facts);
    setFixedHeight(int(m_facts.size()) * rowHeight);
    QStringList words;
    for (const Fact& fact : m_facts)
        words << (fact.made >= 0 ? QStringLiteral("%1 %2/%3, %4 %5")
                                       .arg(fact.key)
                                       .arg(fact.made)
                                       .arg(fact.of)
                                       .arg(fact.aside, fact.value)
                                 : fact.key + u' ' + fact.value + u' ' + fact.aside);
    setAccessibleName(Formatting::commas(words));
    update();
}

const TaskFacts::Fact* TaskFacts::factAt(QPoint at) const
{
    const int row = at.y() / rowHeight;
    return at.y() >= 0 && row < int(m_facts.size()) ? &m_facts[std::size_t(row)] : nullptr;
}

bool TaskFacts::event(QEvent* event)
{
    if (event->type() != QEvent::ToolTip)
        return QWidget::event(event);
    const auto* help = static_cast<QHelpEvent*>(event);
    const Fact* fact = factAt(help->pos());
    const bool cut
        = fact && fact->made < 0 && QFontMetrics(m_theme.font()).horizontalAdvance(fact->value) > width() - keyWidth;
    QToolTip::showText(help->globalPos(), cut ? plainTextToolTip(fact->value) : QString(), this);
    return true;
}

void TaskFacts::contextMenuEvent(QContextMenuEvent* event)
{
    const Fact* fact = factAt(event->pos());
    if (!fact || fact->value.isEmpty())
        return QWidget::contextMenuEvent(event);
    const QString value = fact->value; // copied because the task may change while the menu is open
    QMenu menu(this);
    menu.addAction(PlainLabel::tr("&Copy"), this, [&value] { QApplication::clipboard()->setText(value); });
    menu.exec(event->globalPos());
}

void TaskFacts::paintEvent(QPaintEvent*)
{
    QPainter p(this);
    const Tokens& t = m_theme.tokens();
    int y = 0;
    for (const Fact& fact : m_facts) {
        p.setFont(m_theme.font(-1));
        p.setPen(t.text2);
        p.drawText(QRect(0, y, keyWidth, rowHeight), Qt::AlignVCenter | Qt::AlignLeft, fact.key);
        const QRect area(keyWidth, y, width() - keyWidth, rowHeight);
        if (fact.made >= 0) {
            const int end = paintAttemptPips(p, m_theme, area, fact.made, fact.of, fact.state, false, 0);
            const QRect rest = area.adjusted(end - area.left() + 24, 0, 0, 0);
            p.setFont(m_theme.font(-1));
            p.setPen(t.text2);
            const int used = p.fontMetrics().horizontalAdvance(fact.aside) + 12;
            p.drawText(rest, Qt::AlignVCenter | Qt::AlignLeft | Qt::TextSingleLine, fact.aside);
            p.setFont(m_theme.font());
            p.setPen(t.text);
            p.drawText(rest.adjusted(used, 0, 0, 0), Qt::AlignVCenter | Qt::AlignLeft | Qt::TextSingleLine, fact.value);
        } else {
            p.setFont(m_theme.font());
            p.setPen(t.text);
            const QString shown = p.fontMetrics().elidedText(fact.value, Qt::ElideRight, area.width());
            p.drawText(area, Qt::AlignVCenter | Qt::AlignLeft | Qt::TextSingleLine, shown);
            const int used = p.fontMetrics().horizontalAdvance(shown) + 8;
            p.setPen(t.text2);
            // Draw the text only if it fits completely: a clipped duration could be misread.
            if (used + p.fontMetrics().horizontalAdvance(fact.aside) <= area.width())
                p.drawText(
                    area.adjusted(used, 0, 0, 0), Qt::AlignVCenter | Qt::AlignLeft | Qt::TextSingleLine, fact.aside);
        }
        y += rowHeight;
    }
}

} // namespace dueline
