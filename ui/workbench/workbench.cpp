// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/workbench/workbench.h"

#include "ui/sidebar/model/sidebarrows.h"
#include "ui/workbench/operationnotice.h"

namespace dueline {

Workbench::Workbench(const Formatting& formatting, QObject* parent)
    : QObject(parent)
    , m_list(m_view, formatting)
{
    connect(&m_connections, &OpenConnections::listingChanged, this, &Workbench::updateSidebar);
    connect(&m_view, &ViewedPlace::currentChanged, this, &Workbench::updateFilters);
    connect(&m_filters, &SavedFilters::changed, this, &Workbench::updateFilters);
    connect(&m_list, &ListedTasks::narrowed, this, &Workbench::updateFilters);
    connect(&m_list.feed(), &TaskFeed::searched, this, &Workbench::updateFilters);
    connect(&m_list.feed(), &TaskFeed::orderDropped, this, [this](qint64 matches) {
        m_events.tell(OperationNotice::orderDropped(matches, qint64(TaskFeed::keptMatches)));
    });
    connect(&m_events, &WindowEvents::taskRequested, this, [this] {
        if (m_list.brush()) // the task may be outside the brush
            m_list.refuseBrush();
    });
}

Workbench::~Workbench() { m_connections.leave(); }

void Workbench::updateSidebar()
{
    m_sidebar.setConnections(sidebarConnections(m_connections.all(), m_connections.profiles()));
}

void Workbench::updateFilters()
{
    const QueueInfo* queue = m_view.queue();
    m_list.words().setCounts(queue ? std::optional(queue->counts) : std::nullopt, !m_list.filter().isEmpty());
    m_sidebar.setFilters(sidebarFilters(m_filters, queue, m_list.feed()));
}

void Workbench::reword()
{
    m_filters.reword();
    m_connections.reword();
    updateFilters();
}

} // namespace dueline
