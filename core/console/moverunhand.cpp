// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/console/moverun.h"
#include "core/console/takentasks.h"

#include <algorithm>
#include <utility>

// What a move has in hand: at most a hundred tasks between two queues.

namespace dueline {

namespace {

/// Tasks that a move has put into the trash go back to where they were; safe to repeat.
Result<> restore(Backend& from, const OperationRecord& move, const std::vector<TaskId>& ids)
{
    if (ids.empty())
        return {};
    ActionStep step;
    step.queue = move.queue;
    step.operation = move.id + ".back"; // an operation acts on a task once
    step.action.kind = ActionKind::Restore;
    for (const TaskId& id : ids)
        step.refs.push_back({id, TaskState::Trash, {}, {}});
    const auto outcomes = from.editor()->act(step);
    return outcomes ? Result<>() : Result<>(outcomes.error());
}

} // namespace

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
    auto taken = takenBy(from.inspector(), m_request.from, m_record.id, ids);
    if (!taken)
        return taken.error();
    m_progress.movedOn += qint64(m_taking.size() - taken->size());
    m_taking.clear();
    m_pending = *std::move(taken);
    return {};
}

/// Brings what is in hand into the other queue; safe to repeat.
Result<> MoveRun::bringIn(Backend& to)
{
    if (m_pending.empty())
        return {};
    const bool triedBefore = std::exchange(m_triedBefore, true);
    const auto outcomes = takeIn(
        to, m_request.to, idThere(m_record), m_pending, [&] { return m_isKnownThere ? Result<>() : tellThere(to); });
    if (!outcomes)
        return outcomes.error();
    m_triedBefore = false;
    for (std::size_t i = 0; i < outcomes->size(); ++i) {
        const IntakeOutcome outcome = (*outcomes)[i];
        // What is there after a call whose answer was lost is what that call brought.
        const bool came = outcome == IntakeOutcome::Added || outcome == IntakeOutcome::MovedOn
            || (triedBefore && outcome == IntakeOutcome::Exists);
        m_progress.done += came ? 1 : 0;
        m_progress.exists += !came && outcome == IntakeOutcome::Exists ? 1 : 0;
        m_progress.conflicts += outcome == IntakeOutcome::Conflict ? 1 : 0;
        m_progress.noPlace += outcome == IntakeOutcome::NoPlace ? 1 : 0;
        if (!came && !m_request.copies)
            m_back.push_back(m_pending[i].detail.task.id);
    }
    m_pending.clear();
    return {};
}

/// Puts back what the other queue did not take; safe to repeat.
Result<> MoveRun::giveBack(Backend& from)
{
    const auto restored = restore(from, m_record, m_back);
    if (restored)
        m_back.clear();
    return restored;
}

/// Brings what was found to where it belongs; safe to repeat.
Result<> MoveRun::settle(Backend& from, Backend& to)
{
    if (const auto noted = noteInHand(from); !noted)
        return noted;
    if (const auto taken = take(from); !taken)
        return taken;
    if (const auto brought = bringIn(to); !brought)
        return brought;
    if (const auto given = giveBack(from); !given)
        return given;
    return noteInHand(from);
}

Result<> MoveRun::noteInHand(Backend& from)
{
    return m_request.copies || m_record.inHand == inHand() ? Result<>() : writeRecord(from, recordNow(false));
}

/// After an error that repeating did not heal: what surely is not in the other queue goes back. Where nobody knows, it stays
/// in hand, and the next move finishes it.
void MoveRun::giveBackAfter(Backend& from, Backend& to)
{
    if (m_request.copies) {
        m_pending.clear();
        return;
    }
    if (!m_taking.empty()) {
        auto taken = takenBy(from.inspector(), m_request.from, m_record.id, inHand());
        if (!taken)
            return;
        m_taking.clear();
        m_pending = *std::move(taken);
    }
    if (!m_pending.empty()) {
        const std::vector<TaskId> ids = inHand();
        const auto there = to.inspector().whole(m_request.to, ids);
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

/// What left its queue, or is about to, and is not known to have arrived or to be back.
std::vector<TaskId> MoveRun::inHand() const
{
    std::vector<TaskId> ids;
    if (m_request.copies)
        return ids;
    for (const TaskRef& ref : m_taking)
        ids.push_back(ref.id);
    for (const WholeTask& task : m_pending)
        ids.push_back(task.detail.task.id);
    ids.insert(ids.end(), m_back.begin(), m_back.end());
    return ids;
}

/// Finishes what an earlier move has taken and not added: what its record has in hand, and nothing else. Of what had arrived
/// before, the other queue may know nothing any more, since it ran there.
Result<> MoveRun::resume(Backend& from, Backend& to, OperationRecord record)
{
    record.holder = m_record.holder;
    record.holdFor = holdFor;
    if (const auto mine = from.editor()->record(record); !mine) {
        const bool isOthers = mine.error().code == ErrorCode::Busy || mine.error().code == ErrorCode::Refused;
        return isOthers ? Result<>() : mine;
    }
    const auto taken = takenBy(from.inspector(), m_request.from, record.id, record.inHand);
    if (!taken)
        return taken.error();
    const auto outcomes = takeIn(
        to, m_request.to, idThere(record), *taken, [&] { return writeRecordThere(to, record); });
    if (!outcomes)
        return outcomes.error();
    std::vector<TaskId> back;
    for (std::size_t i = 0; i < outcomes->size(); ++i) {
        if ((*outcomes)[i] == IntakeOutcome::Conflict || (*outcomes)[i] == IntakeOutcome::NoPlace)
            back.push_back((*taken)[i].detail.task.id);
        else
            ++record.done; // it came now, or had come
    }
    if (const auto restored = restore(from, record, back); !restored)
        return restored;
    record.skipped += qint64(back.size());
    record.total = std::max(record.total, record.done + record.skipped);
    record.inHand.clear();
    record.undoable = record.done > 0 && to.capabilities(m_request.to).place;
    record.finished = true;
    record.holdFor = Millis(0);
    if (const auto written = from.editor()->record(record); !written)
        return written;
    return writeRecordThere(to, record);
}

} // namespace dueline
