// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/console/operations/shortoperation.h"

#include "core/base/text.h"
#include "core/console/operations/operationrules.h"

#include <QSet>

namespace dueline {

bool ShortOperation::fits(const OperationRequest& request)
{
    return request.selection.kind == TaskSelection::Kind::Refs && !request.selection.refs.empty()
        && request.selection.refs.size() <= QueueEditor::maxStep && request.pace == 0 && request.duty == 100
        && !request.canary;
}

ShortOperation::ShortOperation(OperationRequest request)
    : m_request(std::move(request))
    , m_record(newRecord(m_request))
{
    Q_ASSERT(fits(m_request));
}

Result<OperationProgress> ShortOperation::run(Backend& backend)
{
    if (m_progress.phase == OperationProgress::Phase::Finished)
        return m_progress;
    QueueEditor* editor = backend.editor();
    if (!editor) {
        return Error{ErrorCode::Refused,
            QStringLiteral("This connection is read-only. Allow changes to %1 tasks.")
                .arg(printable(actionName(m_request.action.kind)))};
    }
    if (m_cancelled && !m_began) {
        m_progress.cancelled = true;
        return finish();
    }
    if (!m_looked) {
        if (const auto begun = begin(backend); !begun)
            return begun.error();
    }
    if (m_step.refs.empty())
        return finish(); // the action doesn't apply to any of the tasks, so there is nothing to record
    if (!m_began) { // every change must belong to a recorded operation
        if (const auto written = writeRecord(*editor, false); !written)
            return written.error();
        m_began = true;
    }
    if (!m_acted) {
        if (const auto acted = act(backend); !acted)
            return acted.error();
        m_acted = true;
    }
    if (const auto written = writeRecord(*editor, true); !written)
        return written.error();
    return finish();
}

/// Prepares the step. Skips tasks if the action doesn't apply to the state that the user saw them in.
Result<> ShortOperation::begin(Backend& backend)
{
    const auto info = operableQueue(backend, m_request);
    if (!info)
        return info.error();
    m_startedAt = info->serverNow;
    m_undoable = m_request.action.kind != ActionKind::Delete && backend.capabilities(m_request.queue).undo;
    m_step = {m_request.queue, m_record.id, m_request.action, {}, {}};
    QSet<TaskId> once;
    for (const TaskRef& ref : m_request.selection.refs) {
        if (once.contains(exactId(ref)))
            continue;
        once.insert(exactId(ref));
        const bool meant = m_request.states.contains(ref.seenState);
        const auto reason = meant
            ? whyNot(m_request.action, backend.capabilities(m_request.queue), ref.seenState, ref.seenAt, m_startedAt)
            : std::optional(SkipReason::NotApplicable);
        if (reason)
            m_skipped.add(ref.id, *reason, ref.seenState);
        else
            m_step.refs.push_back(ref);
    }
    const auto count = qint64(m_step.refs.size());
    if (m_request.action.setsDue()) {
        for (qint64 i = 0; i < count; ++i)
            m_step.newDue.push_back(newDueOf(m_request.action, m_step.refs[std::size_t(i)], i, count, m_startedAt));
    }
    m_progress.examined = qint64(m_request.selection.refs.size());
    m_progress.skipped = m_skipped.total();
    m_progress.total = count + m_progress.skipped;
    m_progress.phase = OperationProgress::Phase::Acting;
    m_looked = true;
    return {};
}

Result<> ShortOperation::act(Backend& backend)
{
    const auto outcomes = backend.editor()->act(m_step);
    if (!outcomes) {
        m_uncertain = m_uncertain || mayHaveBeenDone(outcomes.error().code);
        return outcomes.error();
    }
    if (outcomes->size() != m_step.refs.size())
        return Error{ErrorCode::Protocol, QStringLiteral("The layout did not return one result per task.")};
    std::vector<ItemOutcome> settled = *outcomes;
    if (m_uncertain) {
        if (const auto known = settleUncertain(backend, m_step, settled); !known)
            return known;
        m_uncertain = false;
    }
    for (std::size_t i = 0; i < settled.size(); ++i) {
        if (settled[i] == ItemOutcome::Done)
            ++m_progress.done;
        else
            m_skipped.add(m_step.refs[i].id, skipReasonOf(settled[i]), m_step.refs[i].seenState);
    }
    m_progress.skipped = m_skipped.total();
    return {};
}

Result<> ShortOperation::writeRecord(QueueEditor& editor, bool finished)
{
    OperationRecord record = m_record;
    record.total = m_progress.total;
    record.done = m_progress.done;
    record.skipped = m_progress.skipped;
    record.finished = finished;
    // An unfinished operation is undoable even if no tasks are recorded as done: if the program was killed, it may have
    // changed more tasks than it recorded, and undo restores these too.
    record.undoable = m_undoable && (m_progress.done > 0 || !finished);
    if (record.at == TimePoint{})
        record.at = m_startedAt;
    if (const auto written = editor.record(record); !written)
        return written;
    m_record = record;
    return {};
}

OperationProgress ShortOperation::finish()
{
    m_progress.phase = OperationProgress::Phase::Finished;
    return m_progress;
}

} // namespace dueline
