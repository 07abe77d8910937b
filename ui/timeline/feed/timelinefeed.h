// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/console/connect/pendingrequest.h"
#include "ui/timeline/feed/timelinecount.h"

#include <QObject>
#include <QPointer>
#include <QTimer>

namespace dueline {

class Connection;

/// Brings the timeline what it wants: counts per bar of one queue, of all queues of a connection, or of several
/// connections, and single tasks once few enough are in view. One request at a time and connection; the last one wins.
/// A timeline is hundreds of counts, so it asks only for what may be another: a queue whose overview is as it was keeps
/// its bars, also when the view moves, and asks by itself only where the overview has changed, or a lease runs and is
/// seen to. Every few minutes all is counted anew.
class TimelineFeed : public QObject
{
    Q_OBJECT

public:
    static constexpr Millis refreshEvery{5000}; ///< at first

    explicit TimelineFeed(QObject* parent = nullptr);
    ~TimelineFeed() override;

    /// An empty queue name: all queues of the connection. Null: nothing. What was told of another place is taken back
    /// at once (loaded() of unknown data): its bars would stand under a name that is not theirs.
    void show(Connection* connection, const QueueName& queue);
    /// All queues of all of these, added up. Single tasks are not told.
    void showAll(const std::vector<Connection*>& connections);
    void want(TimeRange range, Millis span);
    void setLive(bool live);
    /// Whether the bars of each queue are told, too (TimelineData::queues).
    void setTellsQueues(bool tells);
    /// How often it asks by itself while live.
    void setPeriod(Millis period) { m_timer.setInterval(period); }
    /// Counts all anew.
    void refresh();
    /// The overview of queues has changed: counts what may be another.
    void follow();
    /// Finds the time from the first to the last task, trash aside, and tells it by fitted().
    void fit();

Q_SIGNALS:
    void loaded(const dueline::TimelineData& data);
    void fitted(dueline::TimeRange range);
    /// The bars of another time are wanted.
    void wanted(dueline::TimeRange range);

private:
    struct Request
    {
        TimeRange range;
        Millis span{};
        bool operator==(const Request&) const = default;
    };
    /// What is known of one queue's bars.
    struct Known
    {
        QueueInfo seen; ///< without the clock
        Request request;
        std::vector<TimelineBin> bins; ///< those with tasks
    };
    struct Source
    {
        explicit Source(Connection* of)
            : connection(of)
        { }
        QPointer<Connection> connection;
        PendingRequest owed;
        TimePoint countedAt{}; ///< all anew
        std::vector<QueueInfo> seen; ///< the queues when they were last asked for, without the clock
        std::map<QueueName, Known> known;
        std::optional<TimelineData> data;
    };

    void begin(const std::vector<Connection*>& connections, const QueueName& queue);
    Source* sourceOf(const Connection* connection);
    std::vector<QueueInfo> overview(const Source& source) const;
    bool waits(const Source& source) const;
    bool hasChanged(const Source& source) const;
    bool stands(const Known& known, const QueueInfo& queue) const;
    TimelineWork workFor(const Source& source) const;
    void keep(
        Source& source, TimelineAnswer& answer, const TimelineWork& work, const std::vector<QueueInfo>& seen) const;
    void ask(std::size_t index);
    void askAll();
    void tell();
    TimelineData withHeard(const Source& source) const;
    void addQueues(TimelineData& data) const;

    std::vector<Source> m_sources;
    QueueName m_queue;
    Request m_request;
    int m_generation = 0;
    bool m_tellsQueues = false;
    QTimer m_timer;
};

} // namespace dueline
