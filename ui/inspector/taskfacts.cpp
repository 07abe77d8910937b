// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/inspector/taskfacts.h"

#include "ui/text/formatting.h"
#include "ui/theme/theme.h"
#include "ui/widgets/statetile.h"

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
            p.drawText(rest.adjusted(used, 0, 0, 0), Qt::AlignVCenter | Qt::AlignLeft | Qt::TextSingleLine,
                fact.value);
        } else {
            p.setFont(m_theme.font());
            p.setPen(t.text);
            const QString shown = p.fontMetrics().elidedText(fact.value, Qt::ElideRight, area.width());
            p.drawText(area, Qt::AlignVCenter | Qt::AlignLeft | Qt::TextSingleLine, shown);
            const int used = p.fontMetrics().horizontalAdvance(shown) + 8;
            p.setPen(t.text2);
            // Whole or not at all: half a duration is another one.
            if (used + p.fontMetrics().horizontalAdvance(fact.aside) <= area.width())
                p.drawText(area.adjusted(used, 0, 0, 0), Qt::AlignVCenter | Qt::AlignLeft | Qt::TextSingleLine,
                    fact.aside);
        }
        y += rowHeight;
    }
}

} // namespace dueline
