// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/timeline/timelinedata.h"

#include <QObject>
#include <QPointer>
#include <QTimer>

namespace dueline {

class Connection;

/// Brings the timeline what it wants: counts per bin of one queue or of all queues of a connection, and single tasks
/// once few enough are in view. One request at a time; the last wish wins. A timeline is hundreds of counts, so it asks
/// by itself only where the overview of the queues has changed, or a lease runs and is seen to, and once a minute all
/// the same.
class TimelineFeed : public QObject
{
    Q_OBJECT

public:
    /// Up to here tasks are drawn one by one, at any zoom, and when a bar would be shorter than a minute.
    static constexpr qint64 singleTasks = 60;
    static constexpr qint64 singleTasksNear = 300;
    static constexpr Millis nearSpan{60'000};
    static constexpr Millis refreshEvery{5000}; ///< at first

    explicit TimelineFeed(QObject* parent = nullptr);

    /// An empty queue name: all queues of the connection. Null: nothing.
    void show(Connection* connection, const QueueName& queue);
    void want(TimeRange range, Millis span);
    void setLive(bool live);
    /// How often it asks by itself while live.
    void setPeriod(Millis period) { m_timer.setInterval(period); }
    void refresh();
    /// Finds the time from the first to the last task, trash aside, and tells it by fitted().
    void fit();

Q_SIGNALS:
    void loaded(const dueline::TimelineData& data);
    void fitted(dueline::TimeRange range);

private:
    bool waits() const;
    struct Wish
    {
        TimeRange range;
        Millis span{};
        bool operator==(const Wish&) const = default;
    };

    std::vector<QueueName> queues() const;
    bool hasChanged() const;
    void ask();

    QPointer<Connection> m_connection;
    QueueName m_queue;
    Wish m_wish;
    bool m_asking = false;
    int m_askedOf = 0; ///< the session's generation that owes the answer; of an earlier one it never comes
    bool m_again = false;
    int m_generation = 0;
    std::vector<QueueInfo> m_seen; ///< the queues when they were last asked for, without the clock
    TimePoint m_askedAt{};
    QTimer m_timer;
};

} // namespace dueline
