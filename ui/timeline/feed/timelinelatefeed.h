// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/queue/queueinfo.h"
#include "ui/presenters/pollingfeed.h"
#include "ui/timeline/model/timelinescale.h"

#include <map>

namespace dueline {

/// Feed of start delays for the timeline, taken from the queues' statistics. It sends no requests if the layout has no
/// statistics. Older minutes are cached; only the last two minutes are reread, and only if the queues' counts have
/// changed.
class TimelineLateFeed : public PollingFeed
{
    Q_OBJECT

public:
    static constexpr Millis every{5'000};
    static constexpr Millis longest = std::chrono::hours(24 * 30); ///< maximum age of the data

    explicit TimelineLateFeed(QObject* parent = nullptr);

    /// Shows a queue, or all queues if the name is empty. If `connection` is null, shows nothing and hides the strip.
    void show(Connection* connection, const QueueName& queue);
    void want(TimeRange range);

Q_SIGNALS:
    /// Emitted with the statistics. `isRecorded`: true if at least one queue's layout records start delays.
    void loaded(const std::vector<dueline::StatisticsBin>& statistics, bool isRecorded);

private:
    struct Scan;
    bool isRecorded(const QueueName& queue) const;
    std::vector<QueueName> recordedQueues() const;
    bool hasChanged() const;
    void noteQueues();
    void ask() override;
    void tell();

    QueueName m_queue;
    TimeRange m_range;
    std::map<std::pair<QueueName, TimePoint>, StatisticsBin> m_known;
    std::map<QueueName, StateCounts> m_seen; ///< counts at the last read
    TimePoint m_from{}; ///< start of the range read so far
    TimePoint m_until{}; ///< end of the range read so far
};

} // namespace dueline
