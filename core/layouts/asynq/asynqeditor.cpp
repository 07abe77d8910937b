// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/layouts/asynq/asynqeditor.h"

#include "core/base/text.h"
#include "core/layouts/asynq/asynqmessage.h"
#include "core/layouts/asynq/asynqsources.h"
#include "core/layouts/asynq/asynqwords.h"
#include "core/layouts/shared/jobs/jobwords.h"
#include "core/redis/errorclass.h"
#include "core/redis/reply.h"

#include <algorithm>

namespace dueline {

namespace {

constexpr std::size_t asynqAddedAtOnce = 100;
/// Number of tasks to repair per call; must not exceed the limit in mend.lua.
constexpr std::size_t asynqMendedAtOnce = 10;

QString refusalOfAsynq(const QByteArray& why) { return why == "full" ? asynqwords::archiveRefuses() : QString(); }

Error noLeasesOfAsynq() { return {ErrorCode::NotSupported, asynqwords::noLeases()}; }

Error unknownToAsynq(const char* what) { return {ErrorCode::NotSupported, jobwords::unsupportedOption("asynq", what)}; }

const OutcomeCodes& asynqCodes()
{
    static const OutcomeCodes codes{{'w', ItemOutcome::Started}, {'l', ItemOutcome::LeaseOver},
        {'g', ItemOutcome::InGroup}, {'u', ItemOutcome::Untimed}, {'t', ItemOutcome::IdTaken},
        {'d', ItemOutcome::Damaged}};
    return codes;
}

Result<QByteArray> messageFor(const QueueName& queue, const TaskId& id, const NewTask& task)
{
    if (id.isEmpty())
        return Error{ErrorCode::Usage, asynqwords::idIsMissing()};
    if (task.options.backoff)
        return unknownToAsynq(asynqwords::backoffOption());
    if (task.options.leaseFor)
        return unknownToAsynq(asynqwords::leaseOption());
    if (task.options.expiresAt)
        return unknownToAsynq(asynqwords::expiryOption());
    if (task.unique)
        return unknownToAsynq(jobwords::uniqueOption());
    AsynqMessage message;
    message.type = typeOf(task.id).toByteArray();
    message.payload = task.payload;
    message.id = id;
    message.queue = queue;
    message.maxRetry = std::max(task.options.maxAttempts.value_or(AsynqEditor::usualAttempts) - 1, 0);
    message.timeout = AsynqMessage::usualTimeout;
    return message.written();
}

/// Implements IdEditor::Content::with. All other bytes of the message stay unchanged.
Result<QByteArray> editedMessage(const QByteArray& stored, const std::optional<QByteArray>& payload)
{
    const auto message = AsynqMessage::read(stored);
    if (!message)
        return Error{ErrorCode::Refused, asynqwords::messageIsUnreadable()};
    if (!message->uniqueKey.isEmpty())
        return Error{ErrorCode::Refused, asynqwords::uniqueKeyIsForPayload()};
    return payload ? AsynqMessage::withPayload(stored, *payload) : stored;
}

} // namespace

AsynqEditor::AsynqEditor(RedisClient& client, const QByteArray& ours, std::function<bool(const QueueName&)> isProven)
    : IdEditor(client, "asynq", refusalOfAsynq,
        {[ours](const QueueName& queue) { return AsynqKeys::beside(ours, queue); },
            [ours](const QueueName& queue) { return asynqSources(ours, queue); },
            [&client, isProven = std::move(isProven)](const QueueName& queue) {
                if (client.config().topology == Topology::Cluster)
                    return QByteArray();
                return isProven(queue) ? QByteArray("asynq:queues proven") : QByteArray("asynq:queues");
            },
            // A due task remains in its sorted set until a server moves it.
            [](const QueueName& queue) {
                const QByteArray base = AsynqKeys::base(queue);
                return Waiting{{{base + "pending", "pending"}}, {base + "scheduled"}};
            },
            asynqCodes(), {AsynqKeys::task, "msg", editedMessage}})
{ }

TaskId AsynqEditor::idFor(const QueueName&, const NewTask& task) const
{
    const qsizetype hash = task.id.indexOf('#');
    return hash < 0 ? task.id : task.id.mid(hash + 1);
}

Result<> AsynqEditor::admits(const QueueName& queue, const std::vector<NewTask>& tasks)
{
    for (const NewTask& task : tasks) {
        if (auto checked = checkPriority(task, 0, "asynq"); !checked)
            return checked;
        if (const auto message = messageFor(queue, idFor(queue, task), task); !message)
            return message.error();
    }
    return {};
}

Result<std::optional<std::vector<AddOutcome>>> AsynqEditor::foreseeAdd(
    const QueueName& queue, const std::vector<NewTask>& tasks)
{
    std::vector<Command> pipeline;
    for (const NewTask& task : tasks)
        pipeline.push_back({"HGET", AsynqKeys::task(queue, idFor(queue, task)), "msg"});
    const auto replies = client().pipeline(pipeline);
    if (!replies)
        return replies.error();
    std::vector<AddOutcome> outcomes;
    for (std::size_t i = 0; i < tasks.size(); ++i) {
        const auto message = messageFor(queue, idFor(queue, tasks[i]), tasks[i]);
        if (!message)
            return message.error();
        const Reply& stored = (*replies)[i];
        outcomes.push_back(addOutcomeOf(!stored.isNil(), !stored.isError() && stored.bytes == *message));
    }
    return std::optional(std::move(outcomes));
}

Result<std::vector<AddOutcome>> AsynqEditor::add(const QueueName& queue, const std::vector<NewTask>& tasks)
{
    std::vector<std::vector<QByteArray>> calls;
    for (std::size_t i = 0; i < tasks.size(); ++i) {
        const TaskId id = idFor(queue, tasks[i]);
        if (auto checked = checkPriority(tasks[i], 0, "asynq"); !checked)
            return checked.error();
        const auto message = messageFor(queue, id, tasks[i]);
        if (!message)
            return message.error();
        QByteArray due = tasks[i].dueAt ? number(toMs(*tasks[i].dueAt)) : QByteArray();
        if (tasks[i].dueIn)
            due = '+' + number(*tasks[i].dueIn);
        if (i % asynqAddedAtOnce == 0)
            calls.push_back({{}, uniquePartOf(tasks[i].importId), word(queue)});
        calls.back().insert(calls.back().end(), {id, *message, due});
    }
    const auto isKnown = client().call({"SISMEMBER", "asynq:queues", queue});
    if (!isKnown)
        return isKnown.error();
    if (isKnown->integer == 0 && !tasks.empty()) {
        // Like asynq itself, add() first writes the queue's name to a separate key. Check beforehand that all other
        // commands are permitted.
        const auto allowed = run("probe", queue, {{}, {}, {}});
        if (!allowed)
            return allowed.error();
        const auto named = client().call({"SADD", "asynq:queues", queue});
        if (!named)
            return named.error();
    }
    std::vector<AddOutcome> outcomes;
    for (std::vector<QByteArray>& call : calls) {
        const std::size_t count = (call.size() - 3) / 3;
        const auto reply = runOnce("add", queue, std::move(call));
        if (!reply)
            return reply.error();
        if (reply->bytes.size() != qsizetype(count))
            return unexpectedReply();
        for (const char code : reply->bytes)
            outcomes.push_back(addOutcomeOf(code));
    }
    return outcomes;
}

Result<> AsynqEditor::setPaused(const QueueName& queue, bool paused)
{
    const auto reply = run("pause", queue, {paused ? "1" : "0", {}, word(queue)});
    return reply ? Result<>() : Result<>(reply.error());
}

Result<ItemOutcome> AsynqEditor::cancel(const QueueName& queue, const TaskRef& ref)
{
    const auto reply = run("cancel", queue, {ref.id});
    if (!reply)
        return reply.error();
    if (reply->integer < 0)
        return ItemOutcome::MovedOn;
    if (reply->integer == 0) {
        return Error{ErrorCode::Refused, asynqwords::cancelWasNotHeard()};
    }
    return ItemOutcome::Done;
}

Result<qint64> AsynqEditor::mend(const QueueName& queue, const std::set<TaskId>& ids)
{
    qint64 mended = 0;
    for (auto id = ids.begin(); id != ids.end();) {
        std::vector<QByteArray> call{{}, {}, word(queue)};
        for (std::size_t i = 0; i < asynqMendedAtOnce && id != ids.end(); ++i)
            call.push_back(*id++);
        const auto reply = run("mend", queue, call);
        if (!reply)
            return reply.error();
        mended += reply->integer;
    }
    return mended;
}

Result<ItemOutcome> AsynqEditor::release(const QueueName&, const TaskRef&) { return noLeasesOfAsynq(); }

Result<ItemOutcome> AsynqEditor::extend(const QueueName&, const TaskRef&, Millis) { return noLeasesOfAsynq(); }

} // namespace dueline
