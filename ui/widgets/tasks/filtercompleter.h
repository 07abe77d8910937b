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

/// Completer for values after `state:`, `type:`, `error:`, `worker:` and `queue:` in the filter line. It shows the
/// number of matching tasks, if known. Down followed by Return accepts a suggestion; Return alone applies the typed
/// filter.
class FilterCompleter : public QObject
{
    Q_OBJECT

public:
    FilterCompleter(const Theme& theme, FilterLine& line, const FilterWords& words);

    QStringList offered() const;
    /// Returns the list of suggestions below the filter line.
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
