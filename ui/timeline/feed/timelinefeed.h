// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/console/connect/pendingrequest.h"
#include "ui/timeline/feed/timelinecount.h"

#include <QObject>
#include <QPointer>
#include <QTimer>

namespace dueline {

class Connection;

/// Feed for the timeline: counts per bar for one queue, for all queues of a connection, or for several connections, and
/// individual tasks if there are few in view. Each connection has one request at a time; a new request replaces the
/// pending one. A timeline requires hundreds of counts, so only counts that may have changed are requested. While a
/// queue's overview does not change, its bars are kept, even when the view moves. Polling requests a queue again if its
/// overview has changed, or if leases are running and the bars are short. All bars are recounted every five minutes.
class TimelineFeed : public QObject
{
    Q_OBJECT

public:
    static constexpr Millis refreshEvery{5000}; ///< initial value

    explicit TimelineFeed(QObject* parent = nullptr);
    ~TimelineFeed() override;

    /// Shows a queue, or all queues of the connection if the name is empty; null shows nothing. The data of the
    /// previous place is cleared immediately (loaded() with unknown data), because its bars would otherwise appear
    /// under the wrong name.
    void show(Connection* connection, const QueueName& queue);
    /// Shows the sum of all queues of these connections, without individual tasks.
    void showAll(const std::vector<Connection*>& connections);
    void want(TimeRange range, Millis span);
    void setLive(bool live);
    /// Sets whether the feed also reports the bars of each queue (TimelineData::queues).
    void setTellsQueues(bool tells);
    /// Sets the polling interval while live.
    void setPeriod(Millis period) { m_timer.setInterval(period); }
    /// Recounts everything.
    void refresh();
    /// Recounts the bars that may have changed, after a change of the queue overview.
    void follow();
    /// Determines the time range from the first to the last task, excluding the trash, and emits fitted().
    void fit();

Q_SIGNALS:
    void loaded(const dueline::TimelineData& data);
    void fitted(dueline::TimeRange range);
    /// Requests the bars for a different time range.
    void wanted(dueline::TimeRange range);

private:
    struct Request
    {
        TimeRange range;
        Millis span{};
        bool operator==(const Request&) const = default;
    };
    /// Known bars of one queue.
    struct Known
    {
        QueueInfo seen; ///< without its clock
        Request request;
        std::vector<TimelineBin> bins; ///< only bars with tasks
    };
    struct Source
    {
        explicit Source(Connection* of)
            : connection(of)
        { }
        QPointer<Connection> connection;
        PendingRequest owed;
        TimePoint countedAt{}; ///< time of the last complete count
        std::vector<QueueInfo> seen; ///< queues at the last request, without the server's time
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
