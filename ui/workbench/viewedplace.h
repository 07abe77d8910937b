// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/presenters/taskfeed.h"
#include "ui/sidebar/model/sidebarmodel.h"
#include "ui/workbench/openconnections.h"

#include <QHash>
#include <QPointer>

namespace dueline {

/// Displayed place (a queue or an entire connection), and how often it is refreshed.
class ViewedPlace : public QObject
{
    Q_OBJECT

public:
    explicit ViewedPlace(OpenConnections& connections, QObject* parent = nullptr);

    OpenConnections& connections() const { return m_connections; }
    /// Returns the displayed connection; null if there is none.
    Connection* current() const { return m_current; }
    const SidebarPlace& place() const { return m_place; }
    /// Returns the displayed queue; null if no queue is selected or the queue is unknown.
    const QueueInfo* queue() const;
    /// Returns the displayed server's current time, or this machine's if there is no connection.
    TimePoint now() const;
    /// Shows a queue or, if `place` names none, the entire connection. If the connection's queues aren't known yet and
    /// it turns out to have only one, shows that queue. If `place` is all servers and names no connection, the
    /// current connection changes only if it is lost.
    void show(const SidebarPlace& place);
    /// Shows the displayed connection's queue with the most failures. If there is a tie, shows the tied queue with the
    /// most open tasks.
    void showMostNotable();

    bool isLive() const { return m_live; }
    void setLive(bool live);
    /// Sets whether the window is visible. While it is minimized or hidden, servers are polled a tenth as often.
    void setSeen(bool seen);
    /// Returns whether feeds poll periodically: updates are live and the window is visible.
    bool isPolled() const { return m_live && m_seen; }
    /// Sets the maximum delay before a change appears on screen while updates are live. The delay is shorter while data
    /// is changing. Applies to all connections whose profile doesn't set a period.
    void setRefreshPeriod(Millis period);
    Millis refreshPeriod() const { return m_period; }
    /// Sets the displayed connection's refresh period. If its profile sets a period, the new one applies only until the
    /// connection is closed.
    void setShownPeriod(Millis period);
    Millis shownPeriod() const { return periodOf(m_current); }
    void refresh();

Q_SIGNALS:
    /// Emitted when the displayed connection is about to be closed.
    void left();
    void placeChanged();
    /// Emitted when the current connection's or queue's counts, state or access change.
    void currentChanged();
    /// Emitted when the current connection's queues have been read.
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
    bool m_knewQueue = false; ///< true if the displayed queue existed at the last update
    /// True until a place is selected. If the connection turns out to have only one queue before then, that queue is
    /// shown.
    bool m_awaitsQueues = false;
    bool m_left = false; ///< true if the displayed connection was closed and nothing else has been shown since
    bool m_live = true;
    bool m_seen = true;
    Millis m_period = TaskFeed::refreshEvery;
    QHash<QString, Millis> m_ownPeriods; ///< refresh periods of connections that don't use `m_period`
};

} // namespace dueline
