// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/console/transfer/moveundo.h"

#include "core/base/text.h"
#include "core/console/operations/operationlog.h"
#include "core/console/operations/operationsteering.h"
#include "core/console/transfer/movedtasks.h"

#include <algorithm>

using namespace Qt::StringLiterals;

namespace dueline {

MoveUndo::MoveUndo(OperationRecord move, QByteArray by)
    : m_move(std::move(move))
    , m_walk(m_move.queue, {}, {TaskState::Trash})
{
    m_record.id = makeOperationId(m_move.queue, SystemClock().now());
    m_unique = uniquePartOf(m_record.id);
    m_record.kind = "undo";
    m_record.queue = m_move.queue;
    m_record.undoes = m_move.id;
    m_record.by = std::move(by);
    m_record.reason = m_move.kind + ' ' + m_move.filter;
}

Result<> MoveUndo::begin(Backend& from, Backend& to)
{
    const auto goal = target();
    if (!goal)
        return Error{
            ErrorCode::Usage, u"The record of %1 does not contain the target queue."_s.arg(printable(m_move.id))};
    // The move may have continued since the caller read its record, so read the current one.
    auto move = findOperation(from.inspector(), m_move.id);
    if (!move)
        return move.error();
    m_move = *std::move(move);
    if (!m_move.undoneBy.isEmpty())
        return Error{ErrorCode::Refused,
            u"The operation %1 was already undone by %2."_s.arg(printable(m_move.id), printable(m_move.undoneBy))};
    if (const Capabilities& there = to.capabilities(goal->queue); !there.place && m_move.done > 0)
        return Error{ErrorCode::Refused, moveWithoutUndo(there.layout, m_move.queue, goal->queue, goal->elsewhere)};
    if (m_move.finished && !m_move.undoable)
        return Error{ErrorCode::Refused,
            u"The operation %1 cannot be undone: it changed nothing, or its undo period is over."_s.arg(
                printable(m_move.id))};
    if (!from.editor() || !to.editor())
        return Error{ErrorCode::Refused, u"This connection is read-only. Allow changes to undo operations."_s};
    if (const auto ended = endMove(from); !ended)
        return ended;
    const auto now = from.serverTime();
    if (!now)
        return now.error();
    m_to = goal->queue;
    m_record.at = *now;
    m_progress.total = m_move.done;
    if (const auto written = writeRecords(from, false); !written)
        return written;
    m_began = true;
    return {};
}

/// Marks an interrupted move as finished, so that no program resumes it during or after the undo. The record keeps the
/// list of tasks in transit.
Result<> MoveUndo::endMove(Backend& from)
{
    if (m_move.finished)
        return {};
    m_move.holder = "undo/" + m_unique;
    m_move.holdFor = Millis(0);
    m_move.finished = true;
    m_move.undoable = true;
    const auto ended = from.editor()->record(m_move);
    m_move.holdFor.reset();
    return ended;
}

Result<std::vector<bool>> MoveUndo::act(Backend& backend, const QueueName& queue, const OperationId& operation,
    ActionKind kind, const std::vector<TaskRef>& refs)
{
    ActionStep step;
    step.queue = queue;
    step.operation = operation;
    step.action.kind = kind;
    step.refs = refs;
    const auto outcomes
        = refs.empty() ? Result<std::vector<ItemOutcome>>(std::vector<ItemOutcome>()) : backend.editor()->act(step);
    if (!outcomes)
        return outcomes.error();
    std::vector<bool> done;
    for (const ItemOutcome outcome : *outcomes)
        done.push_back(outcome == ItemOutcome::Done);
    return done;
}

/// Returns, for each task, whether its copy in the target queue hasn't run. Appends a reference to each copy to
/// `copies`, with an empty id if there is no copy.
Result<std::vector<bool>> MoveUndo::removable(
    Backend& to, const std::vector<TaskRecord>& tasks, std::vector<TaskRef>& copies)
{
    const OperationId there = m_to + '/' + uniquePartOf(m_move.id);
    const OperationId undo = m_to + '/' + m_unique;
    const auto isInTransit = [this](const TaskId& id) {
        return std::find(m_move.inTransit.begin(), m_move.inTransit.end(), id) != m_move.inTransit.end();
    };
    std::vector<bool> can;
    while (can.size() < tasks.size()) {
        std::vector<TaskId> ids;
        for (std::size_t i = can.size(); i < tasks.size(); ++i)
            ids.push_back(tasks[i].detail.task.id);
        const auto read = to.inspector().readRecords(m_to, ids);
        if (!read)
            return read.error();
        for (const auto& known : *read) {
            const TaskDetail& was = tasks[can.size()].detail;
            TaskRef copy;
            bool free = false;
            if (known) {
                const TaskDetail& is = known->detail;
                const bool waits = StateSet::pending().contains(is.task.state);
                const bool sameState
                    = waits ? StateSet::pending().contains(was.task.state) : is.task.state == was.task.state;
                const bool parked = waits && is.task.at == parkedUntil;
                const bool ours = is.lastOperation == there && sameState
                    && is.fence <= std::max<qint64>(was.fence, was.task.attempt);
                // This undo was interrupted after discarding the copy.
                const bool undoing = is.lastOperation == undo && is.task.state == TaskState::Trash;
                free = parked || ours || undoing;
                copy = {is.task.id, is.task.state, {}, is.task.at};
            } else {
                // There is no copy: either the task was still in transit, or its copy has been deleted or has already
                // run.
                free = isInTransit(was.task.id);
            }
            can.push_back(free);
            copies.push_back(copy);
        }
    }
    return can;
}

Result<> MoveUndo::takeBack(Backend& from, Backend& to, const std::vector<TaskRecord>& tasks)
{
    std::vector<TaskRef> copies;
    const auto can = removable(to, tasks, copies);
    if (!can)
        return can.error();
    std::vector<TaskRef> discards;
    std::vector<TaskRef> back;
    for (std::size_t i = 0; i < tasks.size(); ++i) {
        const bool inTrash = !copies[i].id.isEmpty() && copies[i].seenState == TaskState::Trash;
        if ((*can)[i] && !copies[i].id.isEmpty() && !inTrash)
            discards.push_back(copies[i]);
        else if ((*can)[i])
            back.push_back({tasks[i].detail.task.id, TaskState::Trash, {}, {}});
    }
    const auto discarded = act(to, m_to, m_to + '/' + m_unique, ActionKind::Discard, discards);
    if (!discarded)
        return discarded.error();
    for (std::size_t i = 0; i < discards.size(); ++i) {
        if ((*discarded)[i])
            back.push_back({discards[i].id, TaskState::Trash, {}, {}});
    }
    const auto restored = act(from, m_move.queue, m_record.id, ActionKind::Restore, back);
    if (!restored)
        return restored.error();
    std::vector<TaskRef> deletes;
    for (std::size_t i = 0; i < back.size(); ++i) {
        if ((*restored)[i])
            deletes.push_back(back[i]);
    }
    m_progress.restored += qint64(deletes.size());
    const auto deleted = act(to, m_to, m_to + '/' + m_unique, ActionKind::Delete, deletes);
    return deleted ? Result<>() : Result<>(deleted.error());
}

Result<UndoProgress> MoveUndo::step(Backend& from, Backend& to)
{
    if (m_progress.finished)
        return m_progress;
    if (!m_began) {
        if (const auto begun = begin(from, to); !begun)
            return begun.error();
    }
    if (m_pending.empty() && !m_walked && !m_cancelled) {
        auto taken = movedBy(m_walk, from.inspector(), m_move.id, m_walked);
        if (!taken)
            return taken.error();
        m_pending = *std::move(taken);
    }
    if (!m_pending.empty()) {
        if (const auto back = takeBack(from, to, m_pending); !back)
            return back.error();
        m_pending.clear();
    }
    if (m_walked || m_cancelled) {
        m_progress.total = std::max(m_progress.total, m_progress.restored);
        m_progress.movedOn = m_walked ? m_progress.total - m_progress.restored : 0;
        m_progress.cancelled = !m_walked;
        if (const auto written = writeRecords(from, m_walked); !written)
            return written.error();
        m_progress.finished = true;
    }
    return m_progress;
}

Result<UndoProgress> MoveUndo::finish(
    Backend& from, Backend& to, const std::function<bool(const UndoProgress&)>& observer)
{
    return stepToEnd(
        m_progress, observer, [&] { return step(from, to); }, [this] { cancel(); }, [] {});
}

Result<> MoveUndo::writeRecords(Backend& from, bool finished)
{
    OperationRecord record = m_record;
    record.total = m_progress.total;
    record.done = m_progress.restored;
    record.skipped = m_progress.movedOn;
    record.finished = finished;
    if (finished) {
        OperationRecord undone = m_move;
        undone.finished = true;
        undone.undoneBy = m_record.id;
        undone.undoable = false;
        undone.inTransit.clear();
        if (const auto marked = from.editor()->record(undone); !marked)
            return marked;
    }
    const auto written = from.editor()->record(record);
    if (written)
        m_record = record;
    return written;
}

} // namespace dueline
