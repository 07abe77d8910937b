// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/layouts/native/nativeadd.h"

#include "core/base/text.h"
#include "core/layouts/native/nativepayload.h"
#include "core/layouts/native/nativewords.h"
#include "core/redis/errorclass.h"
#include "core/redis/reply.h"

#include <algorithm>
#include <array>
#include <functional>

namespace dueline {

namespace {

constexpr std::ptrdiff_t chunk = 100;
/// Number of script calls per round trip.
constexpr std::size_t callsAtOnce = 8;
/// Number of bytes to add per MULTI. A transaction of this size blocks the server for about half a millisecond.
constexpr qsizetype transactionBytes = 1024 * 1024;
/// Maximum size of a Redis string in bytes.
constexpr qsizetype largestPayload = 512 * 1024 * 1024;

QByteArray dueArgument(const NewTask& task)
{
    if (task.dueAt)
        return QByteArray::number(toMs(*task.dueAt));
    return '+' + QByteArray::number(qint64(task.dueIn.value_or(Millis(0)).count()));
}

QByteArray deadlineText(const NewTask& task)
{
    return task.options.expiresAt ? QByteArray::number(toMs(*task.options.expiresAt)) : QByteArray();
}

/// Appends the task's unique key and the period for which it is held, or two empty strings if the task has no unique
/// key.
void appendUnique(std::vector<QByteArray>& arguments, const NewTask& task)
{
    arguments.push_back(task.unique ? task.unique->key : QByteArray());
    arguments.push_back(task.unique ? QByteArray::number(qint64(task.unique->holdFor.count())) : QByteArray());
}

} // namespace

Result<std::vector<NativeAdd::EncodedTask>> NativeAdd::encode(const std::vector<NewTask>& tasks)
{
    std::optional<TimePoint> now;
    std::vector<EncodedTask> entries;
    entries.reserve(tasks.size());
    QByteArrayView checked;
    for (const NewTask& task : tasks) {
        if (task.unique) {
            if (auto valid = checkUniqueKey(*task.unique); !valid)
                return valid.error();
        }
        if (task.priority)
            return checkPriority(task, 0, "native").error();
        const QByteArrayView type = typeOf(task.id);
        if (type != checked || checked.isEmpty()) {
            if (auto valid = checkType(type); !valid)
                return valid.error();
            checked = type;
        }
        if (task.payload.size() > largestPayload) {
            return Error{ErrorCode::Refused,
                nativewords::payloadIsLong(printable(task.id, 60), formatBytes(task.payload.size())), {}};
        }
        EncodedTask entry;
        entry.task = &task;
        entry.isBig = task.payload.size() > NativeCodec::bigPayload;
        // fast path for almost all tasks
        if (!entry.isBig && task.options == TaskOptions() && timeOfId(task.id)) {
            entry.envelope.reserve(task.payload.size() + 3);
            entry.envelope.append("{}\n").append(task.payload);
            entries.push_back(std::move(entry));
            continue;
        }
        NativeCodec::Envelope envelope;
        envelope.options = task.options;
        if (!timeOfId(task.id)) {
            if (!task.addedAt && !now) {
                const auto time = m_scripts.client().serverTime();
                if (!time)
                    return time.error();
                now = *time;
            }
            envelope.addedAt = task.addedAt ? task.addedAt : now;
        }
        if (entry.isBig)
            envelope.bigSize = task.payload.size();
        else
            envelope.payload = task.payload;
        entry.envelope = NativeCodec::encodeEnvelope(envelope);
        entries.push_back(std::move(entry));
    }
    return entries;
}

/// Registers a queue that the script call has created, in case an earlier removal unregistered it. Removes the creation
/// mark from the start of the reply.
Result<> NativeAdd::noteMade(const QueueName& queue, QByteArray& codes)
{
    if (!codes.startsWith('n'))
        return {};
    codes.remove(0, 1);
    return m_scripts.registerQueue(queue, true);
}

Result<> NativeAdd::addSmall(const NativeKeys& keys, const QueueName& queue, const EncodedTask* first,
    const EncodedTask* last, std::vector<AddOutcome>& outcomes)
{
    while (first != last) {
        std::vector<ScriptCall> calls;
        std::vector<std::ptrdiff_t> sizes;
        while (first != last && calls.size() < callsAtOnce) {
            const std::ptrdiff_t size = std::min(chunk, last - first);
            std::vector<QByteArray> arguments;
            arguments.reserve(std::size_t(2 + 4 * size));
            arguments.push_back(m_scripts.nextNonce());
            arguments.push_back(keys.wakeChannel());
            const bool unique = std::any_of(first, first + size, std::mem_fn(&EncodedTask::hasUniqueKey));
            for (const EncodedTask* end = first + size; first != end; ++first) {
                arguments.push_back(first->task->id);
                arguments.push_back(dueArgument(*first->task));
                arguments.push_back(deadlineText(*first->task));
                arguments.push_back(first->envelope);
                if (unique)
                    appendUnique(arguments, *first->task);
            }
            // Calls in one round trip are pending at the same time, so each has its own memo.
            static constexpr std::array kinds{"add0", "add1", "add2", "add3", "add4", "add5", "add6", "add7"};
            static_assert(kinds.size() == callsAtOnce);
            std::vector<QByteArray> keyNames{keys.pending(), keys.tasks(), keys.statisticsPrefix(), keys.meta(),
                keys.leases(), keys.expiring(), m_scripts.memo(keys, kinds[calls.size()])};
            if (unique)
                keyNames.push_back(keys.unique());
            calls.push_back(NativeScripts::call("add", std::move(keyNames), std::move(arguments)));
            sizes.push_back(size);
        }
        auto replies = m_scripts.run(calls);
        if (!replies)
            return replies.error();
        for (std::size_t i = 0; i < replies->size(); ++i) {
            QByteArray& codes = (*replies)[i].bytes;
            if ((*replies)[i].isError())
                return NativeScripts::errorOf(codes, keys);
            if (auto noted = noteMade(queue, codes); !noted)
                return noted;
            if (codes.size() != sizes[i])
                return unexpectedReply();
            for (const char code : std::as_const(codes)) {
                outcomes.push_back(code == '1' ? AddOutcome::Added
                        : code == '0'          ? AddOutcome::Exists
                                               : AddOutcome::Conflict);
            }
        }
    }
    return {};
}

/// Reverts a transaction's plain commands after its script refused to run.
Result<> NativeAdd::takeBack(
    const NativeKeys& keys, const EncodedTask* first, const EncodedTask* last, const std::vector<Reply>& replies)
{
    std::vector<Command> commands;
    std::size_t at = 1;
    for (const EncodedTask* entry = first; entry != last; ++entry) {
        if (at < replies.size() && replies[at++].integer == 1)
            commands.push_back({"HDEL", keys.tasks(), entry->task->id});
        if (entry->isBig && at < replies.size() && replies[at++].isStatus())
            commands.push_back({"UNLINK", keys.bigPayload(entry->task->id)});
    }
    const auto done = m_scripts.client().pipeline(commands);
    return done ? Result<>() : Result<>(done.error());
}

/// Determines whether an existing task with this id has the same content.
Result<AddOutcome> NativeAdd::compare(const NativeKeys& keys, const EncodedTask& entry)
{
    const auto there = m_scripts.client().call({"HGET", keys.tasks(), entry.task->id});
    if (!there)
        return there.error();
    if (there->isNil())
        return AddOutcome::Exists; // the task existed a moment ago, but its content is now missing
    const auto envelope = NativeCodec::decodeEnvelope(there->bytes);
    if (!there->isBytes() || !envelope || !(envelope->options == entry.task->options))
        return AddOutcome::Conflict;
    if (!entry.isBig)
        return !envelope->bigSize && envelope->payload == entry.task->payload ? AddOutcome::Exists
                                                                              : AddOutcome::Conflict;
    const qsizetype size = entry.task->payload.size();
    if (envelope->bigSize != size)
        return AddOutcome::Conflict;
    const auto payload = readPayload(m_scripts.client(), keys.bigPayload(entry.task->id), 0, size);
    if (!payload)
        return payload.error();
    return *payload == entry.task->payload ? AddOutcome::Exists : AddOutcome::Conflict;
}

Result<> NativeAdd::addLarge(const NativeKeys& keys, const QueueName& queue, const EncodedTask* first,
    const EncodedTask* last, std::vector<AddOutcome>& outcomes)
{
    while (first != last) {
        const EncodedTask* end = first;
        qsizetype bytes = 0;
        const QByteArray memo = m_scripts.memo(keys, "addids");
        ScriptCall call = NativeScripts::call("addids",
            {keys.pending(), keys.tasks(), keys.statisticsPrefix(), keys.meta(), keys.leases(), keys.expiring(),
                keys.bigPayloadPrefix(), memo},
            {m_scripts.nextNonce(), keys.wakeChannel()});
        const bool unique = std::any_of(first, last, std::mem_fn(&EncodedTask::hasUniqueKey));
        if (unique)
            call.keys.push_back(keys.unique());
        std::vector<Command> writes;
        while (end != last && end - first < chunk && (end == first || bytes < transactionBytes)) {
            const TaskId& id = end->task->id;
            call.arguments.push_back(id);
            call.arguments.push_back(dueArgument(*end->task));
            call.arguments.push_back(deadlineText(*end->task));
            call.arguments.push_back(end->isBig ? "1" : "0");
            if (unique)
                appendUnique(call.arguments, *end->task);
            writes.push_back({"HSETNX", keys.tasks(), id, end->envelope});
            if (end->isBig)
                writes.push_back({"SET", keys.bigPayload(id), end->task->payload, "NX"});
            bytes += end->envelope.size() + (end->isBig ? end->task->payload.size() : 0);
            ++end;
        }
        Command settle{"EVAL", m_scripts.client().accepted(NativeScripts::library()["settle"]).source, "10", memo,
            keys.tasks(), keys.bigPayloadPrefix(), keys.damaged(), keys.pending(), keys.retry(), keys.leased(),
            keys.failed(), keys.done(), keys.trash(), call.arguments.front()};
        for (const EncodedTask* entry = first; entry != end; ++entry)
            settle.push_back(entry->task->id);
        writes.push_back(std::move(settle));
        auto replies = m_scripts.client().transaction(call, writes);
        if (!replies)
            return replies.error();
        if (replies->size() != writes.size() + 1)
            return unexpectedReply();
        Reply& script = replies->front();
        if (script.isError()) {
            if (auto undone = takeBack(keys, first, end, *replies); !undone)
                return undone;
            return NativeScripts::errorOf(script.bytes, keys);
        }
        // `r` means that the first call's reply was lost, or that the `settle` script has partly reverted that call.
        if (script.bytes.startsWith('r'))
            script.bytes.remove(0, 1);
        if (auto noted = noteMade(queue, script.bytes); !noted)
            return noted;
        if (script.bytes.size() != end - first)
            return unexpectedReply();
        for (const char code : std::as_const(script.bytes)) {
            auto outcome = code == '1' ? Result<AddOutcome>(AddOutcome::Added) : compare(keys, *first);
            if (!outcome)
                return outcome.error();
            outcomes.push_back(*outcome);
            ++first;
        }
    }
    return {};
}

Result<std::vector<AddOutcome>> NativeAdd::add(const QueueName& queue, const std::vector<NewTask>& tasks)
{
    if (auto valid = checkQueueName(queue); !valid)
        return valid.error();
    std::vector<AddOutcome> outcomes;
    if (tasks.empty())
        return outcomes;
    if (auto prepared = m_scripts.prepare(queue); !prepared)
        return prepared.error();
    const auto entries = encode(tasks);
    if (!entries)
        return entries.error();
    if (auto registered = m_scripts.registerQueue(queue); !registered)
        return registered.error();
    const NativeKeys keys = m_scripts.keys(queue);
    outcomes.reserve(tasks.size());
    const EncodedTask* const end = entries->data() + entries->size();
    // Send consecutive tasks of the same kind together, which preserves the order.
    for (const EncodedTask* first = entries->data(); first != end;) {
        const bool small = first->isSmall();
        const EncodedTask* last
            = std::find_if(first, end, [&](const EncodedTask& entry) { return entry.isSmall() != small; });
        auto added
            = small ? addSmall(keys, queue, first, last, outcomes) : addLarge(keys, queue, first, last, outcomes);
        first = last;
        if (!added)
            return added.error();
    }
    return outcomes;
}

} // namespace dueline
