// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/console/failures/failurecensus.h"

#include <QHash>

namespace dueline {

/// What stands at the places that vary in a kind of failure, and how often, in bounded steps: of the first `mostTasks`
/// that are met.
class KindValues
{
public:
    static constexpr qint64 mostTasks = 5'000;
    static constexpr std::size_t mostParts = 6; ///< places; further ones are not told
    static constexpr std::size_t told = 5; ///< values of each

    struct Value
    {
        QByteArray text; ///< untrusted
        qint64 tasks = 0;

        bool operator==(const Value&) const = default;
    };
    struct Part
    {
        QByteArray label; ///< the word before it; empty: there is none
        std::vector<Value> top; ///< the most frequent ones, of equal ones in the order of their bytes
        qint64 values = 0; ///< how many different ones there are
        qint64 tasks = 0; ///< how many have something there
    };

    /// One of FailureCensus::groups().
    KindValues(QueueName queue, const FailureGroup& group);
    /// `filter`: what finds the tasks; `kind`: as it is told, since only that shows what varies.
    KindValues(QueueName queue, QString filter, QByteArray kind);

    /// True: that was all. Errors: those of QueueInspector, Usage.
    Result<bool> step(Backend& backend);
    /// Where all have the same, that does not vary and is left out.
    std::vector<Part> parts() const;
    /// How many tasks whose error is written as the kind is were looked at, and whether there are more of it.
    qint64 tasks() const { return m_tasks; }
    bool hasMore() const { return m_hasMore; }

private:
    void count(const QByteArray& error);

    QueueName m_queue;
    QString m_filter;
    QByteArray m_kind;
    QByteArray m_cursor;
    std::vector<QByteArray> m_labels;
    std::vector<QHash<QByteArray, qint64>> m_counts; ///< by place
    qint64 m_looked = 0; ///< with those that only the filter finds
    qint64 m_tasks = 0;
    bool m_hasMore = false;
};

} // namespace dueline
