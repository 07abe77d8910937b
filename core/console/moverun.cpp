// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/console/moverun.h"

#include "core/base/text.h"
#include "core/console/operationplan.h"
#include "core/console/operationprogress.h"
#include "core/console/operationsteering.h"
#include "core/console/undorun.h"

#include <algorithm>

using namespace Qt::StringLiterals;

namespace dueline {

namespace {

constexpr int operationsLookedAt = 10'000;

StateSet movable(const MoveRequest& request)
{
    StateSet states = request.states;
    if (!request.copies || states != StateSet{TaskState::Trash})
        states.remove(TaskState::Trash);
    return states;
}

/// A move to the same queue that somebody else began and did not end.
bool isUnfinished(const OperationRecord& record, const OperationRecord& own)
{
    return record.kind == "move" && !record.finished && record.undoneBy.isEmpty() && record.filter == own.filter
        && record.id != own.id;
}

} // namespace

MoveRun::MoveRun(MoveRequest request)
    : m_request(std::move(request))
    , m_walk(m_request.from, m_request.selection, movable(m_request))
{
    const QueueName& keeper = m_request.copies ? m_request.to : m_request.from;
    m_record.id = makeOperationId(keeper, SystemClock().now());
    m_record.kind = m_request.copies ? "import" : "move";
    m_record.queue = keeper;
    m_record.filter = m_request.copies ? "from " + m_request.from : moveTarget(m_request.to, m_request.elsewhere);
    m_record.by = m_request.by;
    m_record.reason = m_request.reason;
    m_record.holder = makeHolder(m_request.by);
}

Result<MovePreview> MoveRun::preview(Backend& from, Backend& to, const Observer& observer)
{
    if (m_request.elsewhere.isEmpty() && m_request.from == m_request.to)
        return Error{ErrorCode::Usage, u"The tasks are in the queue %1 already; name another one."_s.arg(printable(m_request.to, 60))};
    if (const auto valid = checkQueueName(m_request.to); !valid)
        return valid.error();
    MovePreview preview;
    auto target = to.inspector().queue(m_request.to);
    if (target)
        preview.target = *std::move(target);
    else if (target.error().code != ErrorCode::NotFound)
        return target.error();
    const auto records = from.inspector().operations(m_request.from, operationsLookedAt);
    if (!records)
        return records.error();
    preview.interrupted = std::count_if(records->begin(), records->end(), [&](const OperationRecord& record) {
        return isUnfinished(record, m_record) && !record.running;
    });
    TaskWalk walk(m_request.from, m_request.selection, movable(m_request));
    for (bool finished = false; !finished;) {
        const auto step = walk.step(from.inspector());
        if (!step)
            return step.error();
        for (const WholeTask& task : step->tasks) {
            if (task.detail.task.state == TaskState::Leased) {
                ++preview.leased;
            } else {
                ++preview.total;
                ++preview.counts[task.detail.task.state];
            }
        }
        finished = step->finished;
        MoveProgress now;
        now.examined = walk.examined();
        now.expected = walk.inQueue();
        if (observer && !observer(now))
            return Error{ErrorCode::Cancelled, u"Nothing was changed."_s};
    }
    preview.damaged = walk.damaged();
    preview.damage = walk.damage();
    return preview;
}

Result<> MoveRun::begin(Backend& from, Backend& to)
{
    if (m_request.elsewhere.isEmpty() && m_request.from == m_request.to)
        return Error{ErrorCode::Usage, u"The tasks are in the queue %1 already; name another one."_s.arg(printable(m_request.to, 60))};
    if (const auto valid = checkQueueName(m_request.to); !valid)
        return valid.error();
    if ((!m_request.copies && !from.editor()) || !to.editor())
        return Error{ErrorCode::Refused, u"A connection is read-only; open it with the right to write."_s};
    const Capabilities& can = from.capabilities(m_request.from);
    if (!m_request.copies && !(can.undo && can.place && can.can(ActionKind::Discard))) {
        return Error{ErrorCode::NotSupported,
            u"The layout %1 cannot give tasks away; \"adopt\" moves all of a design, and \"copy\" leaves them there."_s.arg(
                printable(can.layout))};
    }
    const auto now = from.serverTime();
    if (!now)
        return now.error();
    m_record.at = *now;
    m_canUndo = to.capabilities(m_request.to).place;
    if (!m_request.copies) {
        const auto records = from.inspector().operations(m_request.from, operationsLookedAt);
        if (!records)
            return records.error();
        m_interrupted.clear();
        for (const OperationRecord& record : *records) {
            if (!isUnfinished(record, m_record))
                continue;
            if (record.running) {
                return Error{ErrorCode::Busy,
                    u"The move %1 to there is being carried out by %2. If that program was killed, try again in half a minute."_s.arg(
                        printable(record.id), printable(record.holder))};
            }
            m_interrupted.push_back(record);
        }
        // Before the first task is taken: whoever finds it in the trash finds why.
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
        for (WholeTask& whole : found->tasks) {
            const Task& task = whole.detail.task;
            if (task.state == TaskState::Leased)
                ++m_progress.leased;
            else if (m_request.copies)
                m_pending.push_back(std::move(whole));
            else
                m_taking.push_back({task.id, task.state, {}, task.at});
        }
        m_progress.examined = m_walk.examined();
        m_progress.damaged = m_walk.damaged();
        m_progress.damage = m_walk.damage();
        m_progress.expected = m_walk.inQueue();
        over = found->finished;
        m_walked = found->finished;
        if (const auto settled = settle(from, to); !settled)
            return settled.error();
    }
    if (over) {
        if (const auto ended = end(from, to); !ended)
            return ended.error();
    } else if (m_isKnownThere && m_recorded.elapsed() >= recordEveryMs) {
        if (const auto told = tellThere(to); !told)
            return told.error();
    }
    m_progress.cancelled = m_cancelled && !m_walked;
    m_progress.finished = over;
    return m_progress;
}

Result<MoveProgress> MoveRun::finish(Backend& from, Backend& to, const Observer& observer)
{
    while (!m_progress.finished) {
        const auto progress = step(from, to);
        if (!progress) {
            if (m_began) {
                giveBackAfter(from, to);
                (void)end(from, to);
            }
            return progress;
        }
        if (observer && !observer(m_progress))
            cancel();
    }
    return m_progress;
}

/// Finished only where nothing is in hand: whoever comes next finishes the rest.
OperationRecord MoveRun::recordNow(bool finished) const
{
    OperationRecord record = m_record;
    record.total = m_progress.done + m_progress.left();
    record.done = m_progress.done;
    record.skipped = m_progress.left();
    record.inHand = inHand();
    record.finished = finished && record.inHand.empty();
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
    if (record.done > 0 || m_request.copies) {
        if (const auto written = writeRecordThere(to, record); !written)
            return written;
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

Result<> MoveRun::tellThere(Backend& to)
{
    const auto written = writeRecordThere(to, recordNow(false));
    if (written) {
        m_isKnownThere = true;
        m_recorded.start();
    }
    return written;
}

/// The half of a move, or the whole of a copy, in the queue they go to.
Result<> MoveRun::writeRecordThere(Backend& to, const OperationRecord& record) const
{
    OperationRecord there = record;
    there.id = idThere(record);
    there.queue = m_request.to;
    there.kind = "import";
    there.filter = "from " + m_request.from;
    there.undoable = m_request.copies && record.undoable; // of a move only as a whole
    there.inHand.clear();
    there.holdFor.reset();
    const auto written = to.editor()->record(there);
    return !written && written.error().code == ErrorCode::NotFound ? Result<>() : written; // nothing made the queue
}

} // namespace dueline
