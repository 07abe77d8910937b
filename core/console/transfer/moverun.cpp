// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/console/transfer/moverun.h"

#include "core/base/text.h"
#include "core/console/operations/operationprogress.h"
#include "core/console/operations/operationsteering.h"
#include "core/console/operations/undorun.h"
#include "core/console/transfer/movedtasks.h"

#include <algorithm>
#include <utility>

using namespace Qt::StringLiterals;

namespace dueline {

MoveRun::MoveRun(MoveRequest request)
    : m_request(std::move(request))
    , m_walk(m_request.from, m_request.selection, movableStates(m_request))
{
    const QueueName& keeper = m_request.copies ? m_request.to : m_request.from;
    m_record.id = makeOperationId(keeper, SystemClock().now());
    m_record.kind = m_request.copies ? "import" : "move";
    m_record.queue = keeper;
    m_record.filter = m_request.copies ? "from " + m_request.from : moveTarget(m_request.to, m_request.elsewhere);
    m_record.by = m_request.by;
    m_record.reason = m_request.reason;
    m_record.holder = makeHolder(m_request.by);
    m_undo.lists = m_request.copies;
}

Result<> MoveRun::begin(Backend& from, Backend& to)
{
    if (const auto movable = checkMove(m_request, from, to); !movable)
        return movable;
    if ((!m_request.copies && !from.editor()) || !to.editor())
        return Error{ErrorCode::Refused, u"A connection is read-only. Allow changes to move or copy tasks."_s};
    const auto now = from.serverTime();
    if (!now)
        return now.error();
    m_record.at = *now;
    m_canUndo = to.capabilities(m_request.to).place || (m_request.copies && canUndoImport(to, m_request.to));
    m_isTyped = needsTypedIds(m_request, from, to);
    if (!m_request.copies) {
        const auto records = from.inspector().operations(m_request.from, moveRecordsRead);
        if (!records)
            return records.error();
        m_interrupted.clear();
        for (const OperationRecord& record : *records) {
            if (!isUnfinishedMove(record, m_record.filter) || record.id == m_record.id)
                continue;
            if (record.running) {
                return Error{ErrorCode::Busy,
                    u"Another move to this queue (%1) is being run by %2. If that program was killed, try again "
                    u"in 30 s."_s.arg(printable(record.id), printable(record.holder))};
            }
            m_interrupted.push_back(record);
        }
        // Write the record first: tasks in the trash must refer to an existing operation.
        if (const auto written = writeRecord(from, recordNow(false)); !written)
            return written;
    }
    m_began = true;
    return {};
}

Result<MoveProgress> MoveRun::step(Backend& from, Backend& to)
{
    if (m_progress.finished)
        return m_progress;
    if (!m_began) {
        if (const auto begun = begin(from, to); !begun)
            return begun.error();
    }
    if (const auto settled = settle(from, to); !settled)
        return settled.error();
    for (; !m_interrupted.empty(); m_interrupted.pop_back()) {
        if (const auto resumed = resume(from, to, m_interrupted.back()); !resumed)
            return resumed.error();
    }
    bool over = m_cancelled || m_walked;
    if (!over) {
        auto found = m_walk.step(from.inspector());
        if (!found)
            return found.error();
        for (TaskRecord& whole : found->tasks) {
            const Task& task = whole.detail.task;
            if (task.state == TaskState::Leased)
                ++m_progress.leased;
            else if (m_isTyped)
                bringTyped(std::move(whole));
            else if (m_request.copies)
                m_pending.push_back(std::move(whole));
            else
                m_taking.push_back({task.id, task.state, {}, task.at});
        }
        m_progress.examined = m_walk.examined();
        m_progress.gap = m_walk.gap();
        m_progress.damaged = m_walk.damaged() + m_unfit;
        m_progress.damage = (m_walk.damage() + m_unfitWhy).mid(0, TaskWalk::damageTold);
        m_progress.expected = m_walk.inQueue();
        over = found->finished;
        m_walked = found->finished;
        if (const auto settled = settle(from, to); !settled)
            return settled.error();
    }
    if (over) {
        if (const auto ended = end(from, to); !ended)
            return ended.error();
    } else if (m_undo.isRecorded ? m_recorded.elapsed() >= recordEveryMs : m_request.copies && m_progress.done > 0) {
        if (const auto told = tellThere(to); !told)
            return told.error();
    }
    m_progress.cancelled = m_cancelled && !m_walked;
    m_progress.finished = over;
    return m_progress;
}

void MoveRun::bringTyped(TaskRecord record)
{
    auto named = withTypedId(std::move(record));
    if (named) {
        m_pending.push_back(*std::move(named));
        return;
    }
    ++m_unfit;
    if (m_unfitWhy.size() < TaskWalk::damageTold)
        m_unfitWhy << named.error().message;
}

Result<MoveProgress> MoveRun::finish(Backend& from, Backend& to, const MoveObserver& observer)
{
    return stepToEnd(
        m_progress, observer, [&] { return step(from, to); }, [this] { cancel(); },
        [&] {
            if (m_began) {
                giveBackAfter(from, to);
                (void)end(from, to);
            }
        });
}

/// Returns the record with the current progress. Doesn't mark it as finished while tasks are in transit, because the
/// next run must complete their move.
OperationRecord MoveRun::recordNow(bool finished) const
{
    OperationRecord record = m_record;
    record.total = m_progress.done + m_progress.left();
    record.done = m_progress.done;
    record.skipped = m_progress.left();
    record.inTransit = inTransit();
    record.finished = finished && record.inTransit.empty();
    record.undoable = m_canUndo && (record.done > 0 || !record.finished);
    record.holdFor = finished ? Millis(0) : holdFor;
    return record;
}

Result<> MoveRun::end(Backend& from, Backend& to)
{
    const OperationRecord record = recordNow(true);
    if (!m_request.copies) {
        if (const auto written = writeRecord(from, record); !written)
            return written;
    }
    if (record.done > 0 || m_undo.isRecorded) {
        if (const auto written = writeRecordThere(to, record); !written)
            return written.error();
    }
    m_record = record;
    return {};
}

Result<> MoveRun::writeRecord(Backend& from, const OperationRecord& record)
{
    const auto written = from.editor()->record(record);
    if (written)
        m_record = record;
    return written;
}

/// Writes the record of an unfinished run to the target queue. Returns false if the queue doesn't exist yet.
Result<bool> MoveRun::tellThere(Backend& to, const std::vector<TaskId>& parked)
{
    const auto written = writeRecordThere(to, recordNow(false), m_request.copies ? parked : std::vector<TaskId>());
    if (written) {
        m_undo.isRecorded = *written;
        m_recorded.start();
    }
    return written;
}

/// Writes the record to the target queue. This is a copy's only record; a move has another one in the source queue.
/// Returns false if the target queue doesn't exist.
Result<bool> MoveRun::writeRecordThere(
    Backend& to, const OperationRecord& record, const std::vector<TaskId>& parked) const
{
    OperationRecord there = record;
    there.id = idThere(record);
    there.queue = m_request.to;
    there.kind = "import";
    there.filter = "from " + m_request.from;
    // Moves can only be undone as a whole, with the record in the source queue.
    there.undoable = m_request.copies && record.undoable;
    there.inTransit = parked;
    there.holdFor.reset();
    const auto written = to.editor()->record(there);
    if (!written && written.error().code != ErrorCode::NotFound)
        return written.error();
    return written ? true : false;
}

namespace {

/// Restores tasks that a move has put into the trash. Can be repeated.
Result<> restore(Backend& from, const OperationRecord& move, const std::vector<TaskId>& ids)
{
    if (ids.empty())
        return {};
    ActionStep step;
    step.queue = move.queue;
    step.operation = move.id + ".back"; // an operation acts on each task only once, so use another id
    step.action.kind = ActionKind::Restore;
    for (const TaskId& id : ids)
        step.refs.push_back({id, TaskState::Trash, {}, {}});
    const auto outcomes = from.editor()->act(step);
    return outcomes ? Result<>() : Result<>(outcomes.error());
}

} // namespace

/// Puts tasks into their queue's trash, where they no longer change, and reads them there. Can be called again after an
/// error.
Result<> MoveRun::take(Backend& from)
{
    if (m_taking.empty())
        return {};
    ActionStep step;
    step.queue = m_request.from;
    step.operation = m_record.id;
    step.action.kind = ActionKind::Discard;
    step.refs = m_taking;
    const auto outcomes = from.editor()->act(step);
    if (!outcomes)
        return outcomes.error();
    std::vector<TaskId> ids;
    for (std::size_t i = 0; i < outcomes->size(); ++i) {
        if ((*outcomes)[i] == ItemOutcome::Done)
            ids.push_back(m_taking[i].id);
    }
    auto taken = movedBy(from.inspector(), m_request.from, m_record.id, ids);
    if (!taken)
        return taken.error();
    m_progress.movedOn += qint64(m_taking.size() - taken->size());
    m_taking.clear();
    m_pending = *std::move(taken);
    return {};
}

/// Adds the tasks in transit to the target queue. Can be called again after an error.
Result<> MoveRun::bringIn(Backend& to)
{
    if (m_pending.empty())
        return {};
    const bool triedBefore = std::exchange(m_triedBefore, true);
    const auto outcomes = importTasks(to, m_request.to, idThere(m_record), m_pending, m_undo,
        [&](const std::vector<TaskId>& parked) { return tellThere(to, parked); });
    if (!outcomes)
        return outcomes.error();
    m_triedBefore = false;
    for (std::size_t i = 0; i < outcomes->size(); ++i) {
        const ImportOutcome outcome = (*outcomes)[i];
        const bool came = outcome == ImportOutcome::Added || outcome == ImportOutcome::MovedOn
            || (triedBefore && outcome == ImportOutcome::Exists);
        m_progress.done += came ? 1 : 0;
        m_progress.renamed += came && isRenamed(to, m_request.to, m_pending[i]) ? 1 : 0;
        m_progress.relationsLost += came && losesRelations(m_pending[i]) ? 1 : 0;
        m_progress.attemptsLost += came && losesAttempts(to.capabilities(m_request.to), m_pending[i]) ? 1 : 0;
        m_progress.exists += !came && outcome == ImportOutcome::Exists ? 1 : 0;
        m_progress.conflicts += outcome == ImportOutcome::Conflict ? 1 : 0;
        m_progress.noPlace += outcome == ImportOutcome::NoPlace ? 1 : 0;
        if (!came && !m_request.copies)
            m_back.push_back(m_pending[i].detail.task.id);
    }
    m_pending.clear();
    return {};
}

/// Puts tasks that the target queue hasn't accepted back into the source. Can be called again after an error.
Result<> MoveRun::giveBack(Backend& from)
{
    const auto restored = restore(from, m_record, m_back);
    if (restored)
        m_back.clear();
    return restored;
}

/// Moves the tasks found so far. Can be called again after an error.
Result<> MoveRun::settle(Backend& from, Backend& to)
{
    if (const auto noted = noteInTransit(from); !noted)
        return noted;
    if (const auto taken = take(from); !taken)
        return taken;
    if (const auto brought = bringIn(to); !brought)
        return brought;
    if (const auto given = giveBack(from); !given)
        return given;
    return noteInTransit(from);
}

Result<> MoveRun::noteInTransit(Backend& from)
{
    return m_request.copies || m_record.inTransit == inTransit() ? Result<>() : writeRecord(from, recordNow(false));
}

/// Puts the tasks that are certainly not in the target queue back into the source, after an error that ends the run.
/// The others stay in transit until the next move to the same queue.
void MoveRun::giveBackAfter(Backend& from, Backend& to)
{
    if (m_request.copies) {
        m_pending.clear();
        return;
    }
    if (!m_taking.empty()) {
        auto taken = movedBy(from.inspector(), m_request.from, m_record.id, inTransit());
        if (!taken)
            return;
        m_taking.clear();
        m_pending = *std::move(taken);
    }
    if (!m_pending.empty()) {
        const std::vector<TaskId> ids = inTransit();
        const auto there = to.inspector().readRecords(m_request.to, ids);
        const bool nowhere = there ? there->size() == ids.size()
                && std::none_of(there->begin(), there->end(), [](const auto& task) { return task.has_value(); })
                                   : isRefusal(there.error().code);
        if (nowhere) {
            m_back = ids;
            m_pending.clear();
        }
    }
    (void)giveBack(from);
}

/// Returns the tasks that may be in neither queue: they have left the source, or are about to, and may not have arrived
/// or been returned yet.
std::vector<TaskId> MoveRun::inTransit() const
{
    std::vector<TaskId> ids;
    if (m_request.copies)
        return ids;
    for (const TaskRef& ref : m_taking)
        ids.push_back(ref.id);
    for (const TaskRecord& task : m_pending)
        ids.push_back(task.detail.task.id);
    ids.insert(ids.end(), m_back.begin(), m_back.end());
    return ids;
}

/// Completes an interrupted move, but only for the tasks that its record lists as in transit. Tasks that had arrived
/// may have run since then, and would be added a second time.
Result<> MoveRun::resume(Backend& from, Backend& to, OperationRecord record)
{
    record.holder = m_record.holder;
    record.holdFor = holdFor;
    if (const auto mine = from.editor()->record(record); !mine) {
        const bool isOthers = mine.error().code == ErrorCode::Busy || mine.error().code == ErrorCode::Refused;
        return isOthers ? Result<>() : mine;
    }
    const auto taken = movedBy(from.inspector(), m_request.from, record.id, record.inTransit);
    if (!taken)
        return taken.error();
    ImportUndo undo;
    undo.lists = false; // a move has its own undo data
    const auto outcomes = importTasks(to, m_request.to, idThere(record), *taken, undo,
        [&](const std::vector<TaskId>&) { return writeRecordThere(to, record); });
    if (!outcomes)
        return outcomes.error();
    std::vector<TaskId> back;
    for (std::size_t i = 0; i < outcomes->size(); ++i) {
        if ((*outcomes)[i] == ImportOutcome::Conflict || (*outcomes)[i] == ImportOutcome::NoPlace)
            back.push_back((*taken)[i].detail.task.id);
        else
            ++record.done; // the task has arrived, now or before the interruption
    }
    if (const auto restored = restore(from, record, back); !restored)
        return restored;
    record.skipped += qint64(back.size());
    record.total = std::max(record.total, record.done + record.skipped);
    record.inTransit.clear();
    record.undoable = record.done > 0 && to.capabilities(m_request.to).place;
    record.finished = true;
    record.holdFor = Millis(0);
    if (const auto written = from.editor()->record(record); !written)
        return written;
    const auto there = writeRecordThere(to, record);
    return there ? Result<>() : Result<>(there.error());
}

} // namespace dueline
