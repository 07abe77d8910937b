// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>

class QCompleter;
class QStringListModel;

namespace dueline {

class FilterLine;
class FilterWords;

/// Offers under the filter line what may stand behind `state:`, `type:`, `error:` and `worker:`. Down and Return take
/// one; Return alone applies what is typed.
class FilterCompleter : public QObject
{
    Q_OBJECT

public:
    FilterCompleter(FilterLine& line, const FilterWords& words);

    /// What is offered now.
    QStringList offered() const;

private:
    bool asked(int key);
    void offer();
    void take(const QString& word);

    FilterLine& m_line;
    const FilterWords& m_words;
    QCompleter* m_completer;
    QStringListModel* m_model;
};

} // namespace dueline
