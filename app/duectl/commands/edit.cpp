// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/duectl/commands.h"
#include "app/duectl/context.h"
#include "app/duectl/fields.h"
#include "app/duectl/tables.h"
#include "app/duectl/taskoptions.h"
#include "core/base/text.h"
#include "core/console/operations/operationjournal.h"
#include "core/console/operations/taskedit.h"
#include "core/redis/redisurl.h"

using namespace Qt::StringLiterals;

namespace dueline::duectl {

namespace {

/// Options of `edit`. Task options that aren't specified stay unchanged; the value `default` removes an option
/// from the task.
struct EditChanges
{
    std::optional<QByteArray> payload;
    TaskOptions options;
    bool takesAttempts = false;
    bool takesBackoff = false;
    bool takesLease = false;
    bool takesExpiry = false;
    bool takesResult = false;
    /// expiry as typed: a time, or a duration from the server's current time; may be empty
    QByteArray expires;

    bool changesOptions() const { return takesAttempts || takesBackoff || takesLease || takesExpiry || takesResult; }
};

Result<EditChanges> readChanges(const CommandLine& line)
{
    EditChanges changes;
    if (line.has("payload") || line.has("payload-file")) {
        auto payload = readPayload(line);
        if (!payload)
            return payload.error();
        changes.payload = *std::move(payload);
    }
    const auto options = readTaskOptions(line);
    if (!options)
        return options.error();
    changes.options = *options;
    changes.takesAttempts = line.has("max-attempts");
    changes.takesBackoff = line.has("backoff");
    changes.takesLease = line.has("lease");
    if (const auto expires = line.moment("expires", TimePoint()); !expires)
        return expires.error();
    changes.expires = line.value("expires");
    changes.takesExpiry = line.has("expires");
    changes.takesResult = line.has("keep-result");
    const QByteArray defaults = line.value("default");
    if (line.has("default")) {
        for (const QByteArray& name : defaults.split(',')) {
            bool* taken = name == "max-attempts" ? &changes.takesAttempts
                : name == "backoff"              ? &changes.takesBackoff
                : name == "lease"                ? &changes.takesLease
                : name == "expires"              ? &changes.takesExpiry
                : name == "keep-result"          ? &changes.takesResult
                                                 : nullptr;
            if (!taken)
                return usage(
                    u"--default \"%1\": use max-attempts, backoff, lease, expires or keep-result, separated by commas."_s
                        .arg(printable(name, 40)));
            if (*taken)
                return usage(u"--default %1 and --%1 cannot be used together."_s.arg(printable(name)));
            *taken = true;
        }
    }
    if (!changes.payload && !changes.changesOptions())
        return usage(u"edit needs at least one change: --payload, --payload-file, --max-attempts, --backoff, --lease, "
                     "--expires, --keep-result or --default."_s);
    return changes;
}

TaskOptions changed(TaskOptions options, const EditChanges& changes)
{
    if (changes.takesAttempts)
        options.maxAttempts = changes.options.maxAttempts;
    if (changes.takesBackoff)
        options.backoff = changes.options.backoff;
    if (changes.takesLease)
        options.leaseFor = changes.options.leaseFor;
    if (changes.takesExpiry)
        options.expiresAt = changes.options.expiresAt;
    if (changes.takesResult)
        options.keepResult = changes.options.keepResult;
    return options;
}

/// Resolves a relative expiry against the server's clock.
Result<> resolveExpiry(Context& context, EditChanges& changes, TimePoint dueAt)
{
    if (changes.expires.isEmpty())
        return {};
    const auto now = context.now();
    if (!now)
        return now.error();
    const auto expires = parseMoment(QString::fromUtf8(changes.expires), *now);
    if (!expires)
        return expires.error();
    changes.options.expiresAt = settled(QString::fromUtf8(changes.expires), *expires);
    return checkExpiry(expires->at, dueAt);
}

void report(Context& context, const TaskId& id, const OperationRecord& record)
{
    if (context.json()) {
        JsonWriter json;
        json.beginObject();
        json.member("id", id);
        json.member("queue", record.queue);
        json.member("operation", record.id);
        json.member("kind", record.kind);
        json.member("undoable", record.undoable);
        json.endObject();
        context.out().write(json.take());
        return;
    }
    context.out().line(u"%1 was edited. Operation %2; \"%3\" restores the previous content."_s.arg(
        printable(id), printable(record.id), context.undoCommand(record.id)));
}

} // namespace

Result<int> runEdit(Context& context)
{
    const auto queue = context.queue();
    if (!queue)
        return queue.error();
    auto changes = readChanges(context.line());
    if (!changes)
        return changes.error();
    const auto editor = context.editorOf(*queue);
    if (!editor)
        return editor.error();
    const auto found = context.task(*queue);
    if (!found)
        return found.error();
    const TaskId id = exactId(found->task);
    const auto task = readForEdit(context.backend(), *queue, id, -1);
    if (!task)
        return task.error();
    if (const auto resolved = resolveExpiry(context, *changes, task->detail.task.at); !resolved)
        return resolved.error();
    EditRequest request;
    request.queue = *queue;
    request.seen = refOf(task->detail.task);
    request.revision = task->revision;
    request.payload = changes->payload;
    if (changes->changesOptions())
        request.options = changed(task->detail.options, *changes);
    request.by = Context::operatorName();
    request.reason = context.line().value("reason");
    const auto record = editTask(context.backend(), request);
    if (!record)
        return record.error();
    if (const auto kept = OperationJournal().append(*record, displayUrl(context.redis())); !kept)
        tell(kept.error().message);
    report(context, found->task.id, *record);
    return 0;
}

} // namespace dueline::duectl
