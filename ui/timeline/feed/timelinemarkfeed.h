// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/queue/schedule.h"
#include "ui/presenters/pollingfeed.h"
#include "ui/timeline/model/timelinemark.h"

#include <map>

namespace dueline {

/// Feed of timeline events that aren't tasks: operations recorded in the queues, server starts, recurring tasks' last
/// and next runs, marks written by `duectl mark`, and events in the window's recording. Omits kinds of events that the
/// layout doesn't store. Reads one queue per step, after each operation and once per minute.
class TimelineMarkFeed : public PollingFeed
{
    Q_OBJECT

public:
    static constexpr Millis every{60'000};
    static constexpr int mostOperations = 50; ///< maximum number of operations, newest first

    explicit TimelineMarkFeed(QObject* parent = nullptr);

    /// Shows a queue, all of the connection's queues if the name is empty, or nothing if `connection` is null. Clears
    /// the previous marks immediately.
    void show(Connection* connection, const QueueName& queue);
    /// Rereads the operations if the queue overview indicates a new operation.
    void noteQueues();
    /// Emits loaded() again with the same marks, for example after a language change.
    void tell();

Q_SIGNALS:
    /// Emitted with the marks, sorted by time, and the recording's gaps.
    void loaded(const std::vector<dueline::TimelineMark>& marks, const std::vector<dueline::RecordGap>& gaps);

private:
    struct Scan;
    struct Runs
    {
        QueueName queue;
        ScheduleState state;
    };

    void ask() override;
    void addRecorded(std::vector<TimelineMark>& marks) const;
    void noteStart(const std::optional<TimePoint>& start);
    std::vector<QueueName> shownQueues() const;
    std::optional<TimePoint> lastOperation() const;

    QueueName m_queue;
    std::vector<OperationRecord> m_operations;
    std::vector<Runs> m_runs;
    /// Reader of the marks, used on the lane's thread; null without a connection.
    std::shared_ptr<MarkReader> m_noteReader;
    std::vector<Mark> m_notes;
    /// Observed server starts, by connection id.
    std::map<QString, std::vector<TimePoint>> m_starts;
    /// Times when a replaced server process was detected, by connection id. The new process was already running by
    /// then.
    std::map<QString, std::vector<TimePoint>> m_changes;
    std::optional<TimePoint> m_met; ///< detection time of a process whose start time hasn't been read yet
    std::optional<TimePoint> m_seenOperation; ///< time of the newest operation as of the last read
};

} // namespace dueline
