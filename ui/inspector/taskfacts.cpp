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

#include <algorithm>

namespace dueline {

void TaskFacts::set(std::vector<Fact> facts)
{
    m_facts = std::move(facts);
    fitHeight();
    QStringList words;
    for (const Fact& fact : m_facts)
        words << (fact.made >= 0 ? fact.key + u' ' + Formatting::attempts(fact.made, fact.of)
                                 : (fact.key + u' ' + fact.value + u' ' + fact.aside).trimmed());
    setAccessibleName(Formatting::commas(words));
    update();
}

/// Returns the rows of both columns with their positions.
std::vector<TaskFacts::Row> TaskFacts::rows() const
{
    const bool hasColumns = width() >= columnsFrom;
    std::vector<Row> rows;
    int y = 0;
    int shortY = 0;
    for (const Fact& fact : m_facts) {
        if (hasColumns && fact.isShort) {
            const int left = width() - shortWidth;
            rows.push_back({&fact, {left, shortY, shortKeyWidth, rowHeight},
                {left + shortKeyWidth, shortY, shortWidth - shortKeyWidth, rowHeight}});
            shortY += rowHeight;
            continue;
        }
        const int right = hasColumns && y < shortHeight() ? width() - shortWidth - columnGap : width();
        rows.push_back({&fact, {0, y, keyWidth, rowHeight}, {keyWidth, y, right - keyWidth, rowHeight}});
        y += rowHeight;
    }
    return rows;
}

int TaskFacts::shortHeight() const
{
    return int(std::count_if(m_facts.begin(), m_facts.end(), [](const Fact& fact) { return fact.isShort; }))
        * rowHeight;
}

std::optional<TaskFacts::Row> TaskFacts::rowAt(QPoint at) const
{
    for (const Row& row : rows()) {
        if (row.key.united(row.value).contains(at))
            return row;
    }
    return std::nullopt;
}

void TaskFacts::fitHeight()
{
    int height = 0;
    for (const Row& row : rows())
        height = std::max(height, row.key.y() + row.key.height());
    setFixedHeight(height);
}

void TaskFacts::resizeEvent(QResizeEvent* event)
{
    fitHeight();
    QWidget::resizeEvent(event);
}

bool TaskFacts::event(QEvent* event)
{
    if (event->type() != QEvent::ToolTip)
        return QWidget::event(event);
    const auto* help = static_cast<QHelpEvent*>(event);
    const auto row = rowAt(help->pos());
    const bool cut = row && QFontMetrics(m_theme.font()).horizontalAdvance(row->fact->value) > row->value.width();
    QToolTip::showText(help->globalPos(), cut ? plainTextToolTip(row->fact->value) : QString(), this);
    return true;
}

void TaskFacts::contextMenuEvent(QContextMenuEvent* event)
{
    const auto row = rowAt(event->pos());
    if (!row || row->fact->value.isEmpty())
        return QWidget::contextMenuEvent(event);
    const QString value = row->fact->value; // copied because the task may change while the menu is open
    QMenu menu(this);
    menu.addAction(PlainLabel::tr("&Copy"), this, [&value] { QApplication::clipboard()->setText(value); });
    menu.exec(event->globalPos());
}

void TaskFacts::paintEvent(QPaintEvent*)
{
    QPainter p(this);
    const Tokens& t = m_theme.tokens();
    for (const auto& [fact, key, value] : rows()) {
        p.setFont(m_theme.font(-1));
        p.setPen(t.text2);
        p.drawText(key, Qt::AlignVCenter | Qt::AlignLeft, fact->key);
        if (fact->made >= 0) {
            paintAttemptPips(p, m_theme, value, fact->made, fact->of, fact->state, false, 0);
            continue;
        }
        p.setFont(m_theme.font());
        p.setPen(t.text);
        const QString shown = p.fontMetrics().elidedText(fact->value, Qt::ElideRight, value.width());
        p.drawText(value, Qt::AlignVCenter | Qt::AlignLeft | Qt::TextSingleLine, shown);
        const int used = p.fontMetrics().horizontalAdvance(shown) + 8;
        p.setPen(t.text2);
        // Draw the text only if it fits completely: a clipped duration could be misread.
        if (used + p.fontMetrics().horizontalAdvance(fact->aside) <= value.width())
            p.drawText(
                value.adjusted(used, 0, 0, 0), Qt::AlignVCenter | Qt::AlignLeft | Qt::TextSingleLine, fact->aside);
    }
}

} // namespace dueline
