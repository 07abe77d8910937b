// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/console/connect/resultsfeed.h"
#include "ui/timeline/model/timelinedata.h"

#include <QTimer>

#include <deque>

namespace dueline {

/// Outcomes of tasks in queues that don't record outcomes. They are observed through events published by a framework's
/// workers, and shown in the timeline as times and states. Keeps up to `most` outcomes from the last day.
class ObservedOutcomes : public QObject
{
    Q_OBJECT

public:
    static constexpr std::size_t most = 100'000;
    static constexpr Millis keptFor{std::chrono::hours(24)};
    static constexpr Millis tellEvery{1'000};

    explicit ObservedOutcomes(BackendFactory make, QObject* parent = nullptr);

    /// Returns the queues that don't record outcomes but whose framework publishes them.
    static std::vector<QueueName> placesOf(const std::vector<QueueInfo>& queues, const QueueCapabilities& can);
    void follow(const std::vector<QueueName>& places) { m_feed.follow(places); }
    /// Reconnects immediately if the event feed is disconnected.
    void again() { m_feed.again(); }
    /// Sets the difference between the server's clock and this machine's.
    void setClockOffset(Millis offset) { m_offset = offset; }
    /// Adds a queue's outcomes, or all queues' if `place` is empty, to the timeline's bars. The timeline then shows
    /// bars instead of individual tasks.
    void addTo(TimelineData& data, const QueueName& place) const;
    qint64 heard() const { return qint64(m_ends.size()); }

Q_SIGNALS:
    /// Emitted when outcomes have been observed.
    void changed();

private:
    struct End
    {
        TimePoint at{}; ///< time on the server's clock
        TaskState state = TaskState::Done;
        QueueName place;
    };
    void take();

    ResultsFeed m_feed;
    std::deque<End> m_ends;
    Millis m_offset{};
    QTimer m_soon;
};

} // namespace dueline
