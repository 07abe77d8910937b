// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/console/failures/queuescensus.h"
#include "ui/presenters/pollingfeed.h"

#include <QDeadlineTimer>

#include <memory>

namespace dueline {

/// Failure counts for one connection, kept up to date while a view shows them. The first count covers all failures, one
/// queue after another, in time slices on the connection's background lane. Later counts cover only queues whose failed
/// count has changed.
class FailureCounter : public PollingFeed
{
    Q_OBJECT

public:
    /// Results of the counts so far.
    struct State
    {
        std::vector<CountedFailures> counted; ///< failures of each counted queue
        QSet<QueueName> known; ///< queues that have been counted or have no failed tasks
        bool loaded = false; ///< true once all queues have been counted
    };

    explicit FailureCounter(QObject* parent = nullptr);

    /// Starts counting a connection's failures, or stops if `connection` is null. `only`: the only queue to count;
    /// empty for all queues. `first`: the queue to count first, if not empty. If only `first` changes, the counts are
    /// kept.
    void show(Connection* connection, const QueueName& only, const QueueName& first);

    /// Recounts after this window has changed failed tasks. Counts without pausing until the counts match the queues,
    /// but for no more than 30 seconds.
    void recount();

    /// Marks the counts stale until the next refresh.
    void doubt() { m_isDoubted = m_state.loaded; }
    bool isDoubted() const { return m_isDoubted; }

    const State& state() const { return m_state; }
    /// Returns the server time at the end of the last complete count if the counts may be outdated; otherwise, nullopt.
    std::optional<TimePoint> countedAt() const;
    /// Returns whether a count is in progress; see progress().
    bool isCounting() const { return m_counting; }
    qint64 progress() const { return m_progress; }
    qint64 total() const { return m_total; }
    /// Returns the number of tasks left ungrouped because the maximum number of groups was reached.
    qint64 others() const { return m_others; }

Q_SIGNALS:
    /// Emitted after each change. `counts`: true if the change affects state().
    void changed(bool counts);

private:
    struct Answer;

    void ask() override;
    void step(int question);
    void take(int question, Answer answer);
    std::vector<QueuesCensus::Failed> failedNow() const;
    qint64 sumNow() const;

    QueueName m_only;
    QueueName m_first;
    std::shared_ptr<QueuesCensus> m_census; ///< census that the background lane advances in time slices
    State m_state;
    bool m_isDoubted = false;
    bool m_counting = false;
    qint64 m_progress = 0;
    qint64 m_total = 0;
    qint64 m_others = 0;
    QElapsedTimer m_since; ///< time since the current count began
    QDeadlineTimer m_rest; ///< earliest time at which the next count may begin
    QDeadlineTimer m_hurry; ///< deadline until which counts run without pauses
    qint64 m_whole = 0; ///< total number of tasks found by the last complete count
    TimePoint m_wholeAt{}; ///< server time at the end of the last complete count
    QElapsedTimer m_told; ///< time since counts were last reported
    QElapsedTimer m_looked; ///< time since the last complete count
};

} // namespace dueline
