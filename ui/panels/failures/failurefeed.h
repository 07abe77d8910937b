// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/console/operations/failurecensus.h"
#include "ui/presenters/pollingfeed.h"

#include <QDeadlineTimer>

#include <memory>

namespace dueline {

/// Keeps the failures of one queue counted by what went wrong while somebody looks: once from the first to the last, in
/// runs on the background lane, then only what has failed since. When its number and the queue's differ, tasks have
/// left, and it counts anew while the former answer stays.
class FailureFeed : public PollingFeed
{
    Q_OBJECT

public:
    explicit FailureFeed(QObject* parent = nullptr);

    /// Null, or an empty name: nothing.
    void show(Connection* connection, const QueueName& queue);
    const QueueName& queue() const { return m_queue; }

    /// As far as is known: while it is counted for the first time, what was met so far.
    struct Counts
    {
        std::vector<FailureGroup> groups; ///< worst first
        TimePoint trendFrom{};
        Millis trendEach{};
        qint64 counted = 0;
        qint64 others = 0; ///< in more kinds than are told apart

        bool operator==(const Counts&) const = default;
    };
    const Counts& counts() const { return m_counts; }
    /// Everything was counted at least once.
    bool isLoaded() const { return m_loaded; }
    /// A count from the start is under way: so many of so many.
    bool isCounting() const { return m_full; }
    qint64 counted() const { return m_progress; }
    qint64 total() const { return m_total; }

Q_SIGNALS:
    void changed();

private:
    struct Answer;

    /// Looks what has failed since.
    void ask() override;
    void count();
    void step(int question);
    void take(int question, Answer answer);
    void fail(const Error& error);
    qint64 failedNow() const;

    QueueName m_queue;
    std::shared_ptr<FailureCensus> m_census; ///< used on the lane, one run at a time
    Counts m_counts;
    bool m_loaded = false;
    bool m_full = false;
    bool m_stepping = false; ///< the answer to a step did not come, or not yet
    qint64 m_progress = 0;
    qint64 m_total = 0;
    QElapsedTimer m_since; ///< the count from the start began
    QDeadlineTimer m_rest; ///< no count from the start before this
    QElapsedTimer m_told; ///< groups were last handed over
};

} // namespace dueline
