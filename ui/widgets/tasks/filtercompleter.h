// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>

class QAbstractItemView;
class QCompleter;
class QStandardItemModel;

namespace dueline {

class FilterLine;
class FilterWords;
class OfferDelegate;
class Theme;

/// Offers under the filter line what may stand behind `state:`, `type:`, `error:`, `worker:` and `queue:`, with how
/// many tasks it finds where the window knows that. Down and Return take one; Return alone applies what is typed.
class FilterCompleter : public QObject
{
    Q_OBJECT

public:
    FilterCompleter(const Theme& theme, FilterLine& line, const FilterWords& words);

    /// What is offered now.
    QStringList offered() const;
    /// The list below the line.
    QAbstractItemView& popup() const;

private:
    bool asked(int key);
    void offer();
    void take(const QString& word);

    FilterLine& m_line;
    const FilterWords& m_words;
    QCompleter* m_completer;
    QStandardItemModel* m_model;
    OfferDelegate* m_look;
};

} // namespace dueline
