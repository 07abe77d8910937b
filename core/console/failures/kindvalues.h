// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/console/failures/failurecensus.h"

#include <QHash>

namespace dueline {

/// Count of the values that the errors of a failure group have for each placeholder. Examines the first `mostTasks`
/// tasks in bounded steps.
class KindValues
{
public:
    static constexpr qint64 mostTasks = 5'000;
    static constexpr std::size_t mostParts = 6; ///< maximum number of placeholders; further ones are ignored
    static constexpr std::size_t told = 5; ///< maximum number of values returned per placeholder

    struct Value
    {
        QByteArray text; ///< value of the placeholder; untrusted
        qint64 tasks = 0;

        bool operator==(const Value&) const = default;
    };
    struct Part
    {
        QByteArray label; ///< word before the placeholder; may be empty
        /// Most frequent values; equally frequent ones are in byte order.
        std::vector<Value> top;
        qint64 values = 0; ///< number of different values
        qint64 tasks = 0; ///< number of tasks that have a value
    };

    /// Creates a counter. `group`: a group from FailureCensus::groups().
    KindValues(QueueName queue, const FailureCount& group);
    /// Creates a counter. `filter`: selects the tasks. `kind`: displayed form of the failure group, with its
    /// placeholders.
    KindValues(QueueName queue, QString filter, QByteArray kind);

    /// Runs one step. Returns true once all steps have run. Errors: those of QueueInspector, Usage.
    Result<bool> step(Backend& backend);
    /// Returns the placeholders with more than one value.
    std::vector<Part> parts() const;
    /// Returns how many of the examined tasks belong to the group. If hasMore() is true, further tasks were not
    /// examined.
    qint64 tasks() const { return m_tasks; }
    bool hasMore() const { return m_hasMore; }

private:
    void count(const QByteArray& error);

    QueueName m_queue;
    QString m_filter;
    QByteArray m_kind;
    QByteArray m_cursor;
    std::vector<QByteArray> m_labels;
    std::vector<QHash<QByteArray, qint64>> m_counts; ///< number of tasks with each value, for each placeholder
    /// Number of examined tasks, including tasks that match the filter but belong to another group.
    qint64 m_looked = 0;
    qint64 m_tasks = 0;
    bool m_hasMore = false;
};

} // namespace dueline
