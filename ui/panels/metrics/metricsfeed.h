// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/result.h"
#include "ui/panels/metrics/metricsdata.h"
#include "ui/presenters/pollingfeed.h"

namespace dueline {

class Workbench;

/// Brings the metrics of the queue looked at, or of all queues of its connection added up, from the statistics the
/// queues keep themselves. Read once whole, then only the last minutes of those queues whose counts have changed, at
/// most every five seconds while shown and live, and once a minute all the same; never while hidden.
class MetricsFeed : public PollingFeed
{
    Q_OBJECT

public:
    static constexpr Millis refreshEvery{5000};

    explicit MetricsFeed(Workbench& bench, QObject* parent = nullptr);

    void setLength(Millis length);
    Millis length() const { return m_length; }
    void setAllQueues(bool all);
    bool allQueues() const { return m_allQueues; }
    /// Whether somebody looks: hidden, nothing is asked for.
    void setShown(bool shown);
    /// Reads the last minutes of all queues that are shown.
    void readAgain();

Q_SIGNALS:
    void loaded(const dueline::MetricsData& data);

private:
    /// What is known of one queue.
    struct Known
    {
        TimePoint from{}; ///< statistics are known from here …
        TimePoint until{}; ///< … to here, where they were last read
        std::map<TimePoint, StatisticsBin> bins;
        StateCounts counts; ///< when they were last read
    };

    void placeChanged();
    void again();
    void ask() override;
    std::vector<QueueName> queues() const;
    std::vector<std::pair<QueueName, TimePoint>> wanted(TimePoint now, TimePoint from) const;
    TimeRange range(TimePoint now) const;
    void publish();

    Workbench& m_bench;
    QueueName m_queue;
    Millis m_length{std::chrono::hours(1)};
    bool m_allQueues = false;
    std::map<QueueName, Known> m_known;
};

} // namespace dueline
