// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/queue/schedule.h"
#include "ui/presenters/pollingfeed.h"
#include "ui/timeline/model/timelinemark.h"

#include <map>

namespace dueline {

/// Brings the timeline what happened besides tasks: the operations that a queue has recorded, starts of the server,
/// last and next runs of recurring tasks. Of a layout that keeps none of a kind there are no marks of it. Reads only, a
/// queue a step, when something was done and once a minute.
class TimelineMarkFeed : public PollingFeed
{
    Q_OBJECT

public:
    static constexpr Millis every{60'000};
    static constexpr int mostOperations = 50; ///< the newest

    explicit TimelineMarkFeed(QObject* parent = nullptr);

    /// Of one queue, or, with an empty name, of all of the connection; null: none. What was told of another place is
    /// taken back at once.
    void show(Connection* connection, const QueueName& queue);
    /// The overview of queues has changed: asks again where an operation has begun.
    void noteQueues();
    /// The language has changed: tells the same in other words.
    void tell();

Q_SIGNALS:
    /// In order of their instants.
    void loaded(const std::vector<dueline::TimelineMark>& marks);

private:
    struct Walk;
    struct Runs
    {
        QueueName queue;
        ScheduleState state;
    };

    void ask() override;
    void noteStart(const std::optional<TimePoint>& start);
    std::vector<QueueName> shownQueues() const;
    std::optional<TimePoint> lastOperation() const;

    QueueName m_queue;
    std::vector<OperationRecord> m_operations;
    std::vector<Runs> m_runs;
    /// Of servers, by the id of the connection; as far as they were seen.
    std::map<QString, std::vector<TimePoint>> m_starts;
    std::map<QString, std::vector<TimePoint>> m_changes; ///< when another process was met that began earlier than that
    std::optional<TimePoint> m_met; ///< another process, just now: when it began is not read yet
    std::optional<TimePoint> m_seenOperation; ///< the last one when it was last asked for
};

} // namespace dueline
