// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/model/subject.h"

#include <QStringList>

namespace dueline {

namespace {

using namespace std::chrono_literals;

const QueueName queue = "q";
const std::vector<TaskId> pool{"a#1", "a#2", "a#3", "b.x#1", "b.x#2", "b.y#1", "b.y#2", "c#1"};

const std::vector<QByteArray> uniqueKeys{"k1", "k2", "k3", "k4", "k5"};

const TaskId& taskOf(const Step& step) { return pool[step.task % pool.size()]; }

QString textOf(const QByteArray& bytes) { return QString::fromLatin1(bytes); }

QString textOf(const Error& error) { return QStringLiteral("error %1").arg(int(error.code)); }

template <typename Outcome> QString textOf(const Result<std::vector<Outcome>>& result)
{
    if (!result)
        return textOf(result.error());
    QStringList codes;
    for (const auto outcome : *result)
        codes.append(QString::number(int(outcome)));
    return codes.join(u' ');
}

QString textOf(const Result<>& result) { return result ? QStringLiteral("ok") : textOf(result.error()); }

QString textOf(const Result<ItemOutcome>& result)
{
    return result ? QString::number(int(*result)) : textOf(result.error());
}

template <typename T> T orFatal(Result<T> result)
{
    if (!result)
        qFatal("%s", qPrintable(result.error().message));
    return std::move(result).value();
}

} // namespace

Subject::Subject(const QByteArray& layout)
    : m_fixture(Fixture::make(layout))
{
    for (const char* session : {"worker-a", "worker-b"})
        m_backends.push_back(orFatal(m_fixture->open(session, Access::OperateAndWork)));
}

TimePoint Subject::now() { return orFatal(m_backends.front()->serverTime()); }

QString Subject::roughly(TimePoint at) const
{
    // Rounding to hours hides the program's run time.
    return QString::number(std::chrono::round<std::chrono::hours>(at - m_base).count());
}

QString Subject::run(const Step& step)
{
    switch (step.kind) {
    case Step::Kind::Add:
        return add(step);
    case Step::Kind::Claim:
        return claim(step);
    case Step::Kind::Ack:
    case Step::Kind::Nack:
    case Step::Kind::Release:
        return end(step);
    case Step::Kind::Extend:
        return extend(step);
    case Step::Kind::Recover: {
        const auto recovered = backend(step.task).broker()->recover(queue, 100);
        return recovered ? QStringLiteral("%1 %2").arg(recovered->retried).arg(recovered->failed)
                         : textOf(recovered.error());
    }
    case Step::Kind::Act:
        return act(step);
    case Step::Kind::Undo:
        return undo(step);
    case Step::Kind::Cancel:
    case Step::Kind::TakeLease:
    case Step::Kind::ProlongLease:
        return operateOnLease(step);
    case Step::Kind::Pause:
        m_paused = !m_paused;
        return textOf(editor().setPaused(queue, m_paused));
    case Step::Kind::Configure:
        return configure(step);
    case Step::Kind::Sweep:
        for (int i = 0; i < 100 && orFatal(backend(step.task).broker()->sweep(queue)); ++i) { }
        return {};
    case Step::Kind::Remember:
        for (const TaskId& id : pool) {
            if (const auto ref = refOf(id))
                m_remembered[id] = *ref;
            if (const auto revision = editor().revision(queue, id))
                m_revisions[id] = *revision;
        }
        return {};
    case Step::Kind::Edit:
        return edit(step);
    case Step::Kind::RemoveQueue:
        m_paused = false;
        return textOf(editor().removeQueue(queue, step.variant % 2));
    }
    return {};
}

QString Subject::add(const Step& step)
{
    NewTask task;
    task.id = taskOf(step);
    task.dueAt = m_base + std::chrono::hours(int(step.variant % 7) - 5);
    if (step.variant % 11 == 3)
        task.payload = QByteArray(600, 'x');
    else if (step.variant % 11 == 4)
        task.payload = QByteArray(70'000, 'x');
    else if (step.variant % 11 > 6)
        task.payload = "payload " + QByteArray::number(step.variant % 2);
    if (step.variant % 5 == 0)
        task.options.maxAttempts = 2;
    if (step.variant % 13 == 0)
        task.options.expiresAt = m_base + (step.variant % 2 ? -6h : 10h);
    task.options.keepResult = step.variant % 3 == 0;
    if (step.variant % 6 == 1)
        task.unique = UniqueKey{uniqueKeys[step.variant % uniqueKeys.size()], Millis(20h)};
    return textOf(editor().add(queue, {task}));
}

QString Subject::claim(const Step& step)
{
    ClaimRequest request;
    request.queue = queue;
    request.limit = step.variant % 3 == 0 ? 10 : 1;
    const bool brief = step.variant % 4 == 0;
    request.leaseFor = brief ? Millis(1) : Millis(20h);
    if (step.variant % 5 == 0)
        request.types.exact = {"a"};
    else if (step.variant % 5 == 1)
        request.types.prefixes = {"b."};
    else
        request.types.all = true;
    Claim claimed;
    for (int round = 0; round < 20; ++round) {
        claimed = orFatal(backend(step.task).broker()->claim(request));
        if (!claimed.leases.empty() || !claimed.more)
            break;
    }
    QStringList given;
    for (const Lease& lease : claimed.leases) {
        given.append(
            QStringLiteral("%1 attempt %2 due %3").arg(textOf(lease.id)).arg(lease.attempt).arg(roughly(lease.dueAt)));
        m_leases.push_back(lease);
    }
    if (brief && !claimed.leases.empty())
        waitUntil(claimed.expiresAt + 1ms);
    return given.join(QStringLiteral(", ")) + (claimed.paused ? QStringLiteral("paused") : QString());
}

QString Subject::end(const Step& step)
{
    if (m_leases.empty())
        return {};
    const Lease& lease = m_leases[m_leases.size() - 1 - step.lease % std::min<std::size_t>(m_leases.size(), 12)];
    TaskBroker& broker = *backend(step.task).broker();
    if (step.kind == Step::Kind::Ack)
        return textOf(broker.ack(queue, {{lease.id, lease.token, QByteArray("result")}}, {}));
    if (step.kind == Step::Kind::Release)
        return textOf(broker.release(queue, {lease}));
    Nack nack;
    nack.id = lease.id;
    nack.token = lease.token;
    nack.error = "error " + QByteArray::number(step.variant % 10);
    if (step.variant % 3)
        nack.retryIn = step.variant % 3 == 1 ? Millis(0) : Millis(3h);
    nack.outcome = nack.retryIn ? "retry" : "failed";
    return textOf(broker.nack(queue, {nack}, {}));
}

QString Subject::extend(const Step& step)
{
    if (m_leases.empty())
        return {};
    const Lease& lease = m_leases[m_leases.size() - 1 - step.lease % std::min<std::size_t>(m_leases.size(), 12)];
    return textOf(backend(step.task).broker()->extend(queue, {lease}, 15h));
}

QString Subject::act(const Step& step)
{
    const TaskId& id = taskOf(step);
    std::optional<TaskRef> ref = refOf(id);
    if (step.lease % 5 == 0 && m_remembered.contains(id))
        ref = m_remembered[id];
    if (!ref)
        ref = TaskRef{id, allStates[step.lease % allStates.size()], {}, {}};
    ActionStep action;
    action.queue = queue;
    action.operation = "q/op" + QByteArray::number(step.number);
    action.action.kind = ActionKind(step.variant % 6);
    action.action.force = step.variant % 4 == 0;
    action.refs = {*ref};
    if (action.action.kind == ActionKind::Reschedule)
        action.newDue = {m_base + std::chrono::hours(int(step.variant % 9) - 5)};
    const auto outcomes = editor().act(action);
    OperationRecord record;
    record.id = action.operation;
    record.kind = actionName(action.action.kind).toByteArray();
    record.queue = queue;
    record.finished = true;
    record.undoable = true;
    if (editor().record(record))
        m_operations.push_back(action.operation);
    return textOf(outcomes);
}

QString Subject::edit(const Step& step)
{
    TaskEdit edit;
    edit.queue = queue;
    edit.operation = "q/op" + QByteArray::number(step.number);
    const TaskId& id = taskOf(step);
    const auto revision = editor().revision(queue, id);
    edit.revision = revision ? *revision : "none";
    edit.ref = refOf(id).value_or(TaskRef{id, TaskState::Due, {}, {}});
    if (step.lease % 5 == 0 && m_remembered.contains(id) && m_revisions.contains(id)) {
        edit.ref = m_remembered[id];
        edit.revision = m_revisions[id];
    }
    if (step.variant % 4)
        edit.payload
            = "edited " + QByteArray::number(step.number) + QByteArray(step.variant % 4 == 1 ? 70'000 : 3, 'e');
    if (step.variant % 4 != 2) {
        TaskOptions options;
        if (step.variant % 3)
            options.maxAttempts = int(step.variant % 3) + 1;
        if (step.lease % 4 == 1)
            options.expiresAt = m_base + (step.variant % 2 ? -6h : 10h);
        options.keepResult = step.lease % 3 == 1;
        edit.options = options;
    }
    const auto outcome = editor().edit(edit);
    if (!outcome)
        return textOf(outcome.error());
    OperationRecord record;
    record.id = edit.operation;
    record.kind = "edit";
    record.queue = queue;
    record.finished = true;
    record.undoable = true;
    if (editor().record(record))
        m_operations.push_back(edit.operation);
    return QString::number(int(*outcome));
}

QString Subject::undo(const Step& step)
{
    if (m_operations.empty())
        return {};
    const OperationId& undone
        = m_operations[m_operations.size() - 1 - step.lease % std::min<std::size_t>(m_operations.size(), 8)];
    const OperationId operation = "q/undo" + QByteArray::number(step.number);
    qint64 restored = 0;
    QByteArray cursor;
    do {
        const auto part = editor().undo(queue, undone, operation, cursor);
        if (!part)
            return textOf(part.error());
        restored += part->restored;
        cursor = part->cursor;
    } while (!cursor.isEmpty());
    return QStringLiteral("%1 of %2 restored").arg(restored).arg(textOf(undone));
}

QString Subject::operateOnLease(const Step& step)
{
    TaskRef ref{taskOf(step), TaskState::Leased, "none", {}};
    if (step.variant % 3 && !m_leases.empty()) {
        const Lease& lease = m_leases[m_leases.size() - 1 - step.lease % std::min<std::size_t>(m_leases.size(), 12)];
        ref = {lease.id, TaskState::Leased, lease.token, {}};
    }
    if (step.kind == Step::Kind::Cancel)
        return textOf(editor().cancel(queue, ref));
    if (step.kind == Step::Kind::TakeLease)
        return textOf(editor().release(queue, ref));
    return textOf(editor().extend(queue, ref, 17h));
}

QString Subject::configure(const Step& step)
{
    QueueSettings settings;
    settings.keepDone = step.variant % 2 ? Millis(0) : Millis(24h);
    settings.maxExpiries = step.variant % 3 ? 3 : 1;
    settings.retry.maxAttempts = step.variant % 5 ? 5 : 3;
    settings.expiresAfter = step.variant % 7 == 2 ? Millis(3h) : Millis(0);
    return textOf(editor().configure(queue, settings));
}

std::optional<TaskRef> Subject::refOf(const TaskId& id)
{
    const auto detail = inspector().task(queue, id);
    if (!detail)
        return std::nullopt;
    const Task& task = detail->task;
    return TaskRef{id, task.state, task.token, task.at};
}

QString Subject::describe(const TaskId& id)
{
    const auto found = inspector().task(queue, id);
    if (!found)
        return textOf(found.error());
    const TaskDetail& detail = *found;
    const Task& task = detail.task;
    // A layout may remove a done task's counters, even if the task was discarded later.
    const bool ended = task.state == TaskState::Done || task.state == TaskState::Trash;
    QStringList words{QString::fromLatin1(stateName(task.state)), QStringLiteral("at ") + roughly(task.at),
        QStringLiteral("of %1 attempts").arg(task.maxAttempts), QStringLiteral("%1 bytes").arg(task.size),
        QStringLiteral("held by \"%1\"").arg(textOf(task.worker)),
        QStringLiteral("error \"%1\"").arg(textOf(task.error)),
        QStringLiteral("operation %1").arg(textOf(detail.lastOperation)),
        QStringLiteral("result \"%1\"").arg(textOf(detail.result.value_or("-")))};
    if (!ended)
        words.append(
            QStringLiteral("attempt %1 fence %2 expiries %3").arg(task.attempt).arg(detail.fence).arg(detail.expiries));
    if (StateSet::pending().contains(task.state))
        words.append(QStringLiteral("due ") + (task.dueAt ? roughly(*task.dueAt) : QStringLiteral("unknown")));
    if (task.token.isEmpty() != (task.state != TaskState::Leased))
        words.append(QStringLiteral("its token does not go with its state"));
    for (const Attempt& attempt : detail.attempts) {
        words.append(QStringLiteral("[%1 %2 %3 \"%4\"]")
                         .arg(attempt.number)
                         .arg(textOf(attempt.worker), textOf(attempt.outcome), textOf(attempt.error)));
    }
    const auto payload = inspector().payload(queue, id);
    words.append(payload ? QStringLiteral("payload ") + textOf(payload->left(12)) : textOf(payload.error()));
    if (payload && payload->size() != task.size)
        words.append(QStringLiteral("its size is not its payload's"));
    return words.join(QStringLiteral(", "));
}

QString Subject::observe()
{
    QStringList lines;
    const auto info = inspector().queue(queue);
    if (!info) {
        lines.append(QStringLiteral("queue: ") + textOf(info.error()));
    } else {
        QStringList counts;
        for (const TaskState state : allStates)
            counts.append(QStringLiteral("%1 %2").arg(info->counts[state]).arg(QString::fromLatin1(stateName(state))));
        lines.append(QStringLiteral("queue: ") + counts.join(QStringLiteral(", "))
            + (info->paused ? QStringLiteral(", paused") : QString()) + QStringLiteral(", oldest ")
            + (info->oldestDue ? roughly(*info->oldestDue) : QStringLiteral("-")) + QStringLiteral(", next ")
            + (info->nextDue ? roughly(*info->nextDue) : QStringLiteral("-")));
    }
    for (const TaskId& id : pool)
        lines.append(textOf(id) + QStringLiteral(": ") + describe(id));
    for (const QByteArray& key : uniqueKeys) {
        if (const auto held = orFatal(inspector().holderOf(queue, key)))
            lines.append(
                textOf(key) + QStringLiteral(" held by %1 until %2").arg(textOf(held->id), roughly(held->until)));
    }
    return lines.join(u'\n');
}

} // namespace dueline
