// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/result.h"
#include "ui/panels/metrics/metricsdata.h"
#include "ui/presenters/pollingfeed.h"

namespace dueline {

class ViewedPlace;

/// Feed of the metrics for the current queue, or for all queues on its connection combined. It reads the statistics
/// stored in the queues. After the first complete read, it reads only the last few minutes, and only for queues whose
/// counts have changed. While live, it reads at most every five seconds and at least every minute. While hidden, it
/// doesn't read.
class MetricsFeed : public PollingFeed
{
    Q_OBJECT

public:
    static constexpr Millis refreshEvery{5000};

    explicit MetricsFeed(ViewedPlace& view, QObject* parent = nullptr);

    void setLength(Millis length);
    Millis length() const { return m_length; }
    void setAllQueues(bool all);
    bool allQueues() const { return m_allQueues; }
    /// Sets whether the metrics are shown. Nothing is read while they are hidden.
    void setShown(bool shown);
    /// Rereads the last few minutes for all displayed queues.
    void readAgain();

Q_SIGNALS:
    void loaded(const dueline::MetricsData& data);

private:
    /// A queue's statistics, as read so far.
    struct Known
    {
        TimePoint from{}; ///< start of the range read so far
        TimePoint until{}; ///< end of the range read so far, and time of the last read
        std::map<TimePoint, StatisticsBin> bins;
        StateCounts counts; ///< counts at the last read
    };

    void placeChanged();
    void again();
    void ask() override;
    std::vector<QueueName> queues() const;
    std::vector<std::pair<QueueName, TimePoint>> wanted(TimePoint now, TimePoint from) const;
    TimeRange range(TimePoint now) const;
    void publish();

    ViewedPlace& m_view;
    QueueName m_queue;
    Millis m_length{std::chrono::hours(1)};
    bool m_allQueues = false;
    std::map<QueueName, Known> m_known;
};

} // namespace dueline
