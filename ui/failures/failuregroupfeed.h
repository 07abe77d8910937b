// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/console/connect/pendingrequest.h"
#include "ui/failures/failurecounter.h"

namespace dueline {

/// Failure groups in a queue, in all queues on a connection, or on multiple connections. The groups are kept up to date
/// while a view shows them, and keep their identity from one count to the next.
class FailureGroupFeed : public QObject
{
    Q_OBJECT

public:
    explicit FailureGroupFeed(QObject* parent = nullptr);

    /// Shows a connection's failures, or none if it is null. `only`: the only queue to count; empty for all queues.
    /// `first`: the queue to count first, if not empty. If only `first` changes, the counts are kept.
    void show(Connection* connection, const QueueName& only = {}, const QueueName& first = {});
    /// Shows all queues on these connections. The `server` of each FailureGroup::Share is the connection's id.
    void showAll(const std::vector<Connection*>& connections);
    /// Returns the displayed connection; null if there is none or more than one.
    Connection* connection() const;
    bool isOfSeveral() const { return m_isOfSeveral; }
    /// Returns the displayed queue; empty for all queues.
    const QueueName& queue() const { return m_only; }
    /// Returns whether show() or showAll() with these arguments would change nothing.
    bool shows(const Connection* connection, const QueueName& only) const;
    bool shows(const std::vector<Connection*>& connections) const;
    /// Returns a key that identifies the displayed queue or connections; empty if there are none.
    QByteArray placeKey() const;
    void setActive(bool active);
    void setLive(bool live);

    /// Returns the failures of the queues that have been counted.
    const FailureGroups& result() const { return m_result; }
    /// Returns true once all queues have been counted.
    bool isLoaded() const { return m_loaded; }
    /// Returns whether this queue has been counted or has no failed tasks.
    bool knows(const QueueName& queue) const { return m_loaded || m_known.contains(queue); }
    /// Returns whether a count is in progress; counted() returns the number of tasks counted so far.
    bool isCounting() const;
    qint64 counted() const;
    qint64 total() const;
    /// Returns the number of tasks left ungrouped because the maximum number of groups was reached.
    qint64 others() const;
    /// Queues that should be counted but can't be read.
    struct Unreadable
    {
        int queues = 0;
        QString why; ///< error of the first unreadable queue

        bool operator==(const Unreadable&) const = default;
    };
    Unreadable unreadable() const;

    /// Returns whether the counts may be outdated because they haven't been checked since the last call to setActive().
    bool isDoubted() const;
    /// Returns FailureCounter::countedAt() for the connection with the oldest count.
    std::optional<TimePoint> countedAt() const;

public Q_SLOTS:
    void refresh();
    /// Recounts after this window has changed failed tasks.
    void recount();

Q_SIGNALS:
    void changed();
    void failed(const dueline::Error& error);

private:
    void forget();
    std::unique_ptr<FailureCounter> makeCounter(Connection* connection, const QueueName& first);
    void merge();
    qint64 sum(qint64 (FailureCounter::*of)() const) const;

    std::vector<std::unique_ptr<FailureCounter>> m_counters; ///< one counter per connection
    bool m_isOfSeveral = false;
    bool m_active = false;
    bool m_live = true;
    QueueName m_only;
    FailureGroups m_result;
    QSet<QueueName> m_known;
    bool m_loaded = false;
    PendingRequest m_owed; ///< request to group the counted failures
    QPointer<Connection> m_mergesOn; ///< connection whose lane is grouping the failures
    /// Incremented when a different queue or connection is displayed, so that answers to earlier requests are ignored.
    int m_round = 0;
};

} // namespace dueline
