// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/queue/queueinfo.h"
#include "ui/presenters/pollingfeed.h"
#include "ui/timeline/model/timelinescale.h"

#include <map>

namespace dueline {

/// How late the tasks started that the timeline shows, from the queues' own statistics. Where a layout keeps none,
/// nothing is asked for. What is known of the past is kept: then only the last two minutes are read, once a count of
/// the queues has changed.
class TimelineLateFeed : public PollingFeed
{
    Q_OBJECT

public:
    static constexpr Millis every{5'000};
    static constexpr Millis longest = std::chrono::hours(24 * 30); ///< before now

    explicit TimelineLateFeed(QObject* parent = nullptr);

    /// All queues by an empty name. A null connection: nothing, and the strip is not shown.
    void show(Connection* connection, const QueueName& queue);
    void want(TimeRange range);

Q_SIGNALS:
    /// `isRecorded`: whether the layout keeps statistics; else there are none. `isShown`: whether there is a place.
    void loaded(const std::vector<dueline::StatisticsBin>& statistics, bool isRecorded, bool isShown);

private:
    struct Walk;
    bool isRecorded(const QueueName& queue) const;
    std::vector<QueueName> recordedQueues() const;
    bool hasChanged() const;
    void noteQueues();
    void ask() override;
    void tell();

    QueueName m_queue;
    TimeRange m_range;
    std::map<std::pair<QueueName, TimePoint>, StatisticsBin> m_known;
    std::map<QueueName, StateCounts> m_seen; ///< the counts when they were last read
    TimePoint m_from{}; ///< known from here …
    TimePoint m_until{}; ///< … to here
};

} // namespace dueline
