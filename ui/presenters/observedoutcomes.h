// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/console/connect/resultsfeed.h"
#include "ui/timeline/model/timelinedata.h"

#include <QTimer>

#include <deque>

namespace dueline {

/// How tasks ended in places that keep nothing of it, as a framework's workers announced it while somebody listened:
/// when and how, for the timeline. The last `most` of them, none older than a day.
class ObservedOutcomes : public QObject
{
    Q_OBJECT

public:
    static constexpr std::size_t most = 100'000;
    static constexpr Millis keptFor{std::chrono::hours(24)};
    static constexpr Millis tellEvery{1'000};

    explicit ObservedOutcomes(BackendFactory make, QObject* parent = nullptr);

    /// The places of a connection that keep no ends and whose framework announces them.
    static std::vector<QueueName> placesOf(const std::vector<QueueInfo>& queues, const QueueCapabilities& can);
    void follow(const std::vector<QueueName>& places) { m_feed.follow(places); }
    /// Tries at once where it does not listen.
    void again() { m_feed.again(); }
    /// What the server's clock is ahead of this machine's.
    void setClockOffset(Millis offset) { m_offset = offset; }
    /// Adds those of a place, or of all by an empty name, to the bars in which they ended. Bars are drawn then, where
    /// single tasks would be.
    void addTo(TimelineData& data, const QueueName& place) const;
    qint64 heard() const { return qint64(m_ends.size()); }

Q_SIGNALS:
    /// More were heard.
    void changed();

private:
    struct End
    {
        TimePoint at{}; ///< the server's clock
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
