// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/chaos/consoleoperator.h"

#include "core/console/operations/taskedit.h"
#include "tests/chaos/adder.h"
#include "tests/chaos/pacing.h"
#include "tests/chaos/taskplan.h"

#include <algorithm>

namespace dueline::chaos {

namespace {

/// Action, the state of the tasks it changes, and its relative frequency.
struct Choice
{
    ActionKind kind;
    TaskState state;
    bool force;
    int weight;
};

const std::array choices{
    Choice{ActionKind::Retry, TaskState::Failed, false, 6},
    Choice{ActionKind::Retry, TaskState::Retrying, false, 2},
    Choice{ActionKind::Retry, TaskState::Leased, true, 1},
    Choice{ActionKind::RunNow, TaskState::Scheduled, false, 3},
    Choice{ActionKind::RunNow, TaskState::Retrying, false, 2},
    Choice{ActionKind::RunNow, TaskState::Leased, true, 1},
    Choice{ActionKind::Reschedule, TaskState::Scheduled, false, 3},
    Choice{ActionKind::Reschedule, TaskState::Due, false, 1},
    Choice{ActionKind::Reschedule, TaskState::Retrying, false, 2},
    Choice{ActionKind::Discard, TaskState::Scheduled, false, 2},
    Choice{ActionKind::Discard, TaskState::Retrying, false, 1},
    Choice{ActionKind::Discard, TaskState::Failed, false, 2},
    Choice{ActionKind::Discard, TaskState::Done, false, 1},
    Choice{ActionKind::Discard, TaskState::Leased, true, 1},
    Choice{ActionKind::Discard, TaskState::Leased, false, 1},
    Choice{ActionKind::Restore, TaskState::Trash, false, 5},
    Choice{ActionKind::Delete, TaskState::Trash, false, 1},
    Choice{ActionKind::Delete, TaskState::Failed, false, 1},
};

QByteArray wordOf(ItemOutcome outcome)
{
    switch (outcome) {
    case ItemOutcome::Done:
        return "done";
    case ItemOutcome::NotFound:
        return "not-found";
    case ItemOutcome::MovedOn:
        return "moved-on";
    default:
        return "refused";
    }
}

} // namespace

ConsoleOperator::ConsoleOperator(BackendFactory makeBackend, const Journal& journal, quint32 seed, Millis lease,
    std::function<bool(const TaskId&)> isConfirmed)
    : m_makeBackend(std::move(makeBackend))
    , m_journal(journal)
    , m_dice(seed)
    , m_lease(lease)
    , m_isConfirmed(std::move(isConfirmed))
{ }

OperationId ConsoleOperator::newOperation(const QueueName& queue)
{
    ++m_operations;
    return queue + '/' + makeTaskId("", SystemClock().now()).mid(1);
}

void ConsoleOperator::act(Backend& backend, const QueueName& queue)
{
    int total = 0;
    for (const Choice& choice : choices)
        total += choice.weight;
    int at = int(roll(quint32(total)));
    const auto choice
        = std::find_if(choices.begin(), choices.end(), [&at](const Choice& one) { return (at -= one.weight) < 0; });

    const Result<TaskPage> page
        = backend.inspector().page({queue, choice->state, qint64(roll(3)) * 20, 1 + int(roll(100))});
    if (!page || page->tasks.empty())
        return;
    ActionStep step;
    step.queue = queue;
    step.operation = newOperation(queue);
    step.action.kind = choice->kind;
    step.action.force = choice->force;
    if (choice->kind == ActionKind::Reschedule) {
        step.action.time = Action::Time::Shift;
        step.action.by = Millis(qint64(roll(2000)) - 500);
    }
    QByteArray sent;
    const QByteArray kind = actionName(choice->kind).toByteArray();
    for (const Task& task : page->tasks) {
        if (choice->kind == ActionKind::Delete && !m_isConfirmed(task.id))
            continue;
        step.refs.push_back(dueline::refOf(task));
        if (choice->kind == ActionKind::Reschedule)
            step.newDue.push_back(task.at + step.action.by);
        Journal::append(
            sent, Event::ActionSent, queue, {task.id, kind, stateName(task.state).toByteArray(), task.token});
    }
    if (step.refs.empty())
        return;
    OperationRecord record;
    record.id = step.operation;
    record.kind = kind;
    record.queue = queue;
    record.by = "chaos";
    record.total = qint64(step.refs.size());
    record.undoable = choice->kind != ActionKind::Delete;
    if (!backend.editor()->record(record))
        return;
    m_journal.write(sent);
    const Result<std::vector<ItemOutcome>> outcomes = backend.editor()->act(step);
    if (record.undoable)
        remember(record);
    if (!outcomes)
        return;
    QByteArray answered;
    for (std::size_t i = 0; i < step.refs.size(); ++i) {
        const TaskRef& ref = step.refs[i];
        const ItemOutcome outcome = (*outcomes)[i];
        (outcome == ItemOutcome::Done ? record.done : record.skipped) += 1;
        Journal::append(answered, Event::ActionAnswered, queue,
            {ref.id, kind, stateName(ref.seenState).toByteArray(), ref.seenToken, wordOf(outcome)});
    }
    m_journal.write(answered);
    record.finished = true;
    (void)backend.editor()->record(record); // Failing is harmless: an unfinished record is also correct.
}

void ConsoleOperator::remember(const OperationRecord& record)
{
    m_undoable.push_back(record);
    if (m_undoable.size() > 20)
        m_undoable.erase(m_undoable.begin());
}

void ConsoleOperator::edit(Backend& backend, const QueueName& queue)
{
    const TaskState state = std::array{TaskState::Scheduled, TaskState::Retrying, TaskState::Due}[roll(3)];
    const Result<TaskPage> page = backend.inspector().page({queue, state, 0, 50});
    if (!page || page->tasks.empty())
        return;
    const TaskId id = page->tasks[roll(quint32(page->tasks.size()))].id;
    if (!m_isConfirmed(id))
        return;
    Result<EditableTask> read = readForEdit(backend, queue, id, 1'000'000);
    const auto held = read && read->payload ? TaskPlan(id).versionOf(*read->payload) : std::nullopt;
    if (!held) // The task was removed or claimed, or there was no reply. The checker reports unknown content.
        return;
    const Task& task = read->detail.task;
    TaskEdit edit;
    edit.queue = queue;
    edit.operation = newOperation(queue);
    edit.ref = {id, task.state, task.token, task.at};
    edit.revision = read->revision;
    int version = *held;
    TaskOptions& options = read->detail.options;
    if (const quint32 what = roll(3); what != 0) { // The edit changes the payload, or both payload and options.
        version = ++m_edits;
        edit.payload = TaskPlan(id).edited(version);
    }
    if (!edit.payload || roll(2)) {
        switch (roll(4)) {
        case 0:
            options.expiresAt = roll(2) ? std::optional(task.at + Millis(1 + roll(3'000))) : std::nullopt;
            break;
        case 1:
            options.keepResult = !options.keepResult;
            break;
        case 2:
            options.maxAttempts = 1 + int(roll(4));
            break;
        default:
            options.backoff = Backoff{Backoff::Kind::Fixed, Millis(20), Millis(20), {}};
        }
        edit.options = options;
    }
    OperationRecord record;
    record.id = edit.operation;
    record.kind = "edit";
    record.queue = queue;
    record.by = "chaos";
    record.total = 1;
    record.undoable = true;
    if (!backend.editor()->record(record))
        return;
    const qint64 expiresMs = options.expiresAt ? toMs(*options.expiresAt) : 0;
    m_journal.write(
        Event::EditSent, queue, {id, QByteArray::number(version), QByteArray::number(expiresMs), edit.operation});
    const Result<EditOutcome> outcome = backend.editor()->edit(edit);
    remember(record);
    if (!outcome)
        return;
    static const std::array<QByteArray, 4> words{"done", "not-found", "moved-on", "changed"};
    m_journal.write(Event::EditAnswered, queue, {id, edit.operation, words[std::size_t(*outcome)]});
    record.finished = true;
    (void)backend.editor()->record(record);
}

void ConsoleOperator::undo(Backend& backend)
{
    if (m_undoable.empty())
        return;
    const std::size_t at = roll(quint32(m_undoable.size()));
    const OperationRecord undone = m_undoable[at];
    m_undoable.erase(m_undoable.begin() + std::ptrdiff_t(at));
    const OperationId operation = newOperation(undone.queue);
    qint64 restored = 0;
    qint64 movedOn = 0;
    QByteArray cursor;
    for (int steps = 0; steps < 1000; ++steps) {
        const Result<UndoStep> step = backend.editor()->undo(undone.queue, undone.id, operation, cursor);
        if (!step)
            break;
        restored += step->restored;
        movedOn += step->movedOn;
        cursor = step->cursor;
        if (cursor.isEmpty())
            break;
    }
    m_journal.write(
        Event::Undone, undone.queue, {undone.id, QByteArray::number(restored), QByteArray::number(movedOn)});
}

void ConsoleOperator::lease(Backend& backend, const QueueName& queue)
{
    const Result<TaskPage> page = backend.inspector().page({queue, TaskState::Leased, 0, 20});
    if (!page || page->tasks.empty())
        return;
    const Task& task = page->tasks[roll(quint32(page->tasks.size()))];
    const TaskRef ref = dueline::refOf(task);
    const QByteArray kind = std::array<QByteArray, 3>{"cancel", "release", "extend"}[roll(3)];
    ++m_operations;
    // Record the token only for a release: nothing else ends the lease or explains why the task is leased again.
    const QByteArray token = kind == "release" ? task.token : QByteArray();
    m_journal.write(Event::ActionSent, queue, {task.id, kind, "leased", token});
    QueueEditor& editor = *backend.editor();
    const Result<ItemOutcome> outcome = kind == "cancel" ? editor.cancel(queue, ref)
        : kind == "release"                              ? editor.release(queue, ref)
                                                         : editor.extend(queue, ref, m_lease * 2);
    if (outcome)
        m_journal.write(Event::ActionAnswered, queue, {task.id, kind, "leased", token, wordOf(*outcome)});
}

void ConsoleOperator::pause(Backend& backend, const QueueName& queue, const std::stop_token& stop)
{
    ++m_operations;
    const Result<> paused = backend.editor()->setPaused(queue, true);
    const Result<TimePoint> from = backend.serverTime();
    pauseFor(stop, Millis(50 + roll(300)));
    const Result<TimePoint> to = backend.serverTime();
    if (paused && from && to)
        m_journal.write(Event::Paused, queue, {QByteArray::number(toMs(*from)), QByteArray::number(toMs(*to))});
    for (int tries = 0; tries < 100 && !backend.editor()->setPaused(queue, false); ++tries)
        pauseFor({}, Millis(50));
}

void ConsoleOperator::reschedule(Backend& backend, const QueueName& queue)
{
    ++m_operations;
    Schedule schedule = everySecond("edited");
    const quint32 what = roll(4);
    schedule.enabled = what != 0;
    schedule.runMissed = what == 1;
    if (what == 2)
        schedule.expiresAfter = Millis(500 + roll(1'500));
    if (what == 3 && roll(2))
        (void)backend.schedules()->remove(queue, schedule.name); // A later edit re-adds the schedule.
    else
        (void)backend.schedules()->put(queue, schedule, true);
}

void ConsoleOperator::run(const std::stop_token& stop)
{
    std::unique_ptr<Backend> backend;
    while (!backend && !stop.stop_requested()) {
        Result<std::unique_ptr<Backend>> opened = m_makeBackend();
        if (opened)
            backend = std::move(opened.value());
        else
            pauseFor(stop, Millis(100));
    }
    while (pauseFor(stop, Millis(20 + roll(150)))) {
        const quint32 where = roll(6);
        const QueueName& queue = where < 3 ? keptQueue : where < 5 ? droppedQueue : trimmedQueue;
        const quint32 what = roll(100);
        if (what < 5)
            reschedule(*backend, queue);
        else if (what < 15)
            edit(*backend, queue);
        else if (what < 70)
            act(*backend, queue);
        else if (what < 83)
            undo(*backend);
        else if (what < 97)
            lease(*backend, queue);
        else
            pause(*backend, queue, stop);
    }
}

} // namespace dueline::chaos
