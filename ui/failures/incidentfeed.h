// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/console/connect/pendingrequest.h"
#include "ui/failures/failurecounter.h"

namespace dueline {

/// Failure groups of a queue, of all queues of a connection, or of several connections, kept current while a view shows
/// them. A group keeps its identity from one count to the next.
class IncidentFeed : public QObject
{
    Q_OBJECT

public:
    explicit IncidentFeed(QObject* parent = nullptr);

    /// Shows a connection's failures; null: none. `only`: count only this queue; empty: all. `first`: queue to count
    /// first; empty: none. The counts are kept if only `first` changes.
    void show(Connection* connection, const QueueName& only = {}, const QueueName& first = {});
    /// Shows all queues of these connections. Each IncidentShare stores its connection's id as the server.
    void showAll(const std::vector<Connection*>& connections);
    /// Returns the displayed connection; null if there is none, or if there are several.
    Connection* connection() const;
    bool isOfSeveral() const { return m_isOfSeveral; }
    /// Returns the only queue that is shown; empty for all queues.
    const QueueName& queue() const { return m_only; }
    /// Returns whether show() or showAll() with these arguments would change nothing.
    bool shows(const Connection* connection, const QueueName& only) const;
    bool shows(const std::vector<Connection*>& connections) const;
    /// Returns a key that identifies the current place; empty: none.
    QByteArray placeKey() const;
    void setActive(bool active);
    void setLive(bool live);

    /// Returns the failures of the queues that have been counted.
    const Incidents& incidents() const { return m_incidents; }
    /// Returns true once all queues have been counted.
    bool isLoaded() const { return m_loaded; }
    /// Returns whether this queue has been counted or has no failed tasks.
    bool knows(const QueueName& queue) const { return m_loaded || m_known.contains(queue); }
    /// Returns whether a count is in progress. counted() returns how many tasks have been counted.
    bool isCounting() const;
    qint64 counted() const;
    qint64 total() const;
    /// Returns the number of tasks that belong to no group because the maximum number of groups was reached.
    qint64 others() const;
    /// Queues that should be counted but cannot be read.
    struct Unreadable
    {
        int queues = 0;
        QString why; ///< error of the first unreadable queue

        bool operator==(const Unreadable&) const = default;
    };
    Unreadable unreadable() const;

    /// Returns whether the counts predate setActive() and may be outdated.
    bool isDoubted() const;
    /// Returns FailureCounter::isOf() of the connection with the oldest count.
    std::optional<TimePoint> isOf() const;

public Q_SLOTS:
    void refresh();
    /// Recounts after an operation on failed tasks in this window.
    void recount();

Q_SIGNALS:
    void changed();
    void failed(const dueline::Error& error);

private:
    void forget();
    std::unique_ptr<FailureCounter> makeCounter(Connection* connection, const QueueName& first);
    void merge();
    qint64 sum(qint64 (FailureCounter::*of)() const) const;

    std::vector<std::unique_ptr<FailureCounter>> m_counters; ///< counters, one per connection
    bool m_isOfSeveral = false;
    bool m_active = false;
    bool m_live = true;
    QueueName m_only;
    Incidents m_incidents;
    QSet<QueueName> m_known;
    bool m_loaded = false;
    PendingRequest m_owed; ///< request to group the counted failures
    QPointer<Connection> m_mergesOn; ///< connection on whose lane the failures are being grouped
    int m_round = 0; ///< number of the current place; answers for earlier places are ignored
};

} // namespace dueline
