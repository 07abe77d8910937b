// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/console/failures/queuescensus.h"
#include "ui/presenters/pollingfeed.h"

#include <QDeadlineTimer>

#include <memory>

namespace dueline {

/// Keeps the failures of one connection counted while somebody looks: once from the first to the last, one queue after
/// the other in runs on the background lane, then only the queues whose number of failed tasks has changed.
class FailureCounter : public PollingFeed
{
    Q_OBJECT

public:
    /// What is known by now.
    struct State
    {
        std::vector<CountedFailures> counted; ///< queue by queue
        QSet<QueueName> known; ///< queues that were counted, or have nothing to count
        bool loaded = false; ///< everything was counted at least once
    };

    explicit FailureCounter(QObject* parent = nullptr);

    /// Null: nothing. What is known stays when the same is shown again with another `first`.
    /// `only`: this queue alone; empty: all. `first`: the queue that is counted before the others; empty: none is.
    void show(Connection* connection, const QueueName& only, const QueueName& first);

    /// Something was done to failed tasks from here: until what is counted is what there is, it rests no longer than
    /// between two looks.
    void recount();

    /// Nobody has looked for a while: what was counted counts as old until it is known to be what there is.
    void doubt() { m_isDoubted = m_state.loaded; }
    bool isDoubted() const { return m_isDoubted; }

    const State& state() const { return m_state; }
    /// When the last whole count ended, by the server's clock, where the queues have another number of failed tasks
    /// since, or it is doubted; nullopt: what is told is what there is.
    std::optional<TimePoint> isOf() const;
    /// A count is under way: so many of so many.
    bool isCounting() const { return m_counting; }
    qint64 progress() const { return m_progress; }
    qint64 total() const { return m_total; }
    /// Tasks in more kinds than are told apart.
    qint64 others() const { return m_others; }

Q_SIGNALS:
    /// `counts`: state() is another.
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
    std::shared_ptr<QueuesCensus> m_census; ///< used on the lane, one run at a time
    State m_state;
    bool m_isDoubted = false;
    bool m_counting = false;
    qint64 m_progress = 0;
    qint64 m_total = 0;
    qint64 m_others = 0;
    QElapsedTimer m_since; ///< this count began
    QDeadlineTimer m_rest; ///< no count before this
    QDeadlineTimer m_hurry; ///< until then it does not rest
    qint64 m_whole = 0; ///< tasks of the last whole count
    TimePoint m_wholeAt{}; ///< when it ended
    QElapsedTimer m_told; ///< counts were last handed over
    QElapsedTimer m_looked; ///< a queue whose number stays was last looked at
};

} // namespace dueline
