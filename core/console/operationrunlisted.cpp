// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/console/operationrun.h"

#include "core/base/text.h"
#include "core/console/operationrules.h"
#include "core/console/taskselector.h"
#include "core/console/undorun.h"

#include <algorithm>

namespace dueline {

namespace {

constexpr int listedPerStep = 250; ///< about a millisecond
constexpr int putPerCall = 500;
constexpr int putsPerStep = 4;
constexpr qint64 worthAList = 1000; ///< fewer are acted on by name, which costs no list
constexpr Millis holdFor{std::chrono::seconds(5)}; ///< longer than any step, and than the longest wait of a pace
constexpr Millis canaryLook{250};

} // namespace

Result<std::unique_ptr<OperationRun>> OperationRun::resume(const OperationRecord& record)
{
    const QString name = printable(record.id);
    if (record.finished || !record.undoneBy.isEmpty())
        return Error{ErrorCode::Refused,
            QStringLiteral("The operation %1 has ended; there is nothing to go on with.").arg(name)};
    if (record.plan.isEmpty()) {
        return Error{ErrorCode::Refused,
            QStringLiteral("The operation %1 cannot be gone on with: its tasks were known to the program alone. Do it "
                           "again; what is done already is left alone.")
                .arg(name)};
    }
    if (record.running) {
        return Error{ErrorCode::Busy,
            QStringLiteral(
                "The operation %1 is being carried out by %2. If that program was killed, try again in some seconds.")
                .arg(name, printable(record.holder))};
    }
    const auto plan = OperationPlan::read(record);
    if (!plan)
        return plan.error();
    OperationRequest request;
    request.queue = record.queue;
    request.action = plan->action;
    request.by = record.by;
    request.reason = record.reason;
    request.pace = plan->pace;
    request.duty = plan->duty;
    request.canary = plan->canary;
    auto run = std::make_unique<OperationRun>(std::move(request));
    run->m_record = record;
    run->m_plan = *plan;
    run->m_course = Course::Listed;
    run->m_selected = run->m_began = true;
    run->m_selector.reset();
    run->m_preview.total = record.total - record.skipped;
    run->m_preview.undoable = record.undoable;
    run->m_startedAt = record.at;
    if (plan->canary)
        run->m_canary.emplace(*plan->canary, record.stage);
    run->m_progress.phase = OperationProgress::Phase::Acting;
    run->m_progress.total = record.total;
    run->m_progress.done = record.done;
    run->m_progress.skipped = record.skipped;
    run->m_actedOn = record.done;
    run->m_steering.start(plan->pace, plan->duty, run->m_actedOn);
    if (record.wish == "pause")
        run->setPaused(false); // going on is what is asked for now
    return run;
}

/// Whether many tasks that were found here go on a list, so that another program could go on with them.
bool OperationRun::wantsList(Backend& backend) const
{
    return !m_listRefused && m_refs.position() == 0 && (m_refs.size() >= worthAList || m_request.canary)
        && m_request.action.kind != ActionKind::Delete && backend.editor()->bulk(m_request.queue);
}

Result<> OperationRun::listStep(Backend&, QueueEditor& editor)
{
    for (int call = 0; call < putsPerStep && m_refs.position() < m_refs.size(); ++call) {
        const auto refs = m_refs.peek(putPerCall);
        const auto put = editor.bulk(m_request.queue)->put(m_request.queue, m_record.id, refs);
        if (!put && put.error().code == ErrorCode::Full && m_refs.position() == 0 && !m_request.canary) {
            (void)editor.bulk(m_request.queue)->drop(m_request.queue, m_record.id);
            m_course = Course::ByName;
            m_listRefused = true;
            return {};
        }
        if (!put)
            return put;
        m_refs.skip(qint64(refs.size()));
    }
    if (m_refs.position() == m_refs.size())
        m_course = Course::Listed;
    return {};
}

Result<std::vector<TasksAt>> OperationRun::dues(QueueInspector& inspector, int groups) const
{
    if (m_course != Course::Listed || !m_preview.firstDue)
        return m_refs.dues(groups);
    const TimePoint last = *m_preview.lastDue;
    const auto bins = inspector.timeline(m_request.queue, *m_preview.firstDue, last + Millis(1), groups);
    if (!bins)
        return bins.error();
    const StateCounts& selected = m_preview.counts;
    std::vector<TasksAt> dues;
    for (const TimelineBin& bin : *bins) {
        qint64 tasks = selected[TaskState::Retrying] > 0 ? bin.counts[TaskState::Retrying] : 0;
        if (selected[TaskState::Scheduled] + selected[TaskState::Due] > 0) // they fall due meanwhile
            tasks += bin.counts[TaskState::Scheduled] + bin.counts[TaskState::Due];
        if (tasks > 0)
            dues.push_back({std::min(bin.to - Millis(1), last), tasks});
    }
    if (dues.empty()) // all of them have run since
        dues.push_back({last, m_preview.total});
    return dues;
}

void OperationRun::heed(const QByteArray& wish)
{
    if (m_steering.heed(wish, m_actedOn))
        cancel();
    m_progress.paused = m_steering.isPaused();
}

void OperationRun::drop(Backend& backend)
{
    if (!m_began && backend.editor() && backend.editor()->bulk(m_request.queue))
        (void)backend.editor()->bulk(m_request.queue)->drop(m_request.queue, m_record.id);
}

void OperationRun::note(const BulkState& state)
{
    m_isLeft = state.isLeft;
    m_progress.done = state.done;
    m_progress.total = std::max(m_progress.total, state.done);
    // The list may hold twice what somebody else has moved meanwhile: it is left alone, and counted, once.
    m_progress.skipped = std::min(state.skipped, m_progress.total - state.done);
    const qint64 twice = state.skipped - m_progress.skipped;
    m_actedOn = state.place;
    const auto before = [this](SkipReason reason) {
        const auto found = m_skippedBefore.find(reason);
        return found == m_skippedBefore.end() ? 0 : found->second;
    };
    m_skipped.set(SkipReason::NotFound, before(SkipReason::NotFound) + state.notFound);
    m_skipped.set(SkipReason::NotApplicable, before(SkipReason::NotApplicable) + state.refused);
    m_skipped.set(SkipReason::MovedOn,
        before(SkipReason::MovedOn)
            + std::max<qint64>(0, state.place - state.done - state.notFound - state.refused - twice));
    for (const auto& [id, outcome] : state.told) {
        if (outcome != ItemOutcome::Done)
            m_skipped.name(id, skipReasonOf(outcome));
    }
}

Result<OperationProgress> OperationRun::listedStep(Backend& backend, QueueEditor& editor)
{
    if (m_holder.isEmpty()) {
        m_holder = makeHolder(m_request.by);
        m_skippedBefore = m_preview.skipped.counts();
    }
    BulkStep step{m_request.queue, m_record.id, m_plan.action, m_plan.gaps, m_holder, holdFor, listedPerStep};
    if (m_canary && m_canary->waits(m_isLeft)) {
        if (const auto looked = lookAtCanary(backend, editor, step); !looked)
            return looked.error();
        return m_progress.stopped || (!m_isLeft && !m_canary->waits(m_isLeft)) ? end(&editor) : Result(m_progress);
    }
    std::optional<TimePoint> actedAt;
    if (m_canary) {
        const auto now = backend.serverTime();
        if (!now)
            return now.error();
        actedAt = *now;
        step.limit = m_canary->limit(listedPerStep);
    }
    step.limit = std::min(step.limit, m_steering.limit(listedPerStep));
    m_steering.stepBegins();
    const auto state = editor.bulk(m_request.queue)->act(step);
    if (!state)
        return state.error();
    note(*state);
    heed(state->wish);
    m_progress.wait = m_steering.restAfter(state->busyUs, m_actedOn);
    if (m_canary) {
        std::vector<TaskId> acted;
        for (const auto& [id, outcome] : state->told) {
            if (outcome == ItemOutcome::Done)
                acted.push_back(id);
        }
        m_canary->acted(acted, *actedAt);
        m_progress.stage = QString::fromLatin1(m_canary->stage());
    }
    if (!m_isLeft && !(m_canary && m_canary->waits(m_isLeft))) {
        if (m_progress.done + m_progress.skipped < m_progress.total) {
            return Error{ErrorCode::NotFound,
                QStringLiteral("The list of what the operation %1 means is gone, after %2 of %3; it is kept for a day "
                               "after a step.")
                    .arg(printable(m_record.id))
                    .arg(m_progress.done)
                    .arg(m_progress.total)};
        }
        return end(&editor);
    }
    return m_progress;
}

Result<> OperationRun::lookAtCanary(Backend& backend, QueueEditor& editor, const BulkStep& holding)
{
    BulkStep hold = holding;
    hold.limit = 0;
    const auto state = editor.bulk(m_request.queue)->act(hold);
    if (!state)
        return state.error();
    heed(state->wish);
    const auto now = backend.serverTime();
    if (!now)
        return now.error();
    if (const auto looked = m_canary->look(backend.inspector(), m_request.queue, *now); !looked)
        return looked;
    m_progress.stage = QString::fromLatin1(m_canary->stage());
    m_progress.stopped = m_canary->stopped();
    m_progress.wait = m_canary->waits(m_isLeft) ? canaryLook : Millis(0);
    m_steering.restart(m_actedOn);
    return m_canary->stage() == m_record.stage ? Result<>() : writeRecord(editor, false);
}

} // namespace dueline
