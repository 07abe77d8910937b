// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/console/operationrun.h"

#include "core/base/text.h"
#include "core/console/operationrules.h"
#include "core/console/taskselector.h"

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
        m_selector.reset();
        m_progress.phase = OperationProgress::Phase::Acting;
    }
    return complete;
}

Result<OperationPreview> OperationRun::preview(Backend& backend, const ProgressObserver& observer)
{
    while (!m_selected) {
        const auto complete = selectStep(backend);
        if (!complete)
            return complete.error();
        if (m_cancelled || (observer && !observer(m_progress)))
            return Error{ErrorCode::Cancelled, QStringLiteral("The preview was cancelled; nothing was changed.")};
    }
    return m_preview;
}

void OperationRun::decide(
    const Action& action, const QByteArray& reason, qint64 pace, const std::optional<Canary>& canary)
{
    Q_ASSERT(!m_began && action.kind == m_request.action.kind && action.force == m_request.action.force);
    m_request.action = action;
    m_request.reason = reason;
    m_request.pace = pace;
    m_request.canary = canary;
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
            QStringLiteral("This connection is read-only; open it with the right to write to %1 tasks.")
                .arg(printable(actionName(m_request.action.kind)))};
    }
    if (m_cancelled) {
        m_progress.cancelled = true;
        return end(editor);
    }
    BulkEditor* const wishes = m_began && m_course == Course::Listed ? editor->bulk(m_request.queue) : nullptr;
    if (const auto taken = m_steering.takeAsked(wishes, m_record, m_actedOn); !taken)
        return taken.error();
    m_progress.paused = m_steering.isPaused();
    if (m_progress.paused && !wishes) {
        m_progress.wait = OperationSteering::pauseLook;
        return m_progress;
    }
    m_progress.wait = Millis(0);
    if (!m_selected) {
        const auto complete = selectStep(backend);
        if (!complete)
            return complete.error();
        return m_progress;
    }
    if (m_preview.total == 0 && !m_began)
        return end(nullptr);
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
            QStringLiteral("The layout %1 cannot try some tasks before the rest; leave out the canary.")
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
        // What the last answers did not tell, the queue has counted.
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
            // Best effort: the error is the answer, whether or not the record could still be renewed.
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

/// Writes the record before the first task is touched, so that there is no change without one.
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
    if (m_request.action.kind == ActionKind::Reschedule) {
        for (std::size_t i = 0; i < step.refs.size(); ++i)
            step.newDue.push_back(
                newDueOf(m_request.action, step.refs[i], m_refs.position() + qint64(i), m_refs.size(), m_startedAt));
    }
    auto outcomes = editor.act(step);
    if (!outcomes) {
        const ErrorCode code = outcomes.error().code;
        m_uncertain = m_uncertain || code == ErrorCode::Timeout || code == ErrorCode::Disconnected
            || code == ErrorCode::Cancelled;
        return outcomes.error();
    }
    if (outcomes->size() != step.refs.size())
        return Error{
            ErrorCode::Protocol, QStringLiteral("The layout answered for another number of tasks than asked.")};
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
    // Until it is finished more may have been done than is written down: a killed program's work can be undone, too.
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

} // namespace dueline
