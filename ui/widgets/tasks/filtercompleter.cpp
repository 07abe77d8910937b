// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/widgets/tasks/filtercompleter.h"

#include "ui/presenters/filterwords.h"
#include "ui/text/formatting.h"
#include "ui/text/plaintexttooltip.h"
#include "ui/widgets/offerdelegate.h"
#include "ui/widgets/tasks/filterline.h"

#include <QAbstractItemView>
#include <QCompleter>
#include <QItemSelectionModel>
#include <QStandardItemModel>

#include <algorithm>

namespace dueline {

namespace {

constexpr int leastOfferedWidth = 240;
constexpr int mostRows = 12; ///< maximum number of rows without scrolling

} // namespace

FilterCompleter::FilterCompleter(const Theme& theme, FilterLine& line, const FilterWords& words)
    : QObject(&line)
    , m_line(line)
    , m_words(words)
    , m_completer(new QCompleter(this))
    , m_model(new QStandardItemModel(this))
    , m_look(new OfferDelegate(theme, this))
{
    m_completer->setModel(m_model);
    m_completer->setWidget(&line);
    m_completer->setCompletionMode(QCompleter::UnfilteredPopupCompletion);
    m_completer->setMaxVisibleItems(mostRows);
    QAbstractItemView* popup = m_completer->popup();
    popup->setProperty("variant", QStringLiteral("offer"));
    popup->setItemDelegate(m_look);
    popup->setMouseTracking(true);
    popup->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    connect(m_completer, qOverload<const QString&>(&QCompleter::activated), this, &FilterCompleter::take);
    connect(&line, &QLineEdit::textEdited, this, &FilterCompleter::offer);
    line.setFirstAsked([this](int key) { return asked(key); });
}

QStringList FilterCompleter::offered() const
{
    QStringList words;
    for (int row = 0; m_completer->popup()->isVisible() && row < m_model->rowCount(); ++row)
        words << m_model->item(row)->text();
    return words;
}

QAbstractItemView& FilterCompleter::popup() const { return *m_completer->popup(); }

/// Handles a key in the filter line before the list of suggestions gets it.
bool FilterCompleter::asked(int key)
{
    QAbstractItemView* popup = m_completer->popup();
    const bool isReturn = key == Qt::Key_Return || key == Qt::Key_Enter;
    if (!popup->isVisible() || (!isReturn && key != Qt::Key_Escape))
        return false;
    // Accept a row only if the user has moved to it.
    const QModelIndexList chosen = popup->selectionModel()->selectedIndexes();
    popup->hide();
    if (isReturn && !chosen.isEmpty())
        take(chosen.first().data().toString());
    return !isReturn || !chosen.isEmpty();
}

void FilterCompleter::offer()
{
    const QString before = m_line.text().left(m_line.cursorPosition());
    const QStringList words = m_words.completions(before);
    if (words.isEmpty())
        return m_completer->popup()->hide();
    m_model->clear();
    for (const QString& word : words) {
        auto* item = new QStandardItem(word);
        item->setEditable(false);
        item->setToolTip(plainTextToolTip(word));
        if (const auto count = m_words.countOf(word)) {
            const QString tasks = Formatting::count(count->tasks);
            item->setData(
                count->isLeast ? tr("%1+", "at least this many").arg(tasks) : tasks, OfferDelegate::CountRole);
            item->setAccessibleText(count->isLeast
                    ? tr("%1, at least %2", "what is offered, how many tasks it finds").arg(word, tasks)
                    : tr("%1, %2", "what is offered, how many tasks it finds").arg(word, tasks));
        }
        m_model->appendRow(item);
    }
    // The popup is as wide as its longest row, up to the window's width. Its left edge may be to the left of the filter
    // line.
    const QWidget& window = *m_line.window();
    const int wide = std::min(std::max(leastOfferedWidth, m_look->widthOf(*m_model)), window.width());
    const int begin = m_line.mapTo(&window, QPoint(0, 0)).x();
    const int left = m_line.fontMetrics().horizontalAdvance(before.left(FilterWords::wordAt(before)));
    const int at = std::clamp(begin + left, 0, std::max(0, window.width() - wide)) - begin;
    m_completer->complete(QRect(at, 0, wide, m_line.height()));
    m_completer->popup()->selectionModel()->clear(); // no row is selected until the user moves to one
}

void FilterCompleter::take(const QString& word)
{
    const QString before = m_line.text().left(m_line.cursorPosition());
    const QString behind = m_line.text().mid(m_line.cursorPosition());
    const QString kept = before.left(FilterWords::wordAt(before)) + word;
    m_line.setText(kept + behind);
    m_line.setCursorPosition(int(kept.size()));
}

} // namespace dueline
