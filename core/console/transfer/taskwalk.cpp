// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/console/transfer/taskwalk.h"

#include "core/base/text.h"

#include <algorithm>

namespace dueline {

namespace {

constexpr int walkedPerLook = 1000; // number of tasks examined per search() call

/// Returns the states in which to read a task found in `state`: only the trash, or everything but the trash.
StateSet readIn(TaskState state)
{
    const StateSet trash{TaskState::Trash};
    return state == TaskState::Trash ? trash : trash.complement();
}

/// Returns `state` or, for Scheduled and Due, both states: a scheduled task may be due by the time it is read.
StateSet groupOf(TaskState state)
{
    const StateSet waiting{TaskState::Scheduled, TaskState::Due};
    return waiting.contains(state) ? waiting : StateSet{state};
}

} // namespace

TaskWalk::TaskWalk(QueueName queue, TaskSelection selection, StateSet states)
    : m_queue(std::move(queue))
    , m_selection(std::move(selection))
    , m_states(states)
{ }

Result<> TaskWalk::begin(QueueInspector& inspector)
{
    const auto info = inspector.queue(m_queue);
    if (!info)
        return info.error();
    if (!info->unreadable.isEmpty()) {
        return Error{ErrorCode::WrongType,
            QStringLiteral("The queue %1 cannot be read: %2").arg(printable(m_queue), printable(info->unreadable))};
    }
    m_startedAt = info->serverNow;
    QSet<QByteArray> trashed;
    const auto note = [this, &trashed](const TaskId& exact, const TaskId& id, StateSet states, StateSet found) {
        QSet<QByteArray>& seen = states == StateSet{TaskState::Trash} ? trashed : m_seen;
        if (!seen.contains(exact))
            m_found.push_back({exact, id, states, found});
        seen.insert(exact);
    };
    switch (m_selection.kind) {
    case TaskSelection::Kind::Ids:
        for (const TaskId& id : m_selection.ids)
            note(id, id, StateSet::all(), StateSet::all());
        break;
    case TaskSelection::Kind::Refs: {
        std::vector<Task> tasks;
        for (const TaskRef& ref : m_selection.refs) {
            tasks.emplace_back();
            tasks.back().id = ref.id;
            tasks.back().exact = ref.exact;
            tasks.back().state = ref.seenState;
        }
        std::vector<Task*> named;
        for (Task& task : tasks)
            named.push_back(&task);
        m_names.distinguish(named);
        for (const Task& task : tasks)
            note(exactId(task), task.id, readIn(task.state), groupOf(task.state));
        break;
    }
    case TaskSelection::Kind::Filter:
        m_states = m_states.intersected(m_selection.filter.states());
        [[fallthrough]];
    case TaskSelection::Kind::All:
        for (const StateSet& set :
            {StateSet{TaskState::Scheduled, TaskState::Due}, StateSet{TaskState::Retrying}, StateSet{TaskState::Leased},
                StateSet{TaskState::Trash}, StateSet{TaskState::Done}, StateSet{TaskState::Failed}}) {
            if (!m_states.intersected(set).isEmpty())
                m_walks.push_back(m_states.intersected(set));
        }
        for (const TaskState state : allStates)
            m_inQueue += m_states.contains(state) ? info->counts[state] : 0;
        break;
    }
    if (!m_walks.empty() && info->isPart)
        m_gap = QStringLiteral("Not all tasks were found. ") + printable(info->note, 600);
    if (m_walks.empty())
        m_inQueue = qint64(m_found.size());
    m_began = true;
    return {};
}

/// Finds more tasks with a single search() call.
Result<> TaskWalk::look(QueueInspector& inspector)
{
    SearchRequest request;
    request.queue = m_queue;
    if (m_selection.kind == TaskSelection::Kind::Filter)
        request.filter = m_selection.filter;
    request.states = m_walks.back();
    // Include both states: a scheduled task that becomes due during the walk still belongs to the selection.
    if (request.states == StateSet{TaskState::Scheduled} || request.states == StateSet{TaskState::Due})
        request.states = {TaskState::Scheduled, TaskState::Due};
    if (m_cursor.isEmpty())
        m_endedUntil = inspector.endedUntil(m_queue, request.states, m_startedAt);
    request.changedBefore = m_endedUntil + Millis(1);
    request.cursor = m_cursor;
    request.examine = walkedPerLook;
    request.inRunOrder = true; // the order in which the target adds the tasks
    auto found = inspector.search(request);
    if (!found)
        return found.error();
    std::vector<Task*> selected;
    for (Task& task : found->matches) {
        if (!m_walks.back().contains(task.state))
            continue;
        if (task.state == TaskState::Leased || task.state == TaskState::Retrying) {
            if (m_seen.contains(exactId(task)))
                continue;
            m_seen.insert(exactId(task));
        }
        selected.push_back(&task);
    }
    m_names.distinguish(selected);
    for (const Task* task : selected) {
        m_found.push_back({exactId(*task), task->id, readIn(task->state), groupOf(task->state)});
        m_isBytes = m_isBytes || !task->exact.isEmpty();
    }
    m_examined += found->examined;
    m_cursor = found->cursor;
    if (m_cursor.isEmpty())
        m_walks.pop_back();
    return {};
}

/// Reads the next tasks that must be looked up in the same set of states, such as the trash.
Result<> TaskWalk::read(QueueInspector& inspector, Step& step)
{
    const auto statesOf
        = [this](const Found& found) { return m_names.isRepeated(found.exact) ? found.group : found.states; };
    const StateSet states = statesOf(m_found[m_next]);
    std::vector<TaskId> ids;
    for (std::size_t i = m_next; i < m_found.size() && ids.size() < QueueInspector::taskRecords; ++i) {
        if (statesOf(m_found[i]) != states)
            break;
        ids.push_back(m_found[i].exact);
    }
    inspector.seekOnly(m_queue, states);
    auto read = inspector.readRecords(m_queue, ids);
    if (!read)
        return read.error();
    auto found = m_found.cbegin() + std::ptrdiff_t(m_next);
    m_next += read->size();
    for (auto& task : *read) {
        const TaskId& id = (found++)->id;
        if (task && !task->damage.isEmpty()) {
            if (++m_damaged <= damageTold)
                m_damage << task->damage;
            continue;
        }
        // A scheduled task that has become due still belongs to the selection.
        const bool wanted = task
            && (m_states.contains(task->detail.task.state)
                || (task->detail.task.state == TaskState::Due && m_states.contains(TaskState::Scheduled)));
        if (wanted) {
            step.tasks.push_back(*std::move(task));
            step.tasks.back().detail.task.id = id;
        } else {
            ++m_gone;
        }
    }
    if (m_next == m_found.size()) {
        m_found.clear();
        m_next = 0;
    }
    return {};
}

Result<TaskWalk::Step> TaskWalk::step(QueueInspector& inspector)
{
    if (!m_began) {
        if (const auto begun = begin(inspector); !begun)
            return begun.error();
    }
    // If tasks are identified by their bytes, read them before the next search() call, after which the inspector no
    // longer knows these bytes.
    const auto most = [this] { return m_isBytes ? 1 : QueueInspector::taskRecords; };
    while (m_found.size() - m_next < most() && !m_walks.empty()) {
        if (const auto looked = look(inspector); !looked)
            return looked.error();
        if (m_found.size() == m_next)
            return Step{}; // nothing was found, but the step must end
    }
    Step step;
    if (m_next < m_found.size()) {
        const auto read = this->read(inspector, step);
        inspector.seekOnly(m_queue, StateSet::all());
        if (!read)
            return read.error();
    }
    step.finished = m_walks.empty() && m_found.empty();
    return step;
}

} // namespace dueline
