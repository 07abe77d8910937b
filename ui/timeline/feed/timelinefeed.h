// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/console/connect/pendingrequest.h"
#include "ui/timeline/feed/timelinecount.h"

#include <QObject>
#include <QPointer>
#include <QTimer>

namespace dueline {

class Connection;

/// Data feed of the timeline: counts per bar for a queue, for all queues of a connection, or for multiple connections,
/// and individual tasks if only a few are displayed. Each connection has at most one pending request, which a new
/// request replaces. Because a timeline requires hundreds of counts, only counts that may have changed are requested.
/// The bars of a queue are kept while its overview does not change, even when the view moves. Polling requests a queue
/// again if its overview has changed, or if leases are running and the bars are short. All bars are recounted every
/// five minutes.
class TimelineFeed : public QObject
{
    Q_OBJECT

public:
    static constexpr Millis refreshEvery{5000}; ///< initial polling interval

    explicit TimelineFeed(QObject* parent = nullptr);
    ~TimelineFeed() override;

    /// Shows a queue, all queues of the connection if the name is empty, or nothing if `connection` is null. Clears the
    /// previous data immediately by emitting loaded() with unknown data, because the old bars would otherwise appear
    /// under the new name.
    void show(Connection* connection, const QueueName& queue);
    /// Shows the combined bars of all queues on these connections, without individual tasks.
    void showAll(const std::vector<Connection*>& connections);
    void want(TimeRange range, Millis span);
    void setLive(bool live);
    /// Sets whether the feed also reports the bars of each queue (see TimelineData::queues).
    void setTellsQueues(bool tells);
    /// Sets the interval for polling while live.
    void setPeriod(Millis period) { m_timer.setInterval(period); }
    /// Counts everything again.
    void refresh();
    /// Recounts the bars that may have changed. Call this when the queue overview has changed.
    void follow();
    /// Determines the time range from the first to the last task in these states, excluding the trash, and then emits
    /// fitted().
    void fit(StateSet states);
    /// Returns the range of tasks with a small margin on both sides. The result is always long enough to be readable.
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
    /// Known bars of a queue.
    struct Known
    {
        QueueInfo seen; ///< overview of the queue without the server's time
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
