// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/widgets/filtercompleter.h"

#include "ui/presenters/filterwords.h"
#include "ui/widgets/filterline.h"

#include <QAbstractItemView>
#include <QCompleter>
#include <QItemSelectionModel>
#include <QStringListModel>

#include <algorithm>

namespace dueline {

namespace {

constexpr int leastOfferedWidth = 240;
constexpr int aroundWord = 48; ///< frame, paddings, scroll bar

} // namespace

FilterCompleter::FilterCompleter(FilterLine& line, const FilterWords& words)
    : QObject(&line)
    , m_line(line)
    , m_words(words)
    , m_completer(new QCompleter(this))
    , m_model(new QStringListModel(this))
{
    m_completer->setModel(m_model);
    m_completer->setWidget(&line);
    m_completer->setCompletionMode(QCompleter::UnfilteredPopupCompletion);
    connect(m_completer, qOverload<const QString&>(&QCompleter::activated), this, &FilterCompleter::take);
    connect(&line, &QLineEdit::textEdited, this, &FilterCompleter::offer);
    line.setFirstAsked([this](int key) { return asked(key); });
}

QStringList FilterCompleter::offered() const
{
    return m_completer->popup()->isVisible() ? m_model->stringList() : QStringList();
}

/// The line gets each key before the list does.
bool FilterCompleter::asked(int key)
{
    QAbstractItemView* popup = m_completer->popup();
    const bool isReturn = key == Qt::Key_Return || key == Qt::Key_Enter;
    if (!popup->isVisible() || (!isReturn && key != Qt::Key_Escape))
        return false;
    // The list is an offer: only a row that somebody moved to is taken.
    const QModelIndexList chosen = popup->selectionModel()->selectedIndexes();
    popup->hide();
    if (isReturn && !chosen.isEmpty())
        take(chosen.first().data().toString());
    return !isReturn || !chosen.isEmpty();
}

void FilterCompleter::offer()
{
    const QStringList words = m_words.completions(m_line.text().left(m_line.cursorPosition()));
    if (words.isEmpty())
        return m_completer->popup()->hide();
    m_model->setStringList(words);
    int wide = leastOfferedWidth;
    for (const QString& word : words)
        wide = std::max(wide, m_line.fontMetrics().horizontalAdvance(word) + aroundWord);
    const qsizetype begin = FilterWords::wordAt(m_line.text().left(m_line.cursorPosition()));
    const int left = m_line.fontMetrics().horizontalAdvance(m_line.text().left(begin));
    wide = std::min(wide, m_line.width());
    m_completer->complete(QRect(std::clamp(left, 0, std::max(0, m_line.width() - wide)), 0, wide, m_line.height()));
    m_completer->popup()->selectionModel()->clear(); // none is chosen before somebody moves to it
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
