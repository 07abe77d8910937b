// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/console/failures/failurecensus.h"

#include <QHash>

namespace dueline {

/// Counter of the values that a failure group's errors have for each placeholder. Examines the first `mostTasks` tasks
/// in bounded steps.
class KindValues
{
public:
    static constexpr qint64 mostTasks = 5'000;
    static constexpr std::size_t mostParts = 6; ///< maximum number of placeholders; any others are ignored
    static constexpr std::size_t told = 5; ///< maximum number of values to return per placeholder

    struct Value
    {
        QByteArray text; ///< the placeholder's value; untrusted
        qint64 tasks = 0;

        bool operator==(const Value&) const = default;
    };
    struct Part
    {
        QByteArray label; ///< word before the placeholder; may be empty
        /// Most frequent values; ties are in byte order.
        std::vector<Value> top;
        qint64 values = 0; ///< number of different values
        qint64 tasks = 0; ///< number of tasks that have a value for the placeholder
    };

    /// Creates a counter. `group`: a group from FailureCensus::groups().
    KindValues(QueueName queue, const FailureCount& group);
    /// Creates a counter. `filter`: selects the tasks. `kind`: failure group as displayed, with its placeholders.
    KindValues(QueueName queue, QString filter, QByteArray kind);

    /// Runs one step. Returns true once all steps have run. Errors: Usage; otherwise same as QueueInspector.
    Result<bool> step(Backend& backend);
    /// Returns the placeholders with more than one value.
    std::vector<Part> parts() const;
    /// Returns how many of the examined tasks belong to the group. If hasMore() is true, there are more tasks that
    /// weren't examined.
    qint64 tasks() const { return m_tasks; }
    bool hasMore() const { return m_hasMore; }

private:
    void count(const QByteArray& error);

    QueueName m_queue;
    QString m_filter;
    QByteArray m_kind;
    QByteArray m_cursor;
    std::vector<QByteArray> m_labels;
    std::vector<QHash<QByteArray, qint64>> m_counts; ///< for each placeholder, number of tasks by value
    /// Number of examined tasks, including tasks that match the filter but belong to another group.
    qint64 m_looked = 0;
    qint64 m_tasks = 0;
    bool m_hasMore = false;
};

} // namespace dueline
