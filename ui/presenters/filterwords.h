// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/console/failures/failurecensus.h"

#include <QHash>
#include <QObject>
#include <QSet>

#include <optional>

namespace dueline {

class TaskTableModel;

/// Completions for the filter line: types, errors and workers in the displayed queue.
class FilterWords : public QObject
{
    Q_OBJECT

public:
    static constexpr qsizetype most = 500; ///< maximum number of words of each kind

    /// Creates the completions. Words are added from each page that the model loads.
    explicit FilterWords(const TaskTableModel& tasks, QObject* parent = nullptr);

    /// Removes all words. Call this before showing a different queue.
    void forget();
    void addType(QByteArrayView type);
    /// Adds an error. `pattern`: return value of errorPattern().
    void addError(const QByteArray& pattern);
    void addWorker(const QByteArray& worker);
    void addQueue(const QueueName& queue);

    /// Sets the queue's number of tasks in each state, if known. `isFiltered`: true if the rows are search results.
    void setCounts(const std::optional<StateCounts>& counts, bool isFiltered);
    /// Sets the queue's failed-task counts by type and error.
    void setFailures(const std::vector<FailureCount>& groups);
    /// Number of tasks that would match a completion if it were the entire filter.
    struct Count
    {
        qint64 tasks = 0;
        bool isLeast = false; ///< true if `tasks` is a lower bound, based on the loaded rows

        bool operator==(const Count&) const = default;
    };
    /// Returns the number of tasks that match a word; nullopt if that would take a query. Uses the queue's counts for
    /// states; for all other words, uses the loaded rows and the failure counts.
    std::optional<Count> countOf(const QString& word) const;
    /// Returns replacements for the last word of `text` in the filter language, such as `state:failed`,
    /// `type:mail.send` or `error~"Timeout after <*> s"`; empty if there are none or the word is complete.
    QStringList completions(const QString& text) const;
    /// Returns the position where the last word of `text` starts.
    static qsizetype wordAt(const QString& text);

private:
    /// Number of loaded rows by property.
    struct Rows
    {
        QHash<QString, qint64> types;
        QHash<QString, qint64> errors;
        QHash<QString, qint64> workers; ///< number of tasks by worker that holds the lease
        QHash<QString, qint64> queues; ///< number of tasks by queue, if the view contains multiple queues
        qint64 all = 0;
    };

    const Rows& rows() const;
    std::optional<qint64> ofState(const QString& state) const;

    const TaskTableModel& m_tasks;
    mutable std::optional<Rows> m_rows; ///< counts for the current contents of the model
    bool m_isFiltered = false;
    std::optional<StateCounts> m_counts;
    QHash<QString, qint64> m_failures; ///< number of tasks by failure group
    QHash<QString, qint64> m_failedTypes;
    QSet<QString> m_types;
    QSet<QString> m_errors;
    QSet<QString> m_workers;
    QSet<QString> m_queues;
};

} // namespace dueline
