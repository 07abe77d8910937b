// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/console/moverun.h"

#include "core/base/text.h"
#include "core/console/operationprogress.h"
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

/// A task that a move has put into the trash, as it was before.
WholeTask asItWas(WholeTask task)
{
    TaskDetail& detail = task.detail;
    if (!detail.restoresTo)
        return task;
    detail.task.state = detail.restoresTo->state;
    detail.task.at = detail.restoresTo->at;
    if (StateSet::pending().contains(detail.task.state))
        detail.task.dueAt = detail.task.at;
    detail.restoresTo.reset();
    return task;
}

} // namespace

Result<std::vector<WholeTask>> takenBy(
    TaskWalk& walk, QueueInspector& inspector, const OperationId& operation, bool& finished)
{
    auto step = walk.step(inspector);
    if (!step)
        return step.error();
    finished = step->finished;
    std::vector<WholeTask> taken;
    for (WholeTask& task : step->tasks) {
        if (task.detail.lastOperation == operation && task.detail.restoresTo)
            taken.push_back(asItWas(std::move(task)));
    }
    return taken;
}

MoveRun::MoveRun(MoveRequest request)
    : m_request(std::move(request))
    , m_walk(m_request.from, m_request.selection, movable(m_request))
{
    const QueueName& keeper = m_request.copies ? m_request.to : m_request.from;
    m_record.id = makeOperationId(keeper, SystemClock().now());
    m_unique = uniquePartOf(m_record.id);
    m_record.kind = m_request.copies ? "import" : "move";
    m_record.queue = keeper;
    m_record.filter = m_request.copies ? "from " + m_request.from : moveTarget(m_request.to, m_request.elsewhere);
    m_record.by = m_request.by;
    m_record.reason = m_request.reason;
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
        return record.kind == "move" && !record.finished && record.filter == m_record.filter;
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
    const Capabilities& can = from.capabilities();
    if (!m_request.copies && !(can.undo && can.place && can.can(ActionKind::Discard))) {
        return Error{ErrorCode::NotSupported,
            u"The layout %1 cannot give tasks away; \"adopt\" moves all of a design, and \"copy\" leaves them there."_s.arg(
                printable(can.layout))};
    }
    const auto now = from.serverTime();
    if (!now)
        return now.error();
    m_record.at = *now;
    if (!m_request.copies) {
        const auto records = from.inspector().operations(m_request.from, operationsLookedAt);
        if (!records)
            return records.error();
        for (const OperationRecord& record : *records) {
            if (record.kind == "move" && !record.finished && record.filter == m_record.filter)
                m_interrupted.push_back(record);
        }
        // Before the first task is taken: whoever finds it in the trash finds why.
        if (const auto written = from.editor()->record(m_record); !written)
            return written;
    }
    m_began = true;
    m_recorded.start();
    return {};
}

/// Finishes what an earlier move has taken and not added.
Result<> MoveRun::resume(Backend& from, Backend& to)
{
    while (!m_interrupted.empty()) {
        OperationRecord& record = m_interrupted.back();
        const QByteArray unique = uniquePartOf(record.id);
        record.done = 0; // of the last moments nobody has counted
        TaskWalk walk(m_request.from, {}, {TaskState::Trash});
        for (bool finished = false; !finished;) {
            const auto taken = takenBy(walk, from.inspector(), record.id, finished);
            if (!taken)
                return taken.error();
            if (taken->empty())
                continue;
            const auto outcomes = takeIn(to, m_request.to, m_request.to + '/' + unique, *taken);
            if (!outcomes)
                return outcomes.error();
            std::vector<TaskId> back;
            for (std::size_t i = 0; i < outcomes->size(); ++i) {
                if ((*outcomes)[i] == IntakeOutcome::Conflict || (*outcomes)[i] == IntakeOutcome::NoPlace)
                    back.push_back((*taken)[i].detail.task.id);
                else
                    ++record.done; // it came now, or had come
            }
            if (const auto given = giveBack(from, back); !given)
                return given;
        }
        record.finished = true;
        record.total = std::max(record.total, record.done + record.skipped);
        record.undoable = record.done > 0;
        if (const auto written = from.editor()->record(record); !written)
            return written;
        m_interrupted.pop_back();
    }
    return {};
}

/// Puts tasks into the trash of their queue, and reads them there, where nobody changes them any more; safe to repeat.
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
    auto taken = readTaken(from, ids);
    if (!taken)
        return taken.error();
    m_progress.movedOn += qint64(m_taking.size() - taken->size());
    m_taking.clear();
    m_pending = *std::move(taken);
    return {};
}

/// Of these, what this move has put into the trash.
Result<std::vector<WholeTask>> MoveRun::readTaken(Backend& from, std::vector<TaskId> ids) const
{
    std::vector<WholeTask> taken;
    while (!ids.empty()) {
        auto read = from.inspector().whole(m_request.from, ids);
        if (!read)
            return read.error();
        ids.erase(ids.begin(), ids.begin() + std::ptrdiff_t(read->size()));
        for (auto& task : *read) {
            if (task && task->detail.lastOperation == m_record.id && task->detail.restoresTo)
                taken.push_back(asItWas(*std::move(task)));
        }
    }
    return taken;
}

Result<> MoveRun::giveBack(Backend& from, const std::vector<TaskId>& ids)
{
    if (ids.empty() || m_request.copies)
        return {};
    ActionStep step;
    step.queue = m_request.from;
    step.operation = m_record.id + ".back"; // an operation acts on a task once
    step.action.kind = ActionKind::Restore;
    for (const TaskId& id : ids)
        step.refs.push_back({id, TaskState::Trash, {}, {}});
    const auto outcomes = from.editor()->act(step);
    return outcomes ? Result<>() : Result<>(outcomes.error());
}

/// Brings what is in hand into the other queue; safe to repeat.
Result<> MoveRun::settle(Backend& from, Backend& to)
{
    if (m_pending.empty())
        return {};
    const auto outcomes = takeIn(to, m_request.to, targetId(), m_pending);
    if (!outcomes)
        return outcomes.error();
    std::vector<TaskId> back;
    for (std::size_t i = 0; i < outcomes->size(); ++i) {
        const IntakeOutcome outcome = (*outcomes)[i];
        m_progress.done += outcome == IntakeOutcome::Added || outcome == IntakeOutcome::MovedOn ? 1 : 0;
        m_progress.exists += outcome == IntakeOutcome::Exists ? 1 : 0;
        m_progress.conflicts += outcome == IntakeOutcome::Conflict ? 1 : 0;
        m_progress.noPlace += outcome == IntakeOutcome::NoPlace ? 1 : 0;
        if (outcome == IntakeOutcome::Exists || outcome == IntakeOutcome::Conflict || outcome == IntakeOutcome::NoPlace)
            back.push_back(m_pending[i].detail.task.id);
    }
    m_pending.clear();
    return giveBack(from, back);
}

Result<MoveProgress> MoveRun::step(Backend& from, Backend& to)
{
    if (m_progress.finished)
        return m_progress;
    if (!m_began) {
        if (const auto begun = begin(from, to); !begun)
            return begun.error();
    }
    if (const auto taken = take(from); !taken)
        return taken.error();
    if (const auto settled = settle(from, to); !settled)
        return settled.error();
    if (const auto resumed = resume(from, to); !resumed)
        return resumed.error();
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
        m_progress.expected = m_walk.inQueue();
        over = found->finished;
        m_walked = found->finished;
        if (const auto taken = take(from); !taken)
            return taken.error();
        if (const auto settled = settle(from, to); !settled)
            return settled.error();
    }
    if (over || (m_record.done == 0 && m_progress.done > 0) || m_recorded.elapsed() >= recordEveryMs) {
        if (const auto written = writeRecords(from, to, over); !written)
            return written.error();
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
                (void)writeRecords(from, to, m_pending.empty());
            }
            return progress;
        }
        if (observer && !observer(m_progress))
            cancel();
    }
    return m_progress;
}

/// After an error that repeating did not heal: what surely is not in the other queue goes back. Where nobody knows, it stays
/// in the trash, and the next move finishes it.
void MoveRun::giveBackAfter(Backend& from, Backend& to)
{
    if (m_request.copies)
        m_pending.clear();
    std::vector<TaskId> taking;
    for (const TaskRef& ref : m_taking)
        taking.push_back(ref.id);
    m_taking.clear();
    if (auto taken = readTaken(from, taking)) {
        for (WholeTask& task : *taken)
            m_pending.push_back(std::move(task));
    }
    if (m_pending.empty())
        return;
    std::vector<TaskId> ids;
    for (const WholeTask& task : m_pending)
        ids.push_back(task.detail.task.id);
    const auto there = to.inspector().whole(m_request.to, ids);
    const bool nowhere = there ? there->size() == ids.size()
            && std::none_of(there->begin(), there->end(), [](const auto& task) { return task.has_value(); })
                               : isRefusal(there.error().code);
    if (nowhere && giveBack(from, ids))
        m_pending.clear();
}

Result<> MoveRun::writeRecords(Backend& from, Backend& to, bool finished)
{
    OperationRecord record = m_record;
    record.total = m_progress.done + m_progress.left();
    record.done = m_progress.done;
    record.skipped = m_progress.left();
    record.finished = finished;
    record.undoable = m_progress.done > 0 && to.capabilities().place;
    if (m_progress.done > 0 || m_request.copies) {
        OperationRecord there = record;
        there.id = targetId();
        there.queue = m_request.to;
        there.kind = "import";
        there.filter = "from " + m_request.from;
        there.undoable = m_request.copies && record.undoable; // of a move only as a whole
        const auto written = to.editor()->record(there);
        if (!written && written.error().code != ErrorCode::NotFound) // nothing made the queue
            return written;
    }
    if (!m_request.copies) {
        if (const auto written = from.editor()->record(record); !written)
            return written;
    }
    m_record = record;
    m_recorded.start();
    return {};
}

} // namespace dueline
