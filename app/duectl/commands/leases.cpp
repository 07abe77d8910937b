// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/duectl/commands.h"
#include "app/duectl/commands/lookthrough.h"
#include "app/duectl/context.h"
#include "app/duectl/fields.h"
#include "app/duectl/records.h"
#include "app/duectl/tables.h"
#include "core/base/duration.h"
#include "core/base/text.h"

#include <algorithm>
#include <functional>

using namespace Qt::StringLiterals;

namespace dueline::duectl {

namespace {

struct LeaseAction
{
    QByteArray kind;
    QString done; ///< message for a completed action; `%1` is replaced with the task's name
    std::function<Result<ItemOutcome>(QueueEditor&, const QueueName&, const TaskRef&)> act;
};

Error notLeased(const TaskId& id, const QueueName& queue, TaskState state)
{
    return {ErrorCode::Refused,
        u"The task %1 in %2 is not leased (it is %3), so no worker holds it%4."_s.arg(printable(id), printable(queue),
            stateText(state),
            StateSet::pending().contains(state) ? u"; \"duectl discard\" prevents it from running, and can be undone"_s
                                                : QString())};
}

/// Returns the message for a completed action, with `%1` as a placeholder for the task. If a cancelled task has a
/// `cancelled` fact, which explains what cancelling does in its layout, returns that fact.
QString toldOf(Context& context, const QueueName& queue, const LeaseAction& action)
{
    if (action.kind != "cancel")
        return action.done;
    const auto after = context.task(queue);
    for (const TaskFact& fact : after ? after->facts : std::vector<TaskFact>()) {
        if (fact.name == "cancelled")
            return u"%1: "_s + printable(fact.value, 1024);
    }
    return action.done;
}

Result<int> runLeaseAction(Context& context, const LeaseAction& action)
{
    const auto queue = context.queue();
    if (!queue)
        return queue.error();
    const auto editor = context.editorOf(*queue);
    if (!editor)
        return editor.error();
    const auto detail = context.task(*queue);
    if (!detail)
        return detail.error();
    const Task& task = detail->task;
    if (task.state != TaskState::Leased)
        return notLeased(task.id, *queue, task.state);

    const auto outcome = action.act(**editor, *queue, refOf(task));
    if (!outcome) {
        const bool canForce = action.kind == "release"
            && context.backend().capabilities(*queue).ofEndedWorkers.contains(ActionKind::Retry);
        Error error = outcome.error();
        if (error.code == ErrorCode::NotSupported && canForce)
            error.message += u" To return the tasks of dead workers, use duectl retry --force."_s;
        return error;
    }
    switch (*outcome) {
    case ItemOutcome::Done:
        break;
    case ItemOutcome::NotFound:
        return Error{
            ErrorCode::NotFound, u"The task %1 no longer exists in %2."_s.arg(printable(task.id), printable(*queue))};
    default:
        return Error{ErrorCode::Refused,
            u"The task %1 in %2 has just changed: its lease ended, or another worker holds it."_s.arg(
                printable(task.id), printable(*queue))};
    }
    const auto recorded = recordOperation(**editor, action.kind, *queue, task.id);
    if (!recorded)
        return recorded.error();
    if (context.json()) {
        JsonWriter json;
        json.beginObject();
        json.member("id", task.id);
        json.member("queue", *queue);
        json.member("operation", *recorded);
        json.member("kind", action.kind);
        json.endObject();
        context.out().write(json.take());
    } else {
        context.out().line(toldOf(context, *queue, action).arg(printable(task.id)));
    }
    return 0;
}

/// Returns when the lease began, which is the last part of its token.
std::optional<TimePoint> leasedAt(const QByteArray& token)
{
    bool ok = false;
    const qint64 ms = token.mid(token.lastIndexOf('-') + 1).toLongLong(&ok);
    return ok && ms > 0 ? std::optional<TimePoint>(fromMs(ms)) : std::nullopt;
}

/// Returns a script-friendly name for how an unregistered worker was found; empty for registered workers.
QByteArray knownByName(WorkerInfo::KnownBy knownBy)
{
    switch (knownBy) {
    case WorkerInfo::KnownBy::Report:
        return {};
    case WorkerInfo::KnownBy::Connection:
        return "connection";
    case WorkerInfo::KnownBy::Subscription:
        return "subscription";
    case WorkerInfo::KnownBy::Job:
        return "job";
    case WorkerInfo::KnownBy::Group:
        return "group";
    }
    Q_UNREACHABLE();
    return {};
}

QString workerState(const WorkerInfo& worker)
{
    switch (worker.knownBy) {
    case WorkerInfo::KnownBy::Report:
        return worker.lost ? u"lost"_s : u"alive"_s;
    case WorkerInfo::KnownBy::Connection:
        return u"connected"_s;
    case WorkerInfo::KnownBy::Subscription:
        return u"listens"_s;
    case WorkerInfo::KnownBy::Job:
        return worker.lost ? u"lost"_s : u"holds a job"_s;
    case WorkerInfo::KnownBy::Group:
        return worker.quiet ? u"quiet"_s : u"seen"_s;
    }
    Q_UNREACHABLE();
    return {};
}

/// Explains the states of unregistered workers, and what isn't known about them.
void tellWhatIsNotKnown(const std::vector<WorkerInfo>& workers)
{
    const auto any = [&workers](WorkerInfo::KnownBy knownBy) {
        return std::any_of(
            workers.begin(), workers.end(), [knownBy](const WorkerInfo& worker) { return worker.knownBy == knownBy; });
    };
    if (any(WorkerInfo::KnownBy::Connection))
        tell(u"\"connected\": identified by its connection name; its slots are unknown."_s);
    if (any(WorkerInfo::KnownBy::Subscription))
        tell(u"\"listens\": inferred from a subscription to a worker channel, because this user cannot list "
             u"connections."_s);
    if (any(WorkerInfo::KnownBy::Job))
        tell(u"\"holds a job\": identified by a job it holds; idle workers are not listed."_s);
    if (any(WorkerInfo::KnownBy::Group))
        tell(u"\"seen\", \"quiet\": listed by a consumer group, which keeps its consumers long after they have "
             u"ended."_s);
}

QString leaseEnd(const Task& task, TimePoint now)
{
    if (task.untimed)
        return isRecorded(task) ? u"no end; claimed "_s + timeText(task.at, now) : u"no end"_s;
    return task.at < now ? u"expired "_s + timeText(task.at, now) : timeText(task.at, now);
}

} // namespace

Result<int> runCancel(Context& context)
{
    return runLeaseAction(context,
        {"cancel", u"Asked the worker to stop %1; the attempt will count as failed (\"cancelled\")."_s,
            [](QueueEditor& editor, const QueueName& queue, const TaskRef& ref) { return editor.cancel(queue, ref); }});
}

Result<int> runRelease(Context& context)
{
    return runLeaseAction(context,
        {"release", u"The lease of %1 was revoked. The task is back in the queue, and the attempt is not counted."_s,
            [](QueueEditor& editor, const QueueName& queue, const TaskRef& ref) {
                return editor.release(queue, ref);
            }});
}

Result<int> runExtend(Context& context)
{
    const auto lease = context.line().lease("lease");
    if (!lease)
        return lease.error();
    if (!*lease)
        return Error{ErrorCode::Usage, u"extend needs --lease with a duration, such as --lease 10m."_s};
    const Millis leaseFor = **lease;
    return runLeaseAction(context,
        {"extend", u"The lease of %1 now expires in %2."_s.arg(u"%1"_s, formatDuration(leaseFor)),
            [leaseFor](QueueEditor& editor, const QueueName& queue, const TaskRef& ref) {
                return editor.extend(queue, ref, leaseFor);
            }});
}

Result<int> runLeases(Context& context)
{
    const auto name = context.queue();
    if (!name)
        return name.error();
    const auto inspector = context.inspector();
    if (!inspector)
        return inspector.error();
    const auto queue = (*inspector)->queue(*name);
    if (!queue)
        return queue.error();
    if (const auto error = unreadable(*queue))
        return *error;
    std::vector<Task> tasks;
    for (;;) {
        auto page = (*inspector)->page({*name, TaskState::Leased, qint64(tasks.size()), 1000});
        if (!page)
            return page.error();
        std::move(page->tasks.begin(), page->tasks.end(), std::back_inserter(tasks));
        if (page->tasks.empty() || qint64(tasks.size()) >= page->total)
            break;
    }
    if (context.json()) {
        JsonWriter json;
        json.beginArray();
        for (const Task& task : tasks) {
            json.beginObject();
            writeTask(json, task);
            json.member("token", task.token);
            json.endObject();
        }
        json.endArray();
        context.out().write(json.take());
        return 0;
    }
    Table table({u"ID"_s, u">ATTEMPT"_s, u"WORKER"_s, u"LEASED"_s, u"LEASE UNTIL"_s});
    for (const Task& task : tasks) {
        const auto since = leasedAt(task.token);
        table.row({printable(task.id), attemptsText(task), printable(task.worker, 64),
            since ? relativeTime(*since, queue->serverNow) : u"-"_s, leaseEnd(task, queue->serverNow)});
    }
    if (table.isEmpty())
        tell(u"No tasks in %1 are leased."_s.arg(printable(*name)));
    else
        context.out().write(table.take());
    return 0;
}

Result<int> runWorkers(Context& context)
{
    const auto inspector = context.inspector();
    if (!inspector)
        return inspector.error();
    // some workers can only be found through their queues
    if (const auto discovered = discover(context.backend()); !discovered)
        return discovered.error();
    const auto workers = (*inspector)->workers();
    if (!workers)
        return workers.error();
    const QString gap = lookedThrough(context.backend());
    // If the user specified layouts, tellUnread() reports an unreadable native layout along with the unreadable queues.
    const bool hasNative = context.connection().layout.finds();
    const auto areAllRead = tellUnread(context.backend(), hasNative ? OwnPart::Workers : OwnPart::None);
    if (!areAllRead)
        return areAllRead.error();
    const int code = *areAllRead ? 0 : 1;
    if (context.json()) {
        JsonWriter json;
        json.beginArray();
        for (const WorkerInfo& worker : *workers) {
            json.beginObject();
            json.member("id", worker.id);
            json.member("host", worker.host);
            const bool reports = worker.knownBy == WorkerInfo::KnownBy::Report;
            const auto instant
                = [](TimePoint at) { return at == TimePoint() ? std::nullopt : std::optional(toMs(at)); };
            if (reports) {
                json.member("process_id", worker.processId);
                json.member("started_ms", toMs(worker.startedAt));
                json.member("seen_ms", toMs(worker.seenAt));
            } else {
                json.member("known_by", knownByName(worker.knownBy));
                json.member("started_ms", instant(worker.startedAt));
                json.member("seen_ms", instant(worker.seenAt));
            }
            json.member("lost", worker.lost);
            if (worker.knownBy == WorkerInfo::KnownBy::Group)
                json.member("quiet", worker.quiet);
            json.key("queues").beginArray();
            for (const QueueName& queue : worker.queues)
                json.string(queue);
            json.endArray();
            if (reports)
                json.member("concurrency", worker.concurrency);
            if (reports || worker.knownBy == WorkerInfo::KnownBy::Job || worker.knownBy == WorkerInfo::KnownBy::Group
                || worker.running > 0)
                json.member("running", worker.running);
            json.endObject();
        }
        writeLookedThrough(json, context.backend());
        json.endArray();
        context.out().write(json.take());
        context.out().flush();
        if (!gap.isEmpty())
            tell(gap);
        return code;
    }
    if (workers->empty() && !gap.isEmpty()) {
        tell(u"No workers found. "_s + gap);
        return code;
    }
    if (workers->empty()) {
        if (!*areAllRead)
            return code;
        tell(u"No workers. Start one with \"duectl work --queue QUEUE --handler TYPE=KIND\"."_s);
        return code;
    }
    const auto now = context.now();
    if (!now)
        return now.error();
    Table table({u"WORKER"_s, u"HOST"_s, u">PID"_s, u"STATE"_s, u">RUNNING"_s, u"STARTED"_s, u"SEEN"_s, u"QUEUES"_s});
    for (const WorkerInfo& worker : *workers) {
        QStringList queues;
        for (const QueueName& queue : worker.queues)
            queues << printable(queue, 64);
        const bool reports = worker.knownBy == WorkerInfo::KnownBy::Report;
        const QString running = reports ? u"%1/%2"_s.arg(worker.running).arg(worker.concurrency)
            : worker.running > 0        ? QString::number(worker.running)
                                        : u"-"_s;
        const auto time = [&](TimePoint at) { return reports || at != TimePoint() ? relativeTime(at, *now) : u"-"_s; };
        table.row({printable(worker.id, 64), worker.host.isEmpty() ? u"-"_s : printable(worker.host, 64),
            reports ? QString::number(worker.processId) : u"-"_s, workerState(worker), running, time(worker.startedAt),
            time(worker.seenAt), queues.join(u", "_s)});
    }
    context.out().write(table.take());
    tellWhatIsNotKnown(*workers);
    if (!gap.isEmpty())
        tell(gap);
    return code;
}

} // namespace dueline::duectl
