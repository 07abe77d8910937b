// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/workbench/viewedplace.h"

#include <algorithm>
#include <utility>

namespace dueline {

ViewedPlace::ViewedPlace(OpenConnections& connections, QObject* parent)
    : QObject(parent)
    , m_connections(connections)
{
    connect(&connections.worker(), &EmbeddedWorker::stateChanged, this, &ViewedPlace::currentChanged);
    connect(&connections, &OpenConnections::added, this, &ViewedPlace::prepare);
    connect(&connections, &OpenConnections::closing, this, [this](Connection* closing) {
        m_ownPeriods.remove(closing->id());
        if (closing != m_current)
            return;
        m_left = true;
        m_current.clear();
        Q_EMIT left();
    });
    connect(&connections, &OpenConnections::changed, this, &ViewedPlace::showNext);
    connect(&connections, &OpenConnections::stateChanged, this, [this](const Connection* connection) {
        if (connection != m_current)
            return;
        refresh();
        Q_EMIT currentChanged();
    });
    connect(&connections, &OpenConnections::queuesChanged, this, &ViewedPlace::readQueues);
    connect(&connections, &OpenConnections::operationsChanged, this, &ViewedPlace::currentChanged);
    connect(&connections, &OpenConnections::silenceChanged, this, &ViewedPlace::currentChanged);
}

const QueueInfo* ViewedPlace::queue() const
{
    return m_current && !m_place.queue.isEmpty() ? m_current->queue(m_place.queue) : nullptr;
}

TimePoint ViewedPlace::now() const { return m_current ? m_current->session().serverNow() : SystemClock().now(); }

/// Sets a new connection's refresh period and shows the connection.
void ViewedPlace::prepare(Connection* added)
{
    if (const auto own = added->profile().refreshEvery)
        m_ownPeriods.insert(added->id(), *own);
    added->setRefreshPeriod(periodOf(added));
    added->refresher().setVisible(m_live);
    added->setSeen(m_seen);
    show({added->id(), {}, {}});
}

void ViewedPlace::readQueues(Connection* connection)
{
    if (connection != m_current)
        return;
    if (m_awaitsQueues && m_place.queue.isEmpty())
        showOnlyQueue(*connection);
    else if (std::exchange(m_knewQueue, queue() != nullptr) && !queue()) // the queue no longer exists
        show({connection->id(), {}, {}, m_place.all});
    Q_EMIT queuesRead();
    Q_EMIT currentChanged();
}

/// Shows another connection after the displayed one has been closed.
void ViewedPlace::showNext()
{
    const auto& open = m_connections.all();
    if (!std::exchange(m_left, false)) {
        if (m_place.all && m_current)
            show({m_current->id(), {}, {}, open.size() > 1});
        return;
    }
    show(open.empty() ? SidebarPlace{} : SidebarPlace{open.front()->id(), {}, {}, m_place.all});
    if (m_current && !m_place.all)
        showOnlyQueue(*m_current);
}

/// Shows a connection's only queue, because an overview would have nothing to compare.
void ViewedPlace::showOnlyQueue(Connection& connection)
{
    if (connection.queues().empty() || (connection.queues().size() == 1 && connection.isSearching()))
        return; // more queues may be found
    m_awaitsQueues = false;
    if (connection.queues().size() == 1)
        show({connection.id(), connection.queues().front().name, {}});
}

void ViewedPlace::showMostNotable()
{
    if (!m_current)
        return;
    const QueueInfo* best = nullptr;
    const auto weight = [](const QueueInfo& q) {
        return q.unreadable.isEmpty()
            ? q.counts[TaskState::Failed] * 1000 + q.counts.pending() + q.counts[TaskState::Leased]
            : -1;
    };
    for (const QueueInfo& queue : m_current->queues()) {
        if (!best || weight(queue) > weight(*best))
            best = &queue;
    }
    if (best)
        show({m_current->id(), best->name, {}});
}

void ViewedPlace::show(const SidebarPlace& asked)
{
    SidebarPlace place = asked;
    const auto& open = m_connections.all();
    if (place.all && place.connection.isEmpty() && !open.empty()) {
        // A lost connection would dim what the others show.
        const auto isOnline = [](const Connection* one) { return one && one->session().isOnline(); };
        const auto online
            = std::find_if(open.begin(), open.end(), [&](const auto& one) { return isOnline(one.get()); });
        place.connection = m_current && (isOnline(m_current) || online == open.end()) ? m_current->id()
            : online != open.end()                                                    ? (*online)->id()
                                                                                      : open.front()->id();
    }
    place.all = place.all && open.size() > 1;
    Connection* shown = m_connections.find(place.connection);
    if (shown == m_current && place == m_place)
        return;
    const bool another = shown != m_current;
    m_current = shown;
    m_place = place;
    if (another)
        usePeriods();
    if (shown) // every refresh counts the displayed queue
        shown->refresher().setFirst(place.queue.isEmpty() ? std::vector<QueueName>() : std::vector{place.queue});
    m_knewQueue = queue() != nullptr;
    m_awaitsQueues = shown && !place.all && place.queue.isEmpty() && shown->queues().empty();
    Q_EMIT placeChanged();
    Q_EMIT currentChanged();
}

void ViewedPlace::setLive(bool live)
{
    m_live = live;
    Q_EMIT polledChanged();
    for (const auto& connection : m_connections.all())
        connection->refresher().setVisible(live);
    if (live)
        refresh();
    Q_EMIT currentChanged();
}

void ViewedPlace::setSeen(bool seen)
{
    if (std::exchange(m_seen, seen) == seen)
        return;
    Q_EMIT polledChanged();
    for (const auto& connection : m_connections.all())
        connection->setSeen(seen);
    if (isPolled())
        refresh();
}

Millis ViewedPlace::periodOf(const Connection* connection) const
{
    return connection ? m_ownPeriods.value(connection->id(), m_period) : m_period;
}

void ViewedPlace::setRefreshPeriod(Millis period)
{
    m_period = period;
    usePeriods();
}

void ViewedPlace::setShownPeriod(Millis period)
{
    if (m_current && m_ownPeriods.contains(m_current->id()))
        m_ownPeriods.insert(m_current->id(), period);
    else
        m_period = period;
    usePeriods();
}

void ViewedPlace::usePeriods()
{
    Q_EMIT periodChanged();
    for (const auto& connection : m_connections.all())
        connection->setRefreshPeriod(periodOf(connection.get()));
}

void ViewedPlace::refresh()
{
    if (m_current)
        m_current->refresher().refresh();
    Q_EMIT refreshRequested();
}

} // namespace dueline
