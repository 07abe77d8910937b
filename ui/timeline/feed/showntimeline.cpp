// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/timeline/feed/showntimeline.h"

namespace dueline {

ShownTimeline::ShownTimeline(ListedTasks& list, QObject* parent)
    : QObject(parent)
    , m_list(list)
    , m_view(list.view())
    , m_matches(list.feed(), m_feed)
{
    connect(&m_feed, &TimelineFeed::wanted, &m_lateness, &TimelineLateFeed::want);
    connect(&m_list, &ListedTasks::scopeChanging, this,
        [this](const TaskScope& scope, bool isWhole) { m_matches.look(m_view.current(), scope, isWhole); });
    connect(&m_view, &ViewedPlace::left, this, [this] {
        m_feed.show(nullptr, {});
        m_marks.show(nullptr, {});
        m_lateness.show(nullptr, {});
        m_matches.setShown({}, {});
    });
    connect(&m_view, &ViewedPlace::placeChanged, this, [this] {
        if (m_ofAll != isOfAll())
            follow();
        else if (!m_ofAll)
            show();
    });
    connect(&m_view, &ViewedPlace::queuesRead, this, [this] {
        m_feed.follow();
        m_marks.noteQueues();
    });
    connect(&m_view, &ViewedPlace::polledChanged, this, [this] {
        m_feed.setLive(m_view.isPolled());
        m_marks.setLive(m_view.isPolled());
        m_lateness.setLive(m_view.isPolled());
    });
    connect(&m_view, &ViewedPlace::periodChanged, this, &ShownTimeline::usePeriod);
    connect(&m_view, &ViewedPlace::refreshRequested, this, [this] {
        m_feed.refresh();
        m_marks.refresh();
    });
    const OpenConnections& connections = m_view.connections();
    connect(&connections, &OpenConnections::changed, this, [this] {
        if (m_ofAll)
            show();
    });
    connect(&connections, &OpenConnections::stateChanged, this, [this] {
        if (m_ofAll)
            Q_EMIT scopeChanged();
    });
    connect(&connections, &OpenConnections::queuesChanged, this, &ShownTimeline::readQueues);
}

bool ShownTimeline::exists() const
{
    std::size_t queues = 0;
    for (const auto& of : m_view.connections().all())
        queues += m_ofAll || (of.get() == m_view.current() && m_view.place().queue.isEmpty()) ? of->queues().size() : 0;
    return queues <= mostQueues;
}

void ShownTimeline::readQueues(const Connection* connection)
{
    if (m_existed != exists())
        show();
    if (!m_ofAll)
        return;
    Q_EMIT scopeChanged(); // this may be the connection's first update
    if (connection != m_view.current())
        m_feed.follow();
}

void ShownTimeline::usePeriod() { m_feed.setPeriod(m_ofAll ? m_view.refreshPeriod() : m_view.shownPeriod()); }

void ShownTimeline::show()
{
    m_existed = exists();
    Connection* current = m_ofAll || !m_existed ? nullptr : m_view.current();
    m_marks.show(current, m_view.place().queue);
    m_lateness.show(current, m_view.place().queue);
    std::vector<Connection*> shown;
    for (const auto& connection : m_view.connections().all()) {
        if (m_existed && (m_ofAll || connection.get() == m_view.current()))
            shown.push_back(connection.get());
    }
    m_matches.setShown(shown, m_ofAll ? QueueName() : m_view.place().queue);
    if (m_ofAll && m_existed)
        m_feed.showAll(shown);
    else
        m_feed.show(shown.empty() ? nullptr : shown.front(), m_view.place().queue);
}

void ShownTimeline::setOfAll(bool all)
{
    m_chosen = all;
    if (m_ofAll != isOfAll())
        follow();
}

/// Switches between the displayed place and all connections.
void ShownTimeline::follow()
{
    m_ofAll = isOfAll();
    m_list.setBrushable(!m_ofAll);
    usePeriod();
    show();
    Q_EMIT scopeChanged();
}

} // namespace dueline
