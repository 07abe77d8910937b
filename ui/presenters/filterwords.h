// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/queue/queueinfo.h"

#include <QObject>
#include <QSet>

#include <optional>

namespace dueline {

class TaskTableModel;

/// Types, errors and workers that were seen in the queue that is looked at: what a filter is likely to be about.
class FilterWords : public QObject
{
    Q_OBJECT

public:
    static constexpr qsizetype most = 500; ///< of each

    /// Learns from every page that comes.
    explicit FilterWords(const TaskTableModel& tasks, QObject* parent = nullptr);

    /// Another queue has other words.
    void forget();
    void addType(QByteArrayView type);
    /// `pattern`: an errorPattern().
    void addError(const QByteArray& pattern);
    void addWorker(const QByteArray& worker);

    /// How many tasks the queue has in each state, where that is known.
    void setCounts(const std::optional<StateCounts>& counts) { m_counts = counts; }
    /// How many tasks a word of completions() finds, where the window knows that anyway.
    std::optional<qint64> countOf(const QString& word) const;
    /// What may stand instead of the word that ends at the end of `text`, in the filter language: `state:failed`,
    /// `type:mail.send`, `error~"Timeout after <*> s"`. Empty: nothing is known, or it stands there already.
    QStringList completions(const QString& text) const;
    /// Where the word at the end of `text` begins.
    static qsizetype wordAt(const QString& text);

private:
    std::optional<StateCounts> m_counts;
    QSet<QString> m_types;
    QSet<QString> m_errors;
    QSet<QString> m_workers;
};

} // namespace dueline
