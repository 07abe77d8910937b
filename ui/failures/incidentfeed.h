// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/console/connect/pendingrequest.h"
#include "ui/failures/failurecounter.h"

namespace dueline {

/// The failures of a queue, of all queues of a connection, or of several connections, by kind, kept up to date while
/// somebody looks. A kind stays what it is from one count to the next.
class IncidentFeed : public QObject
{
    Q_OBJECT

public:
    explicit IncidentFeed(QObject* parent = nullptr);

    /// Null: nothing. What is known stays when the same is shown again with another `first`.
    /// `only`: this queue alone; empty: all. `first`: the queue that is counted before the others; empty: none is.
    void show(Connection* connection, const QueueName& only = {}, const QueueName& first = {});
    /// All queues of all of them; each IncidentShare names its server by the id of its connection.
    void showAll(const std::vector<Connection*>& connections);
    /// The one that is shown; null: none is, or several are.
    Connection* connection() const;
    bool isOfSeveral() const { return m_isOfSeveral; }
    /// The one queue that is shown.
    const QueueName& queue() const { return m_only; }
    /// Whether it shows what these words of show() or showAll() say.
    bool shows(const Connection* connection, const QueueName& only) const;
    bool shows(const std::vector<Connection*>& connections) const;
    /// Names what is shown; empty: nothing is.
    QByteArray placeKey() const;
    void setActive(bool active);
    void setLive(bool live);

    /// As far as is known: of the queues that were counted.
    const Incidents& incidents() const { return m_incidents; }
    /// Everything was counted at least once.
    bool isLoaded() const { return m_loaded; }
    /// Whether this queue was, or has nothing to count.
    bool knows(const QueueName& queue) const { return m_loaded || m_known.contains(queue); }
    /// A count is under way: so many of so many.
    bool isCounting() const;
    qint64 counted() const;
    qint64 total() const;
    /// Tasks in more kinds than are told apart.
    qint64 others() const;
    /// Queues that are meant and cannot be read, so that their failures are not counted.
    struct Unreadable
    {
        int queues = 0;
        QString why; ///< of the first of them

        bool operator==(const Unreadable&) const = default;
    };
    Unreadable unreadable() const;

    /// What is told is from before setActive(), and may be another by now.
    bool isDoubted() const;
    /// As FailureCounter::isOf(), of the connection whose count is the oldest.
    std::optional<TimePoint> isOf() const;

public Q_SLOTS:
    void refresh();
    /// Something was done to failed tasks from here.
    void recount();

Q_SIGNALS:
    void changed();
    void failed(const dueline::Error& error);

private:
    void forget();
    std::unique_ptr<FailureCounter> makeCounter(Connection* connection, const QueueName& first);
    void merge();
    qint64 sum(qint64 (FailureCounter::*of)() const) const;

    std::vector<std::unique_ptr<FailureCounter>> m_counters; ///< of each connection one
    bool m_isOfSeveral = false;
    bool m_active = false;
    bool m_live = true;
    QueueName m_only;
    Incidents m_incidents;
    QSet<QueueName> m_known;
    bool m_loaded = false;
    PendingRequest m_owed; ///< what was counted is made kinds of
    QPointer<Connection> m_mergesOn; ///< on a lane of this
    int m_round = 0; ///< counts what was shown: an older answer is not wanted
};

} // namespace dueline
