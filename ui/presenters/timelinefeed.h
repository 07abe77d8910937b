// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/timeline/timelinedata.h"

#include <QObject>
#include <QPointer>
#include <QTimer>

namespace dueline {

class Connection;

/// Brings the timeline what it wants: counts per bin of one queue or of all queues of a connection, and single tasks
/// once few enough are in view. One request at a time; the last wish wins.
class TimelineFeed : public QObject
{
    Q_OBJECT

public:
    static constexpr qint64 singleTasks = 300; ///< up to here tasks are drawn one by one
    static constexpr Millis refreshEvery{2000};

    explicit TimelineFeed(QObject* parent = nullptr);

    /// An empty queue name: all queues of the connection. Null: nothing.
    void show(Connection* connection, const QueueName& queue);
    void want(TimeRange range, Millis span);
    void setLive(bool live);
    void refresh();

Q_SIGNALS:
    void loaded(const dueline::TimelineData& data);

private:
    struct Wish
    {
        TimeRange range;
        Millis span{};
        bool operator==(const Wish&) const = default;
    };

    void ask();

    QPointer<Connection> m_connection;
    QueueName m_queue;
    Wish m_wish;
    bool m_asking = false;
    bool m_again = false;
    int m_generation = 0;
    QTimer m_timer;
};

} // namespace dueline
