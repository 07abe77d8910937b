// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/console/operations/operationrun.h"

#include "core/base/text.h"
#include "core/console/operations/operationrules.h"
#include "core/console/operations/selectionpreview.h"
#include "core/console/operations/taskselector.h"
#include "core/console/operations/undorun.h"

#include <algorithm>

namespace dueline {

namespace {

constexpr int tasksPerStep = 100;
constexpr int stepsPerRecord = 50;

} // namespace

OperationRun::OperationRun(OperationRequest request)
    : m_request(std::move(request))
    , m_record(newRecord(m_request))
{
    m_selector = std::make_unique<TaskSelector>(m_request, m_record.id);
    m_steering.start(m_request.pace, m_request.duty, 0);
}

OperationRun::~OperationRun() = default;

Result<bool> OperationRun::selectStep(Backend& backend)
{
    if (!m_selected) {
        const auto complete = select(backend);
        if (!complete || !*complete)
            return complete;
        m_lookAhead = std::make_unique<SelectionPreview>(m_crashes);
    }
    if (!m_lookAhead)
        return true;
    const auto complete = m_lookAhead->step(backend, m_request, m_refs, m_preview);
    if (complete && *complete)
        m_lookAhead.reset();
    return complete;
}

Result<bool> OperationRun::select(Backend& backend)
{
    if (m_selected)
        return true;
    const auto complete = m_selector->step(backend, m_refs, m_preview);
    m_progress.examined = m_selector->examined();
    m_progress.skipped = m_preview.skipped.total();
    m_progress.total = m_preview.total + m_progress.skipped;
    if (!complete)
        return complete;
    if (*complete) {
        m_selected = true;
        if (m_selector->isListed())
            m_course = Course::Listed;
        m_skipped = m_preview.skipped;
        m_crashes = m_selector->crashes();
        m_selector.reset();
        m_progress.phase = OperationProgress::Phase::Acting;
    }
    return complete;
}

Result<OperationPreview> OperationRun::preview(Backend& backend, const ProgressObserver& observer)
{
    for (bool isComplete = false; !isComplete;) {
        const auto complete = selectStep(backend);
        if (!complete)
            return complete.error();
        isComplete = *complete;
        if (m_cancelled || (observer && !observer(m_progress)))
            return Error{ErrorCode::Cancelled, QStringLiteral("The preview was canceled; nothing was changed.")};
    }
    return m_preview;
}

void OperationRun::decide(
    const Action& action, const QByteArray& reason, qint64 pace, const std::optional<Canary>& canary, bool keepsUndo)
{
    Q_ASSERT(!m_began && action.kind == m_request.action.kind && action.force == m_request.action.force);
    m_request.action = action;
    m_request.reason = reason;
    m_request.pace = pace;
    m_request.canary = canary;
    m_request.keepsUndo = keepsUndo;
    m_preview.undoable = m_preview.undoable && keepsUndo;
    m_record.reason = reason;
    m_steering.start(pace, m_request.duty, 0);
}

Result<OperationProgress> OperationRun::step(Backend& backend)
{
    if (finished())
        return m_progress;
    QueueEditor* editor = backend.editor();
    if (!editor) {
        return Error{ErrorCode::Refused,
            QStringLiteral("This connection is read-only. Allow changes to %1 tasks.")
                .arg(printable(actionName(m_request.action.kind)))};
    }
    if (m_cancelled) {
        m_progress.cancelled = true;
        return end(editor);
    }
    BulkEditor* const asking = m_began && m_course == Course::Listed ? editor->bulk(m_request.queue) : nullptr;
    if (const auto taken = m_steering.takeAsked(asking, m_record, m_actedOn); !taken)
        return taken.error();
    m_progress.paused = m_steering.isPaused();
    if (m_progress.paused && !asking) {
        m_progress.wait = OperationSteering::pauseLook;
        return m_progress;
    }
    m_progress.wait = Millis(0);
    if (!m_selected) {
        const auto complete = select(backend);
        if (!complete)
            return complete.error();
        return m_progress;
    }
    if (m_preview.total == 0 && !m_began)
        return end(nullptr);
    if (!m_began && m_preview.isUndoTooLarge())
        return undoTooLarge(m_preview);
    if (!m_began && m_course == Course::ByName && wantsList(backend))
        m_course = Course::Listing;
    if (m_course == Course::Listing) {
        if (const auto listed = listStep(backend, *editor); !listed)
            return listed.error();
        return m_progress;
    }
    if (!m_began) {
        if (const auto begun = begin(backend); !begun)
            return begun.error();
    }
    if (m_course == Course::Listed)
        return listedStep(backend, *editor);
    if (m_request.canary) {
        return Error{ErrorCode::NotSupported,
            QStringLiteral("The %1 layout does not support canary runs. Run the action without a canary.")
                .arg(printable(backend.capabilities(m_request.queue).layout))};
    }
    if (m_refs.position() < m_refs.size()) {
        if (const auto acted = act(backend, *editor); !acted)
            return acted.error();
        m_progress.wait = m_steering.paceWait(m_actedOn);
    }
    if (m_refs.position() == m_refs.size())
        return end(editor);
    if (++m_stepsSinceRecord >= stepsPerRecord || m_recorded.elapsed() >= recordEveryMs) {
        if (const auto written = writeRecord(*editor, false); !written)
            return written.error();
    }
    return m_progress;
}

Result<OperationProgress> OperationRun::end(QueueEditor* editor)
{
    if (editor && m_course == Course::Listed) {
        BulkEditor& bulk = *editor->bulk(m_request.queue);
        // Read the final counts from the queue: these include steps whose reply was lost.
        if (m_began && m_isLeft) {
            BulkStep last{m_request.queue, m_record.id, m_plan.action, m_plan.gaps, m_holder, Millis(0), 0};
            const auto state = bulk.act(last);
            if (!state)
                return state.error();
            note(*state);
        }
        if (const auto dropped = bulk.drop(m_request.queue, m_record.id); !dropped)
            return dropped.error();
    }
    if (editor && m_began) {
        if (const auto written = writeRecord(*editor, true); !written)
            return written.error();
    }
    m_progress.wait = Millis(0);
    m_progress.phase = OperationProgress::Phase::Finished;
    return m_progress;
}

Result<OperationProgress> OperationRun::finish(Backend& backend, const ProgressObserver& observer)
{
    while (!finished()) {
        const auto progress = step(backend);
        if (!progress) {
            // Ignore errors here: the first error is returned.
            if (m_began && backend.editor() && m_course == Course::ByName)
                (void)writeRecord(*backend.editor(), false);
            return progress.error();
        }
        if (observer && !observer(m_progress))
            cancel();
        if (!napFor(m_progress.wait, m_cancelled, [&] { return !observer || observer(m_progress); }))
            cancel();
    }
    return m_progress;
}

/// Writes the record. This happens before the first change, so that every change belongs to a recorded operation.
Result<> OperationRun::begin(Backend& backend)
{
    const auto now = backend.serverTime();
    if (!now)
        return now.error();
    m_startedAt = *now;
    if (m_course == Course::Listed) {
        m_plan = {m_request.action, m_preview.total - 1, m_request.pace, m_request.duty, m_request.canary};
        if (m_plan.action.time == Action::Time::In) {
            m_plan.action.time = Action::Time::At;
            m_plan.action.at = m_startedAt + m_plan.action.by;
        }
        m_record.plan = m_plan.text();
        if (m_request.canary)
            m_canary.emplace(*m_request.canary);
    }
    if (const auto written = writeRecord(*backend.editor(), false); !written)
        return written;
    m_steering.restart(0);
    m_began = true;
    return {};
}

Result<> OperationRun::act(Backend& backend, QueueEditor& editor)
{
    ActionStep step;
    step.queue = m_request.queue;
    step.operation = m_record.id;
    step.action = m_request.action;
    step.refs = m_refs.peek(m_steering.limit(tasksPerStep));
    if (m_request.action.setsDue()) {
        for (std::size_t i = 0; i < step.refs.size(); ++i)
            step.newDue.push_back(
                newDueOf(m_request.action, step.refs[i], m_refs.position() + qint64(i), m_refs.size(), m_startedAt));
    }
    auto outcomes = editor.act(step);
    if (!outcomes) {
        m_uncertain = m_uncertain || mayHaveBeenDone(outcomes.error().code);
        return outcomes.error();
    }
    if (outcomes->size() != step.refs.size())
        return Error{ErrorCode::Protocol, QStringLiteral("The layout did not return one result per task.")};
    if (m_uncertain) {
        if (const auto settled = settleUncertain(backend, step, *outcomes); !settled)
            return settled;
        m_uncertain = false;
    }
    count(step.refs, *outcomes);
    m_refs.skip(qint64(step.refs.size()));
    m_actedOn = m_refs.position();
    return {};
}

void OperationRun::count(const std::vector<TaskRef>& refs, const std::vector<ItemOutcome>& outcomes)
{
    for (std::size_t i = 0; i < refs.size(); ++i) {
        if (outcomes[i] == ItemOutcome::Done)
            ++m_progress.done;
        else
            m_skipped.add(refs[i].id, skipReasonOf(outcomes[i]), refs[i].seenState);
    }
    m_progress.skipped = m_skipped.total();
}

Result<> OperationRun::writeRecord(QueueEditor& editor, bool finished)
{
    OperationRecord record = m_record;
    record.total = m_progress.total;
    record.done = m_progress.done;
    record.skipped = m_progress.skipped;
    record.finished = finished;
    if (m_canary)
        record.stage = m_canary->stage();
    // An unfinished operation is undoable even if no tasks are recorded as done: if the program was killed, it may have
    // changed more tasks than it recorded, and undo restores these too.
    record.undoable = m_preview.undoable && (m_progress.done > 0 || !finished);
    if (record.at == TimePoint{})
        record.at = m_startedAt;
    if (const auto written = editor.record(record); !written)
        return written;
    m_record = record;
    m_stepsSinceRecord = 0;
    m_recorded.start();
    return {};
}

namespace {

constexpr int listedPerStep = 250; ///< number of tasks to list per step, which takes about 1 ms
constexpr int putPerCall = 500;
constexpr int putsPerStep = 4;
constexpr qint64 worthAList = 1000; ///< minimum number of selected tasks for storing them as a list
/// Duration of a step's claim on the operation: longer than any step or any wait required by a pace.
constexpr Millis holdFor{std::chrono::seconds(5)};
constexpr Millis canaryLook{250};

} // namespace

Result<std::unique_ptr<OperationRun>> OperationRun::resume(const OperationRecord& record)
{
    const QString name = printable(record.id);
    if (record.finished || !record.undoneBy.isEmpty())
        return Error{
            ErrorCode::Refused, QStringLiteral("The operation %1 has finished; there is nothing to resume.").arg(name)};
    if (record.plan.isEmpty()) {
        return Error{ErrorCode::Refused,
            QStringLiteral(
                "The operation %1 cannot be resumed, because only the program that started it had the list of tasks. "
                "Run the action again; completed tasks are skipped.")
                .arg(name)};
    }
    if (record.running) {
        return Error{ErrorCode::Busy,
            QStringLiteral(
                "The operation %1 is being run by %2. If that program was killed, try again in a few seconds.")
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
    if (record.asked == "pause")
        run->setPaused(false); // withdraw the request: the user wants the operation to continue
    return run;
}

/// Returns whether to store the selection as a list, so that another program can resume the operation. Lists are used
/// for large selections and for staged operations.
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
        // Scheduled tasks may have become due since they were selected, so count both states.
        if (selected[TaskState::Scheduled] + selected[TaskState::Due] > 0)
            tasks += bin.counts[TaskState::Scheduled] + bin.counts[TaskState::Due];
        if (tasks > 0)
            dues.push_back({std::min(bin.to - Millis(1), last), tasks});
    }
    if (dues.empty()) // none of the selected tasks is still waiting
        dues.push_back({last, m_preview.total});
    return dues;
}

void OperationRun::heed(const QByteArray& asked)
{
    if (m_steering.heed(asked, m_actedOn))
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
    // If another client moved a task while it was being listed, the list contains it twice. The second entry is always
    // skipped, so don't count it.
    m_progress.skipped = std::min(state.skipped, m_progress.total - state.done);
    const qint64 twice = state.skipped - m_progress.skipped;
    m_actedOn = state.place;
    const auto before = [this](SkipReason reason) {
        const auto found = m_skippedBefore.find(reason);
        return found == m_skippedBefore.end() ? 0 : found->second;
    };
    m_skipped.set(SkipReason::NotFound, before(SkipReason::NotFound) + state.notFound);
    qint64 explained = 0;
    for (const auto& [outcome, count] : state.reasons) {
        if (skipReasonOf(outcome) == SkipReason::NotApplicable)
            continue;
        explained += count;
        m_skipped.set(skipReasonOf(outcome), before(skipReasonOf(outcome)) + count);
    }
    m_skipped.set(SkipReason::NotApplicable, before(SkipReason::NotApplicable) + state.refused - explained);
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
    heed(state->asked);
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
                QStringLiteral(
                    "The task list of the operation %1 expired after %2 of %3; it is kept for one day after each step.")
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
    heed(state->asked);
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
