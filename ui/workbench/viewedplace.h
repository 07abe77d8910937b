// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/presenters/taskfeed.h"
#include "ui/sidebar/model/sidebarmodel.h"
#include "ui/workbench/openconnections.h"

#include <QHash>
#include <QPointer>

namespace dueline {

/// Place in view (a queue or a whole connection), and how often it is refreshed.
class ViewedPlace : public QObject
{
    Q_OBJECT

public:
    explicit ViewedPlace(OpenConnections& connections, QObject* parent = nullptr);

    OpenConnections& connections() const { return m_connections; }
    /// Returns the connection in view; null if there is none.
    Connection* current() const { return m_current; }
    const SidebarPlace& place() const { return m_place; }
    /// Returns the queue in view; null if the queue is unknown or no queue is selected.
    const QueueInfo* queue() const;
    /// Returns the time of the current server or, without a server, of this machine.
    TimePoint now() const;
    /// Shows a place. If it has no queue, shows the whole connection. If the queues are not known yet and there turns
    /// out to be only one, shows that queue.
    void show(const SidebarPlace& place);
    /// Shows the queue with the most failures on the connection in view. If several queues have the same number, shows
    /// the one with the most open tasks.
    void showMostNotable();

    bool isLive() const { return m_live; }
    void setLive(bool live);
    /// Sets whether the window is visible. While it is minimized or hidden, the servers are polled ten times less
    /// often.
    void setSeen(bool seen);
    /// Returns whether the feeds of the place poll: updates are live and the window is visible.
    bool isPolled() const { return m_live && m_seen; }
    /// Sets the maximum delay, while live, before a change appears on screen. The delay is shorter while data is
    /// changing. Applies to all connections whose profile sets no period.
    void setRefreshPeriod(Millis period);
    Millis refreshPeriod() const { return m_period; }
    /// Sets the refresh period of the connection in view. If the connection's profile specifies a period, the new value
    /// applies until the connection is closed.
    void setShownPeriod(Millis period);
    Millis shownPeriod() const { return periodOf(m_current); }
    void refresh();

Q_SIGNALS:
    /// Emitted when the connection in view is about to be closed.
    void left();
    void placeChanged();
    /// Emitted when the counts, state or access of the current connection or queue change.
    void currentChanged();
    /// Emitted when the queues of the current connection have been read.
    void queuesRead();
    void polledChanged();
    void periodChanged();
    void refreshRequested();

private:
    void prepare(Connection* added);
    void readQueues(Connection* connection);
    void showNext();
    void showOnlyQueue(Connection& connection);
    Millis periodOf(const Connection* connection) const;
    void usePeriods();

    OpenConnections& m_connections;
    QPointer<Connection> m_current;
    SidebarPlace m_place;
    bool m_knewQueue = false; ///< true if the queue in view existed at the last update
    /// true until a place is selected; if the connection turns out to have only one queue before then, that queue is
    /// shown
    bool m_awaitsQueues = false;
    bool m_left = false; ///< true if the connection in view was closed and no other place has been shown since
    bool m_live = true;
    bool m_seen = true;
    Millis m_period = TaskFeed::refreshEvery;
    QHash<QString, Millis> m_ownPeriods; ///< periods of connections that do not use `m_period`
};

} // namespace dueline
