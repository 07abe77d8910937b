// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/console/connect/pendingrequest.h"
#include "ui/timeline/feed/timelinecount.h"

#include <QObject>
#include <QPointer>
#include <QTimer>

namespace dueline {

class Connection;

/// Feed of the timeline's data: counts per bar for a queue, for all of a connection's queues, or for multiple
/// connections, and individual tasks if there are only a few. Each connection has at most one pending request; a new
/// request replaces it. A timeline takes hundreds of counts, so only counts that may have changed are requested. A
/// queue's bars are kept as long as its overview doesn't change, even when the view moves. A poll requests a queue
/// again if its overview has changed, or if leases are running and the bars are short. All bars are recounted every
/// five minutes.
class TimelineFeed : public QObject
{
    Q_OBJECT

public:
    static constexpr Millis refreshEvery{5000}; ///< initial polling interval

    explicit TimelineFeed(QObject* parent = nullptr);
    ~TimelineFeed() override;

    /// Shows a queue, all of the connection's queues if the name is empty, or nothing if `connection` is null. First
    /// emits loaded() with unknown data to clear the previous data; otherwise, the old bars would appear under the new
    /// name.
    void show(Connection* connection, const QueueName& queue);
    /// Shows all queues on these connections as combined bars, without individual tasks.
    void showAll(const std::vector<Connection*>& connections);
    void want(TimeRange range, Millis span);
    void setLive(bool live);
    /// Sets whether the feed also reports each queue's bars (see TimelineData::queues).
    void setTellsQueues(bool tells);
    /// Sets the polling interval while live.
    void setPeriod(Millis period) { m_timer.setInterval(period); }
    /// Recounts everything.
    void refresh();
    /// Recounts the bars that may have changed. Call this when the queue overview has changed.
    void follow();
    /// Determines the time range from the first to the last task in these states, excluding the trash, then emits
    /// fitted().
    void fit(StateSet states);
    /// Returns the tasks' range with a small margin on both sides, always long enough to be readable.
    static TimeRange withMargin(TimeRange tasks);

Q_SIGNALS:
    void loaded(const dueline::TimelineData& data);
    void fitted(dueline::TimeRange range);
    /// Requests bars for a different time range.
    void wanted(dueline::TimeRange range);

private:
    struct Request
    {
        TimeRange range;
        Millis span{};
        bool operator==(const Request&) const = default;
    };
    /// Known bars for a queue.
    struct Known
    {
        QueueInfo seen; ///< the queue's overview, without the server's time
        Request request;
        std::vector<TimelineBin> bins; ///< bars that contain tasks
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
