// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/result.h"
#include "ui/presenters/metricsdata.h"

#include <QObject>
#include <QPointer>
#include <QTimer>

namespace dueline {

class Connection;
class Workbench;

/// Brings the metrics of the queue looked at, or of all queues of its connection added up, from the statistics the
/// queues keep themselves. Read once whole, then only the last minutes of those queues whose counts have changed, at
/// most every five seconds while shown and live, and once a minute all the same; never while hidden.
class MetricsFeed : public QObject
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
    void refresh();

Q_SIGNALS:
    void loaded(const dueline::MetricsData& data);
    void failed(const dueline::Error& error);

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
    void forget();
    bool isAsking() const;
    void look();
    std::vector<QueueName> queues() const;
    std::vector<std::pair<QueueName, TimePoint>> wanted(TimePoint now, TimePoint from) const;
    TimeRange range(TimePoint now) const;
    void publish();

    Workbench& m_bench;
    QPointer<Connection> m_connection;
    QueueName m_queue;
    Millis m_length{std::chrono::hours(1)};
    bool m_allQueues = false;
    bool m_shown = false;
    std::optional<int> m_askedOf; ///< the session's generation that owes an answer
    bool m_again = false;
    int m_generation = 0;
    std::map<QueueName, Known> m_known;
    QTimer m_timer;
};

} // namespace dueline
