// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/console/operations/undorun.h"

#include "core/base/shellword.h"
#include "core/base/text.h"
#include "core/console/operations/operationlog.h"
#include "core/console/operations/operationrules.h"
#include "core/queue/bulkeditor.h"

#include <algorithm>
#include <limits>
#include <set>

namespace dueline {

namespace {

/// Returns why an operation that hasn't been undone yet can't be undone.
QString whyNot(const OperationRecord& record)
{
    if (!record.undoes.isEmpty())
        return QStringLiteral("it is itself an undo; repeat the original operation instead");
    if (record.kind == "import" && record.done > 0)
        return QStringLiteral(
            "its undo period is over, or it is part of a move, which you can undo in the source queue");
    const auto kind = actionFromName(record.kind);
    if (!kind && record.kind != "edit")
        return QStringLiteral("only operations on tasks can be undone");
    if (kind == ActionKind::Delete)
        return QStringLiteral("deleted tasks cannot be restored");
    if (record.done == 0)
        return QStringLiteral("it changed nothing");
    return QStringLiteral("its undo period is over");
}

/// Returns the move that an import is the second half of, if the move's source queue is on this connection.
std::optional<OperationRecord> moveOf(Backend& backend, const OperationRecord& record)
{
    constexpr QByteArrayView start = "from ";
    if (record.kind != "import" || record.undoable || record.done == 0 || !record.filter.startsWith(start))
        return {};
    const QueueName from = record.filter.mid(start.size());
    const auto move = findOperation(backend.inspector(), from + '/' + uniquePartOf(record.id));
    return move && move->kind == "move" ? std::optional(*move) : std::nullopt;
}

/// Returns the ids of all undos of an operation. There are several if an undo was interrupted.
Result<std::set<OperationId>> undosOf(QueueInspector& inspector, const OperationRecord& undone)
{
    constexpr int recordsRead = 1000;
    const auto records = inspector.operations(undone.queue, recordsRead);
    if (!records)
        return records.error();
    std::set<OperationId> ids;
    for (const OperationRecord& record : *records) {
        if (record.undoes == undone.id)
            ids.insert(record.id);
    }
    return ids;
}

} // namespace

OperationId makeOperationId(const QueueName& queue, TimePoint now)
{
    return queue + '/' + makeTaskId({}, now).sliced(1);
}

bool undoesImportByList(Backend& backend, const QueueName& queue)
{
    const Capabilities& can = backend.capabilities(queue);
    return can.add && can.undo && !can.place && backend.editor() && backend.editor()->bulk(queue);
}

bool canUndoImport(Backend& backend, const QueueName& queue)
{
    const Capabilities& can = backend.capabilities(queue);
    return can.undo && (can.place || (can.add && backend.editor()));
}

QString moveWithoutUndo(
    const QByteArray& layout, const QueueName& from, const QueueName& to, const QByteArray& elsewhere)
{
    return QStringLiteral("Undo cannot reverse a move into the %1 layout. To move a task back, discard its copy "
                          "first (duectl discard -- %2 ID%3), then restore the original (duectl restore %4 ID).")
        .arg(printable(layout), shellName(to),
            elsewhere.isEmpty() ? QString() : QStringLiteral(", on ") + printable(elsewhere, 120),
            shellOperands({from}));
}

OperationId undoOfImport(const OperationId& import, const QueueName& place)
{
    return place + '/' + uniquePartOf(import) + "-undo";
}

Result<QueueName> queueOfOperation(const OperationId& id)
{
    const qsizetype slash = id.lastIndexOf('/');
    if (slash < 1 || slash == id.size() - 1) {
        return Error{ErrorCode::Usage,
            QStringLiteral(
                "\"%1\" is not the id of an operation. \"operations\" lists the ids, which look like QUEUE/….")
                .arg(printable(id, 80))};
    }
    return id.left(slash);
}

QString describe(const UndoProgress& progress)
{
    if (progress.restored == 0) {
        return progress.movedOn == 0 ? QStringLiteral("Nothing was undone")
            : progress.movedOn == 1
            ? QStringLiteral("Nothing was undone: 1 task has changed since")
            : QStringLiteral("Nothing was undone: %1 tasks have changed since").arg(progress.movedOn);
    }
    const QString restored
        = (progress.removes ? QStringLiteral("%1 of %2 imported tasks removed") : QStringLiteral("%1 of %2 restored"))
              .arg(progress.restored)
              .arg(progress.total);
    if (progress.movedOn == 0)
        return restored;
    return progress.movedOn == 1 ? restored + QStringLiteral(", 1 has changed since")
                                 : restored + QStringLiteral(", %1 have changed since").arg(progress.movedOn);
}

OperationProgress asOperation(const UndoProgress& progress)
{
    OperationProgress same;
    same.phase = progress.finished ? OperationProgress::Phase::Finished : OperationProgress::Phase::Acting;
    same.total = progress.total;
    same.done = progress.restored;
    same.skipped = progress.movedOn;
    same.cancelled = progress.cancelled;
    same.paused = progress.paused;
    same.wait = progress.wait;
    return same;
}

UndoRun::UndoRun(QueueName queue, OperationId undone, QByteArray by, qint64 pace, int duty)
{
    OperationPlan plan;
    plan.isUndo = true;
    plan.pace = pace;
    plan.duty = duty;
    m_steering.start(pace, duty, 0);
    m_record.id = makeOperationId(queue, SystemClock().now());
    m_record.kind = "undo";
    m_record.queue = std::move(queue);
    m_record.undoes = std::move(undone);
    m_record.by = std::move(by);
    m_record.plan = plan.text();
    m_holder = makeHolder(m_record.by);
}

UndoRun::UndoRun(const OperationRecord& interrupted)
    : m_record(interrupted)
    , m_holder(makeHolder(interrupted.by))
{
    if (const auto plan = OperationPlan::read(interrupted))
        m_steering.start(plan->pace, plan->duty, 0);
    if (interrupted.asked == "pause")
        setPaused(false); // withdraw the request: the user wants the undo to continue
}

Result<OperationRecord> UndoRun::preview(Backend& backend)
{
    const auto queue = queueOfOperation(m_record.undoes);
    const Capabilities& can = backend.capabilities(queue ? *queue : QueueName());
    if (!can.undo) {
        return Error{ErrorCode::NotSupported,
            QStringLiteral("The %1 layout does not record changes, so undo is not available.")
                .arg(printable(can.layout))};
    }
    if (queue) {
        if (const auto settled = checkOwnerOf(backend, *queue); !settled)
            return settled.error();
    }
    auto found = findOperation(backend.inspector(), m_record.undoes);
    if (!found)
        return found;
    const QString name = printable(m_record.undoes);
    if (found->kind == "adopt") {
        return Error{ErrorCode::Refused,
            QStringLiteral("The operation %1 is an adoption; to undo it, run duectl undo %1.").arg(name)};
    }
    if (found->kind == "move") {
        return Error{ErrorCode::Refused,
            QStringLiteral("The operation %1 is a move; to undo it, run duectl undo %1.").arg(name)};
    }
    if (!found->undoneBy.isEmpty()) {
        return Error{ErrorCode::Refused,
            QStringLiteral("The operation %1 was already undone by %2.").arg(name, printable(found->undoneBy))};
    }
    if (found->running) {
        return Error{ErrorCode::Busy,
            QStringLiteral(
                "The operation %1 is being run by %2; cancel it first. If that program was killed, try again in a few seconds.")
                .arg(name, printable(found->holder))};
    }
    if (const auto move = moveOf(backend, *found)) {
        return Error{ErrorCode::Refused,
            can.place ? QStringLiteral("The operation %1 is part of a move; to undo the move, run duectl undo %2.")
                            .arg(name, shellOperands({move->id}))
                      : moveWithoutUndo(can.layout, move->queue, found->queue)};
    }
    if (!found->undoable) {
        return Error{ErrorCode::Refused,
            QStringLiteral("The operation %1 (%2) cannot be undone: %3.")
                .arg(name, printable(found->kind), whyNot(*found))};
    }
    return found;
}

Result<> UndoRun::begin(Backend& backend, QueueEditor& editor)
{
    const auto undone = preview(backend);
    if (!undone)
        return undone.error();
    m_undone = *undone;
    if (m_undone.kind == "import" && undoesImportByList(backend, m_undone.queue)) {
        if (const auto begun = beginDiscarding(backend, editor); !begun)
            return begun;
    }
    if (const auto ended = endUndone(editor); !ended)
        return ended;
    m_progress.total = m_undone.done;
    m_progress.removes = m_undone.kind == "import";
    m_record.reason = m_undone.kind + ' ' + m_undone.filter;
    const auto now = backend.serverTime();
    if (!now)
        return now.error();
    m_record.at = *now;
    if (const auto written = writeRecord(editor, false); !written)
        return written;
    if (const auto discarded = discardParked(backend, editor); !discarded)
        return discarded;
    m_steering.restart(0);
    m_began = true;
    return {};
}

/// Marks an interrupted operation as finished, so that no program resumes it during or after the undo.
Result<> UndoRun::endUndone(QueueEditor& editor)
{
    if (m_undone.finished || m_undone.plan.isEmpty() || !editor.bulk(m_undone.queue))
        return {};
    BulkStep last;
    last.queue = m_undone.queue;
    last.operation = m_undone.id;
    last.holder = "undo/" + uniquePartOf(m_record.id);
    const auto state = editor.bulk(last.queue)->act(last);
    if (!state)
        return state.error();
    m_undone.done = state->done;
    m_undone.skipped = state->skipped;
    m_undone.finished = true;
    if (const auto written = editor.record(m_undone); !written)
        return written;
    return editor.bulk(m_undone.queue)->drop(m_undone.queue, m_undone.id);
}

/// Discards tasks that an interrupted import added but didn't release. Undo by the operation's id can't find these
/// tasks, because they don't refer to the import yet.
Result<> UndoRun::discardParked(Backend& backend, QueueEditor& editor)
{
    if (m_undone.kind != "import" || m_undone.inTransit.empty())
        return {};
    const auto undos = undosOf(backend.inspector(), m_undone);
    if (!undos)
        return undos.error();
    ActionStep step;
    step.queue = m_undone.queue;
    step.operation = m_record.id;
    step.action.kind = ActionKind::Discard;
    qint64 discarded = 0;
    for (const TaskId& id : m_undone.inTransit) {
        const auto detail = backend.inspector().task(step.queue, id);
        if (!detail && detail.error().code != ErrorCode::NotFound)
            return detail.error();
        if (!detail)
            continue;
        if (detail->task.state == TaskState::Scheduled && detail->task.at == parkedUntil)
            step.refs.push_back({id, TaskState::Scheduled, {}, parkedUntil});
        else if (detail->task.state == TaskState::Trash && undos->contains(detail->lastOperation))
            ++discarded; // already discarded by this undo or an earlier one
    }
    const auto outcomes = editor.act(step);
    if (!outcomes)
        return outcomes.error();
    m_discardedParked = discarded + std::count(outcomes->begin(), outcomes->end(), ItemOutcome::Done);
    m_progress.restored = m_discardedParked;
    m_progress.total = std::max(m_progress.total, m_progress.restored);
    return {};
}

Result<UndoProgress> UndoRun::step(Backend& backend)
{
    if (finished())
        return m_progress;
    QueueEditor* editor = backend.editor();
    if (!editor)
        return Error{
            ErrorCode::Refused, QStringLiteral("This connection is read-only. Allow changes to undo operations.")};
    if (m_cancelled && !m_walked) {
        m_progress.cancelled = true;
        // Don't mark the undo as finished: that would make it impossible to restore the remaining tasks.
        if (m_began) {
            if (const auto written = writeRecord(*editor, false); !written)
                return written.error();
        }
        m_progress.finished = true;
        return m_progress;
    }
    if (!m_began) {
        if (const auto begun = begin(backend, *editor); !begun)
            return begun.error();
    }
    if (!m_walked) {
        if (const auto walked = walk(*editor); !walked)
            return walked.error();
    }
    if (m_walked) {
        // The undo doesn't see tasks that a later operation has deleted or changed, so derive their number.
        m_progress.movedOn = m_progress.total - m_progress.restored;
        if (const auto marked = isUndone() ? markUndone(*editor) : Result<>(); !marked)
            return marked.error();
        if (const auto written = writeRecord(*editor, true); !written)
            return written.error();
        m_progress.wait = Millis(0);
        m_progress.finished = true;
    } else if (m_recorded.elapsed() >= recordEveryMs) {
        if (const auto written = writeRecord(*editor, false); !written)
            return written.error();
    }
    return m_progress;
}

/// Runs one step at the given pace, and handles requests from this program or the queue.
Result<> UndoRun::walk(QueueEditor& editor)
{
    if (const auto taken = m_steering.takeAsked(editor.bulk(m_record.queue), m_record, acted()); !taken)
        return taken;
    if (!m_places.empty())
        return discardListed(editor);
    UndoTurn turn;
    turn.holder = m_holder;
    turn.limit = m_steering.limit(UndoTurn::most);
    m_steering.stepBegins();
    const auto undone = editor.undo(m_record.queue, m_record.undoes, m_record.id, m_cursor, turn);
    if (!undone)
        return undone.error();
    if (turn.limit > 0) {
        m_progress.restored = undone->restoredInAll ? m_discardedParked + *undone->restoredInAll
                                                    : m_progress.restored + undone->restored;
        m_progress.movedOn += undone->movedOn;
        // An interrupted operation may have changed more tasks than it recorded.
        m_progress.total = std::max(m_progress.total, m_progress.restored + m_progress.movedOn);
        m_cursor = undone->cursor;
        m_walked = m_cursor.isEmpty();
    }
    if (editor.bulk(m_record.queue) && m_steering.heed(undone->asked, acted()))
        cancel();
    m_progress.paused = m_steering.isPaused();
    // If the layout doesn't report how long Redis was busy, assume it was busy during the entire step.
    constexpr qint64 allOfIt = std::numeric_limits<qint64>::max();
    m_progress.wait = m_steering.restAfter(undone->busyUs > 0 ? undone->busyUs : allOfIt, acted());
    return {};
}

/// Starts the lists of tasks to discard. If an earlier undo was interrupted, continues its lists, which have the same
/// ids.
Result<> UndoRun::beginDiscarding(Backend& backend, QueueEditor& editor)
{
    const QueueName later = editor.laterPlace(m_undone.queue);
    m_places = {m_undone.queue};
    if (later != m_undone.queue)
        m_places.push_back(later);
    m_inPlaces.assign(m_places.size(), {});
    m_place = 0;
    m_record.id = undoOfImport(m_undone.id, m_undone.queue);
    for (std::size_t i = 0; i < m_places.size(); ++i) {
        const auto known = findOperation(backend.inspector(), undoOfImport(m_undone.id, m_places[i]));
        if (!known && known.error().code != ErrorCode::NotFound)
            return known.error();
        if (known) { // an earlier undo was interrupted: start with its counts
            m_inPlaces[i].done = known->done;
            m_inPlaces[i].skipped = known->skipped;
        }
        if (i == 0)
            continue;
        OperationRecord there = m_record;
        there.id = undoOfImport(m_undone.id, m_places[i]);
        there.queue = m_places[i];
        there.undoes.clear(); // the import is an operation on another queue
        there.done = m_inPlaces[i].done;
        there.skipped = m_inPlaces[i].skipped;
        if (const auto written = editor.record(there); !written)
            return written;
    }
    return {};
}

Result<> UndoRun::discardListed(QueueEditor& editor)
{
    BulkStep step;
    step.queue = m_places[m_place];
    step.operation = undoOfImport(m_undone.id, step.queue);
    step.action.kind = ActionKind::Discard;
    step.holder = m_holder;
    step.holdFor = Millis(5'000);
    step.limit = m_steering.limit(UndoTurn::most);
    m_steering.stepBegins();
    const auto state = editor.bulk(step.queue)->act(step);
    if (!state)
        return state.error();
    m_inPlaces[m_place] = *state;
    m_progress.restored = m_progress.movedOn = 0;
    for (const BulkState& there : m_inPlaces) {
        m_progress.restored += there.done;
        // An interrupted import may have listed tasks that it didn't add; don't count these.
        m_progress.movedOn += there.skipped - (m_undone.finished ? 0 : there.notFound);
    }
    m_progress.total = std::max(m_progress.total, acted());
    if (!state->isLeft && m_place > 0) {
        OperationRecord there = m_record;
        there.id = step.operation;
        there.queue = step.queue;
        there.undoes.clear();
        there.total = state->done + state->skipped;
        there.done = state->done;
        there.skipped = state->skipped;
        there.finished = true;
        if (const auto written = editor.record(there); !written)
            return written;
    }
    if (!state->isLeft)
        m_walked = ++m_place == m_places.size();
    if (m_steering.heed(state->asked, acted()))
        cancel();
    m_progress.paused = m_steering.isPaused();
    m_progress.wait = m_steering.restAfter(state->busyUs, acted());
    return {};
}

Result<UndoProgress> UndoRun::finish(Backend& backend, const std::function<bool(const UndoProgress&)>& observer)
{
    while (!finished()) {
        const auto progress = step(backend);
        if (!progress) {
            if (m_began && backend.editor())
                (void)writeRecord(*backend.editor(), false);
            return progress;
        }
        if (observer && !observer(m_progress))
            cancel();
        const bool wanted = napFor(m_progress.wait, m_cancelled, [&] { return !observer || observer(m_progress); });
        if (!wanted)
            cancel();
    }
    return m_progress;
}

Result<> UndoRun::writeRecord(QueueEditor& editor, bool finished)
{
    OperationRecord record = m_record;
    record.total = m_progress.total;
    record.done = m_progress.restored;
    record.skipped = m_progress.movedOn;
    if (!m_places.empty() && !finished) { // each queue has its own record, so only count this queue's tasks
        record.done = m_inPlaces.front().done;
        record.skipped = m_inPlaces.front().skipped;
    }
    record.finished = finished;
    if (finished && !isUndone())
        record.undoes.clear();
    if (const auto written = editor.record(record); !written)
        return written;
    record.undoes = m_record.undoes;
    m_record = record;
    m_recorded.start();
    return {};
}

bool UndoRun::isUndone() const { return m_progress.restored > 0 || m_progress.movedOn == 0 || !m_places.empty(); }

Result<> UndoRun::markUndone(QueueEditor& editor)
{
    OperationRecord undone = m_undone;
    undone.undoneBy = m_record.id;
    undone.undoable = false;
    return editor.record(undone);
}

} // namespace dueline
