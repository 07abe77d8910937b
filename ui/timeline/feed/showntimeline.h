// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/timeline/feed/timelinefeed.h"
#include "ui/timeline/feed/timelinelatefeed.h"
#include "ui/timeline/feed/timelinemarkfeed.h"
#include "ui/timeline/feed/timelinematches.h"
#include "ui/workbench/listedtasks.h"

namespace dueline {

/// The timeline's data for the displayed queue or connection, or for all open connections.
class ShownTimeline : public QObject
{
    Q_OBJECT

public:
    explicit ShownTimeline(ListedTasks& list, QObject* parent = nullptr);

    TimelineFeed& feed() { return m_feed; }
    /// Returns the feed's counts, along with how many of the counted tasks match the table's filter.
    TimelineMatches& matches() { return m_matches; }
    TimelineMarkFeed& marks() { return m_marks; }
    TimelineLateFeed& lateness() { return m_lateness; }
    /// Sets whether the timeline shows all queues on all open connections, regardless of the displayed queue or
    /// connection. If all servers are displayed, it does so anyway.
    void setOfAll(bool all);
    bool isOfAll() const { return m_chosen || m_view.place().all; }
    /// Maximum number of queues in the timeline. Each queue takes hundreds of commands.
    static constexpr std::size_t mostQueues = 100;
    /// Returns whether there is a timeline: true if a single queue is displayed, or at most mostQueues queues.
    bool exists() const;

Q_SIGNALS:
    /// Emitted when the timeline switches to a different queue or to all connections. While it shows all connections,
    /// also emitted when any of them is lost or restored.
    void scopeChanged();

private:
    void readQueues(const Connection* connection);
    void usePeriod();
    void show();
    void follow();

    ListedTasks& m_list;
    ViewedPlace& m_view;
    TimelineFeed m_feed;
    TimelineMatches m_matches;
    TimelineMarkFeed m_marks;
    TimelineLateFeed m_lateness;
    bool m_chosen = false; ///< true if the user has chosen all connections for the timeline
    bool m_ofAll = false; ///< isOfAll() at the last update
    bool m_existed = true; ///< result of exists() at the last update
};

} // namespace dueline
