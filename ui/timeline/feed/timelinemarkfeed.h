// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/queue/schedule.h"
#include "ui/presenters/pollingfeed.h"
#include "ui/timeline/model/timelinemark.h"

#include <map>

namespace dueline {

/// Feed of timeline events other than tasks: recorded operations of queues, server starts, and the last and next runs
/// of recurring tasks. Events of a kind that the layout does not store have no marks. Reads one queue per step, after
/// each operation and once a minute.
class TimelineMarkFeed : public PollingFeed
{
    Q_OBJECT

public:
    static constexpr Millis every{60'000};
    static constexpr int mostOperations = 50; ///< newest ones

    explicit TimelineMarkFeed(QObject* parent = nullptr);

    /// Shows a queue, or all queues of the connection if the name is empty; null shows nothing. The marks of the
    /// previous place are cleared immediately.
    void show(Connection* connection, const QueueName& queue);
    /// Reads the operations again if the queue overview shows a new operation.
    void noteQueues();
    /// Emits loaded() again with the same marks, for example after a change of language.
    void tell();

Q_SIGNALS:
    /// Emitted with the marks, sorted by time.
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
    /// Observed server starts, by connection id.
    std::map<QString, std::vector<TimePoint>> m_starts;
    /// Times at which a server process was detected that differs from the previous one but had started earlier, by
    /// connection id.
    std::map<QString, std::vector<TimePoint>> m_changes;
    std::optional<TimePoint> m_met; ///< time at which a process with an unread start time was detected
    std::optional<TimePoint> m_seenOperation; ///< time of the last operation, as of the last read
};

} // namespace dueline
