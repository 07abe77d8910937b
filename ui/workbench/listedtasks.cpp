// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/workbench/listedtasks.h"

#include <utility>

namespace dueline {

namespace {

StateSet shownStates(const SidebarPlace& place)
{
    if (place.state)
        return {*place.state};
    StateSet states = StateSet::all();
    states.remove(TaskState::Trash); // the trash has its own view
    return states;
}

TaskScope brushed(TaskScope scope, const ListedTasks::Brush& brush)
{
    for (const TaskState state : allStates) {
        if (brush.hidden.contains(state))
            scope.states.remove(state);
    }
    // The brush's terms are generated, so they can always be combined with a valid filter.
    if (auto both = TaskFilter::parse((scope.filter.fixedText() + u' ' + brush.terms).trimmed()))
        scope.filter = *std::move(both);
    return scope;
}

} // namespace

ListedTasks::ListedTasks(ViewedPlace& view, const Formatting& formatting, QObject* parent)
    : QObject(parent)
    , m_view(view)
    , m_tasks(formatting)
    , m_feed(m_tasks)
    , m_words(m_tasks)
{
    connect(&view, &ViewedPlace::left, this, [this] { m_feed.show(nullptr, {{}, StateSet::all(), {}}); });
    connect(&view, &ViewedPlace::placeChanged, this, &ListedTasks::followPlace);
    // New counts mean that tasks have changed, so the table reloads without waiting for its next poll.
    connect(&view, &ViewedPlace::queuesRead, &m_feed, &TaskFeed::follow);
    connect(&view, &ViewedPlace::polledChanged, this, [this] { m_feed.setLive(m_view.isPolled()); });
    connect(&view, &ViewedPlace::periodChanged, this, [this] { m_feed.setPeriod(m_view.shownPeriod()); });
    connect(&view, &ViewedPlace::refreshRequested, &m_feed, &TaskFeed::refresh);
    connect(&m_feed, &TaskFeed::searched, this, [this](qint64 matches, qint64, bool finished) {
        if (m_brush && finished && matches == 0) // an empty range selects nothing
            m_tasks.clearTicks();
    });
}

void ListedTasks::followPlace()
{
    const QueueName& queue = m_view.place().queue;
    const Connection* before = std::exchange(m_connection, m_view.current());
    if (before != m_view.current() || queue != m_queue)
        m_words.forget();
    m_queue = queue;
    m_brush.reset();
    showTasks();
}

void ListedTasks::showTasks()
{
    const TaskScope scope{m_view.place().queue, shownStates(m_view.place()), m_filter};
    const TaskScope listed = m_brush ? brushed(scope, *m_brush) : scope;
    Q_EMIT scopeChanging(scope, listed == scope);
    m_feed.show(m_view.current(), listed);
    if (m_brush)
        m_tasks.setAll(listed.filter.states().intersected(listed.states));
}

void ListedTasks::setFilter(const TaskFilter& filter)
{
    m_filter = filter;
    showTasks();
    Q_EMIT narrowed();
}

void ListedTasks::setBrush(const std::optional<Brush>& brush)
{
    const bool applies = brush && m_brushable && !m_view.place().queue.isEmpty();
    const std::optional<Brush> next = applies ? brush : std::nullopt;
    if (next == m_brush)
        return;
    m_brush = next;
    showTasks();
    Q_EMIT narrowed();
}

void ListedTasks::setBrushable(bool brushable)
{
    m_brushable = brushable;
    if (!brushable && m_brush)
        refuseBrush();
}

} // namespace dueline
