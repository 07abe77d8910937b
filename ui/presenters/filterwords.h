// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/console/failures/failurecensus.h"

#include <QHash>
#include <QObject>
#include <QSet>

#include <optional>

namespace dueline {

class TaskTableModel;

/// Completions for the filter line: types, errors and workers that occur in the displayed queue.
class FilterWords : public QObject
{
    Q_OBJECT

public:
    static constexpr qsizetype most = 500; ///< words per kind

    /// Creates the completions. Each page that the model loads adds to them.
    explicit FilterWords(const TaskTableModel& tasks, QObject* parent = nullptr);

    /// Clears the completions before another queue is shown.
    void forget();
    void addType(QByteArrayView type);
    /// Adds an error. `pattern`: result of errorPattern().
    void addError(const QByteArray& pattern);
    void addWorker(const QByteArray& worker);
    void addQueue(const QueueName& queue);

    /// Sets the queue's number of tasks per state, if known. `isFiltered`: the rows are search results.
    void setCounts(const std::optional<StateCounts>& counts, bool isFiltered);
    /// Sets the queue's failed-task counts, grouped by type and error.
    void setFailures(const std::vector<FailureGroup>& groups);
    /// Number of tasks that match a completion used as the only filter.
    struct Count
    {
        qint64 tasks = 0;
        bool isLeast = false; ///< `tasks` is a lower bound, counted from the loaded rows

        bool operator==(const Count&) const = default;
    };
    /// Returns the number of tasks that match a word, if it is known without querying a server. States use the queue's
    /// counts; other words use the loaded rows and the counted failures.
    std::optional<Count> countOf(const QString& word) const;
    /// Returns replacements for the last word of `text` in the filter language: `state:failed`, `type:mail.send`,
    /// `error~"Timeout after <*> s"`. Empty if there are none or the word is already complete.
    QStringList completions(const QString& text) const;
    /// Returns the start position of the last word of `text`.
    static qsizetype wordAt(const QString& text);

private:
    /// Numbers of loaded rows, by property.
    struct Rows
    {
        QHash<QString, qint64> types;
        QHash<QString, qint64> errors;
        QHash<QString, qint64> workers; ///< tasks by the worker that holds their lease
        QHash<QString, qint64> queues; ///< tasks by queue, for a place that contains several queues
        qint64 all = 0;
    };

    const Rows& rows() const;
    std::optional<qint64> ofState(const QString& state) const;

    const TaskTableModel& m_tasks;
    mutable std::optional<Rows> m_rows; ///< numbers for the current contents of the model
    bool m_isFiltered = false;
    std::optional<StateCounts> m_counts;
    QHash<QString, qint64> m_failures; ///< tasks by failure group
    QHash<QString, qint64> m_failedTypes;
    QSet<QString> m_types;
    QSet<QString> m_errors;
    QSet<QString> m_workers;
    QSet<QString> m_queues;
};

} // namespace dueline
