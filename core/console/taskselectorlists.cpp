// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/console/taskselector.h"

#include <algorithm>

namespace dueline {

namespace {

constexpr int gathersPerStep = 5;

} // namespace

/// Of whole states the queue itself can make the list: the walks, each of one state and between two instants.
Result<> TaskSelector::planLists(Backend& backend, OperationPreview& preview)
{
    const ActionKind kind = m_request.action.kind;
    const bool whole = m_request.selection.kind == TaskSelection::Kind::All || m_request.selection.filter.isEmpty();
    QueueEditor* editor = backend.editor();
    // Deleting frees memory: it must not need some before.
    if (!whole || m_noRoom || !editor || !editor->bulk(m_request.queue) || kind == ActionKind::Delete)
        return {};
    const bool bringsForward = kind == ActionKind::Retry || kind == ActionKind::RunNow;
    std::vector<Walk> walks;
    for (const Walk& planned : m_walks) {
        for (const TaskState state : {TaskState::Due, TaskState::Scheduled, TaskState::Retrying, TaskState::Leased,
                 TaskState::Failed, TaskState::Done, TaskState::Trash}) {
            if (!planned.states.contains(state))
                continue;
            Walk walk = planned;
            walk.states = {state};
            const bool dueAlready = state == TaskState::Retrying && bringsForward;
            if (dueAlready) {
                const auto count = editor->bulk(m_request.queue)
                                       ->count(m_request.queue, {state, std::nullopt, m_startedAt, QByteArray()});
                if (!count)
                    return count.error();
                if (*count > 0)
                    preview.skipped.add(SkipReason::AlreadyDue, *count);
            }
            if (state == TaskState::Scheduled || dueAlready)
                walk.from = m_startedAt + Millis(1);
            else if (state != TaskState::Retrying && state != TaskState::Leased)
                walk.until = m_startedAt;
            if (state == TaskState::Scheduled && keepsParked(kind)) {
                const auto parked = editor->bulk(m_request.queue)
                                        ->count(m_request.queue, {state, parkedUntil, parkedUntil, QByteArray()});
                if (!parked)
                    return parked.error();
                if (*parked > 0)
                    preview.skipped.add(SkipReason::NotApplicable, *parked);
                walk.until = parkedUntil - Millis(1);
            }
            walks.push_back(walk);
        }
    }
    m_walks = std::move(walks);
    m_bulk = editor->bulk(m_request.queue);
    return {};
}

Result<bool> TaskSelector::walkToList(QueueInspector& inspector, OperationPreview& preview)
{
    for (int call = 0; call < gathersPerStep && m_walk < m_walks.size(); ++call) {
        Walk& walk = m_walks[m_walk];
        if (walk.states.contains(TaskState::Leased)) {
            if (const auto put = putLeased(inspector, walk, preview); !put)
                return put.error();
            continue;
        }
        const auto state = std::find_if(
            allStates.begin(), allStates.end(), [&walk](TaskState one) { return walk.states.contains(one); });
        const BulkWalk next{*state, walk.from, walk.until, walk.cursor};
        if (walk.cursor.isEmpty()) {
            const auto there = m_bulk->count(m_request.queue, next);
            if (!there)
                return there.error();
            walk.there = *there;
        }
        const auto taken = m_bulk->gather(m_request.queue, m_operation, next);
        if (!taken)
            return taken.error();
        preview.total += taken->tasks;
        preview.counts[*state] += taken->tasks;
        if (taken->tasks > 0 && StateSet::pending().contains(*state)) {
            preview.firstDue = std::min(preview.firstDue.value_or(*taken->first), *taken->first);
            preview.lastDue = std::max(preview.lastDue.value_or(*taken->last), *taken->last);
        }
        walk.examined += taken->tasks;
        m_examined += taken->tasks;
        walk.cursor = taken->cursor;
        if (walk.cursor.isEmpty()) {
            if (const auto counted = leaveOutMetTwice(walk, *state, preview); !counted)
                return counted.error();
            ++m_walk;
        } else if (walk.examined >= walk.examineAtMost)
            return tooFast(m_request.queue);
    }
    return m_walk == m_walks.size();
}

/// What somebody else moves to a later instant meanwhile is met there once more: the list may hold it twice, but there
/// are no more tasks than there were, or are now. Acted on, one of the two stands where it was seen no more.
Result<> TaskSelector::leaveOutMetTwice(const Walk& walk, TaskState state, OperationPreview& preview)
{
    const auto now = m_bulk->count(m_request.queue, {state, walk.from, walk.until, QByteArray()});
    if (!now)
        return now.error();
    const qint64 surplus = std::max<qint64>(0, walk.examined - std::max(walk.there, *now));
    preview.total -= surplus;
    preview.counts[state] -= surplus;
    return {};
}

/// What workers hold is told by its token, which only a look at each can give.
Result<> TaskSelector::putLeased(QueueInspector& inspector, Walk& walk, OperationPreview& preview)
{
    if (m_toPut.empty()) {
        const auto found = look(inspector, walk);
        if (!found)
            return found.error();
        RefStore refs;
        for (const Task& task : found->matches) {
            if (!comesAgain(task))
                take({task.id, task.state, task.token, task.at}, task.dueAt, refs, preview);
        }
        m_toPut = refs.peek(int(refs.size()));
        walk.examined += found->examined;
        m_examined += found->examined;
        walk.cursor = found->cursor;
    }
    if (!m_toPut.empty()) {
        if (const auto put = m_bulk->put(m_request.queue, m_operation, m_toPut); !put)
            return put;
        m_toPut.clear();
    }
    if (walk.cursor.isEmpty() || walk.examined >= walk.examineAtMost)
        ++m_walk;
    return {};
}

} // namespace dueline
