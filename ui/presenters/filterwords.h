// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/console/failures/failurecensus.h"

#include <QHash>
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
    void addQueue(const QueueName& queue);

    /// How many tasks the queue has in each state, where that is known; `isFiltered`: the rows are those of a filter.
    void setCounts(const std::optional<StateCounts>& counts, bool isFiltered);
    /// The queue's failed tasks by type and error, as they were counted.
    void setFailures(const std::vector<FailureGroup>& groups);
    /// How many tasks a word of completions() finds by itself.
    struct Count
    {
        qint64 tasks = 0;
        bool isLeast = false; ///< of what is here; there may be more

        bool operator==(const Count&) const = default;
    };
    /// Where the window knows that anyway: of states by the queue's counts, of the others by the rows that are loaded
    /// and the failures that were counted. No server is asked.
    std::optional<Count> countOf(const QString& word) const;
    /// What may stand instead of the word that ends at the end of `text`, in the filter language: `state:failed`,
    /// `type:mail.send`, `error~"Timeout after <*> s"`. Empty: nothing is known, or it stands there already.
    QStringList completions(const QString& text) const;
    /// Where the word at the end of `text` begins.
    static qsizetype wordAt(const QString& text);

private:
    /// How many of the loaded rows have what.
    struct Rows
    {
        QHash<QString, qint64> types;
        QHash<QString, qint64> errors;
        QHash<QString, qint64> workers; ///< of what they hold now
        QHash<QString, qint64> queues; ///< own ones, in a place that queues share
        qint64 all = 0;
    };

    const Rows& rows() const;
    std::optional<qint64> ofState(const QString& state) const;

    const TaskTableModel& m_tasks;
    mutable std::optional<Rows> m_rows; ///< since the model has changed last
    bool m_isFiltered = false;
    std::optional<StateCounts> m_counts;
    QHash<QString, qint64> m_failures; ///< by kind
    QHash<QString, qint64> m_failedTypes;
    QSet<QString> m_types;
    QSet<QString> m_errors;
    QSet<QString> m_workers;
    QSet<QString> m_queues;
};

} // namespace dueline
