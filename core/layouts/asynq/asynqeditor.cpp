// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/layouts/asynq/asynqeditor.h"

#include "core/base/text.h"
#include "core/layouts/asynq/asynqmessage.h"
#include "core/layouts/asynq/asynqsources.h"
#include "core/redis/errorclass.h"
#include "core/redis/reply.h"

#include <algorithm>

namespace dueline {

namespace {

constexpr std::size_t asynqAddedAtOnce = 100;

Error noLeasesOfAsynq()
{
    return {ErrorCode::NotSupported,
        QStringLiteral("A server of asynq keeps its lease itself; it can only be asked to cancel the task.")};
}

Error unknownToAsynq(const char* what)
{
    return {ErrorCode::NotSupported, QStringLiteral("asynq has no %1; leave it out.").arg(QLatin1StringView(what))};
}

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
        return Error{ErrorCode::Usage, QStringLiteral("A task of asynq needs an id.")};
    if (task.options.backoff)
        return unknownToAsynq("backoff of one task");
    if (task.options.leaseFor)
        return unknownToAsynq("lease of one task");
    if (task.options.expiresAt)
        return unknownToAsynq("expiry of a task");
    if (task.unique)
        return unknownToAsynq("unique key as Dueline means it");
    AsynqMessage message;
    message.type = typeOf(task.id).toByteArray();
    message.payload = task.payload;
    message.id = id;
    message.queue = queue;
    message.maxRetry = std::max(task.options.maxAttempts.value_or(AsynqEditor::usualAttempts) - 1, 0);
    message.timeout = AsynqMessage::usualTimeout;
    return message.written();
}

} // namespace

AsynqEditor::AsynqEditor(RedisClient& client, const QByteArray& ours)
    : m_client(client)
    , m_ours(ours)
    , m_scripts(client, FrameworkScripts::library("asynq"), [](const QByteArray&) { return QString(); })
    , m_operations(m_scripts, "asynq")
    , m_places(client)
    , m_bulk(m_scripts, m_operations,
          {[this](const QueueName& queue) { return keys(queue); },
              [this](const QueueName& queue) { return asynqSources(m_ours, queue); },
              [this](const QueueName&) { return word(); },
              [this](const QueueName& queue, const std::vector<TaskId>& ids) { return findPending(queue, ids); },
              asynqCodes()})
{ }

AsynqEditor::~AsynqEditor() = default;

OverlayKeys AsynqEditor::keys(const QueueName& queue) const { return AsynqKeys::beside(m_ours, queue); }

QByteArray AsynqEditor::word() const
{
    return m_client.config().topology == Topology::Cluster ? QByteArray() : QByteArray("asynq:queues");
}

BulkEditor* AsynqEditor::bulk(const QueueName&) { return &m_bulk; }

TaskId AsynqEditor::idFor(const QueueName&, const NewTask& task) const
{
    const qsizetype hash = task.id.indexOf('#');
    return hash < 0 ? task.id : task.id.mid(hash + 1);
}

Result<std::vector<AddOutcome>> AsynqEditor::add(const QueueName& queue, const std::vector<NewTask>& tasks)
{
    const OverlayKeys k = keys(queue);
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
            calls.push_back({{}, {}, word()});
        calls.back().insert(calls.back().end(), {id, *message, due});
    }
    const auto isKnown = m_client.call({"SISMEMBER", "asynq:queues", queue});
    if (!isKnown)
        return isKnown.error();
    if (isKnown->integer == 0 && !tasks.empty()) {
        // As asynq does it: the name is another key's, so it is written before. Only once all else is allowed.
        const auto allowed = m_scripts.run("probe", k, {k.base, k.overlay}, {{}, {}, {}});
        if (!allowed)
            return allowed.error();
        const auto named = m_client.call({"SADD", "asynq:queues", queue});
        if (!named)
            return named.error();
    }
    std::vector<AddOutcome> outcomes;
    for (std::vector<QByteArray>& call : calls) {
        const std::size_t count = (call.size() - 3) / 3;
        const auto reply = m_scripts.runOnce("add", k, {k.base, k.overlay}, std::move(call));
        if (!reply)
            return reply.error();
        if (reply->bytes.size() != qsizetype(count))
            return unexpectedReply();
        for (const char code : reply->bytes)
            outcomes.push_back(code == '1' ? AddOutcome::Added
                    : code == 'e'          ? AddOutcome::Exists
                                           : AddOutcome::Conflict);
    }
    return outcomes;
}

Result<std::map<TaskId, QByteArray>> AsynqEditor::findPending(const QueueName& queue, const std::vector<TaskId>& ids)
{
    // What is due stands in a set until a server moves it, and needs no look through the list.
    Command scores{"ZMSCORE", AsynqKeys::base(queue) + "scheduled"};
    scores.insert(scores.end(), ids.begin(), ids.end());
    const auto reply = m_client.pipeline({scores});
    if (!reply)
        return reply.error();
    const std::vector<Reply>& scheduled = reply->front().items;
    std::vector<TaskId> wanted;
    for (std::size_t i = 0; i < ids.size(); ++i) {
        if (i >= scheduled.size() || !scheduled[i].isBytes())
            wanted.push_back(ids[i]);
    }
    if (wanted.empty())
        return std::map<TaskId, QByteArray>();
    return m_places.find({{AsynqKeys::base(queue) + "pending", "pending"}}, wanted);
}

Result<std::vector<QByteArray>> AsynqEditor::argumentsFor(const ActionStep& step)
{
    std::vector<TaskId> waiting;
    for (const TaskRef& ref : step.refs) {
        if (ref.seenState == TaskState::Due)
            waiting.push_back(ref.id);
    }
    std::map<TaskId, QByteArray> places;
    if (!waiting.empty()) {
        auto found = findPending(step.queue, waiting);
        if (!found)
            return found.error();
        places = *std::move(found);
    }
    std::vector<QByteArray> arguments{
        {}, uniquePartOf(step.operation), word(), actionName(step.action.kind).toByteArray()};
    for (std::size_t i = 0; i < step.refs.size(); ++i) {
        const TaskRef& ref = step.refs[i];
        const auto place = places.find(ref.id);
        arguments.insert(arguments.end(),
            {ref.id, stateName(ref.seenState).toByteArray(), '@' + number(toMs(ref.seenAt)),
                place == places.end() ? QByteArray() : place->second,
                i < step.newDue.size() ? number(toMs(step.newDue[i])) : QByteArray()});
    }
    return arguments;
}

Result<std::vector<ItemOutcome>> AsynqEditor::act(const ActionStep& step)
{
    if (step.refs.size() > maxStep)
        return Error{ErrorCode::Usage, QStringLiteral("A step acts on at most 100 tasks.")};
    if (step.action.kind == ActionKind::Reschedule && step.newDue.size() != step.refs.size())
        return Error{ErrorCode::Usage, QStringLiteral("Rescheduling needs one new due time per task.")};
    if (step.refs.empty())
        return std::vector<ItemOutcome>();
    auto arguments = argumentsFor(step);
    if (!arguments)
        return arguments.error();
    const OverlayKeys k = keys(step.queue);
    const char* script = step.action.kind == ActionKind::Delete ? "delete" : "act";
    const auto reply = m_scripts.runOnce(script, k, {k.base, k.overlay}, *std::move(arguments));
    if (!reply)
        return reply.error();
    return asynqCodes().read(reply->bytes, step.refs.size());
}

Result<std::optional<Foresight>> AsynqEditor::foresee(const ActionStep& step)
{
    auto arguments = argumentsFor(step);
    if (!arguments)
        return arguments.error();
    const OverlayKeys k = keys(step.queue);
    const auto reply = m_scripts.run("foresee", k, {k.base, k.overlay}, *std::move(arguments));
    if (!reply)
        return reply.error();
    if (reply->items.size() != 2)
        return unexpectedReply();
    auto outcomes = asynqCodes().read(reply->items[0].bytes, step.refs.size());
    if (!outcomes)
        return outcomes.error();
    return std::optional(Foresight{*std::move(outcomes), reply->items[1].integer});
}

Result<UndoStep> AsynqEditor::undo(const QueueName& queue, const OperationId& undone, const OperationId& operation,
    const QByteArray&, const UndoTurn& turn)
{
    return m_operations.undo(keys(queue), undone, operation, word(), turn);
}

Result<> AsynqEditor::record(const OperationRecord& record) { return m_operations.write(keys(record.queue), record); }

Result<> AsynqEditor::setPaused(const QueueName& queue, bool paused)
{
    const OverlayKeys k = keys(queue);
    const auto reply = m_scripts.run("pause", k, {k.base, k.overlay}, {paused ? "1" : "0", {}, word()});
    return reply ? Result<>() : Result<>(reply.error());
}

Result<ItemOutcome> AsynqEditor::cancel(const QueueName& queue, const TaskRef& ref)
{
    const OverlayKeys k = keys(queue);
    const auto reply = m_scripts.run("cancel", k, {k.base, k.overlay}, {ref.id});
    if (!reply)
        return reply.error();
    if (reply->integer < 0)
        return ItemOutcome::MovedOn;
    if (reply->integer == 0) {
        return Error{ErrorCode::Refused,
            QStringLiteral("No server of asynq listens, so nobody was asked to cancel it; it may be gone.")};
    }
    return ItemOutcome::Done;
}

Result<ItemOutcome> AsynqEditor::release(const QueueName&, const TaskRef&) { return noLeasesOfAsynq(); }

Result<ItemOutcome> AsynqEditor::extend(const QueueName&, const TaskRef&, Millis) { return noLeasesOfAsynq(); }

Result<> AsynqEditor::permitted(const QueueName& queue)
{
    const OverlayKeys k = keys(queue);
    const auto reply = m_scripts.run("probe", k, {k.base, k.overlay}, {{}, {}, word()});
    return reply ? Result<>() : Result<>(reply.error());
}

} // namespace dueline
