// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/console/incident/queuescensus.h"
#include "ui/presenters/pollingfeed.h"

#include <QDeadlineTimer>

#include <memory>

namespace dueline {

/// Keeps the failures of all queues of a connection counted by kind while somebody looks: once from the first to the
/// last, one queue after the other in runs on the background lane, then only the queues whose number of failed tasks
/// has changed.
class IncidentFeed : public PollingFeed
{
    Q_OBJECT

public:
    explicit IncidentFeed(QObject* parent = nullptr);

    /// Null: nothing. What is known of the connection stays when it is shown again with another `first`.
    /// `first`: the queue that is counted before the others; empty: none is.
    void show(Connection* connection, const QueueName& first = {});

    /// As far as is known: of the queues that were counted.
    const Incidents& incidents() const { return m_incidents; }
    /// Everything was counted at least once.
    bool isLoaded() const { return m_loaded; }
    /// Whether this queue was, or has nothing to count.
    bool knows(const QueueName& queue) const { return m_loaded || m_known.contains(queue); }
    /// A count is under way: so many of so many.
    bool isCounting() const { return m_counting; }
    qint64 counted() const { return m_progress; }
    qint64 total() const { return m_total; }
    /// Tasks in more kinds than are told apart.
    qint64 others() const { return m_others; }

Q_SIGNALS:
    void changed();

private:
    struct Answer;

    void ask() override;
    void step(int question);
    void take(int question, Answer answer);
    std::vector<QueuesCensus::Failed> failedNow() const;

    QueueName m_first;
    std::shared_ptr<QueuesCensus> m_census; ///< used on the lane, one run at a time
    Incidents m_incidents;
    QSet<QueueName> m_known;
    bool m_loaded = false;
    bool m_counting = false;
    qint64 m_progress = 0;
    qint64 m_total = 0;
    qint64 m_others = 0;
    QElapsedTimer m_since; ///< this count began
    QDeadlineTimer m_rest; ///< no count before this
    QElapsedTimer m_told; ///< kinds were last handed over
};

} // namespace dueline
