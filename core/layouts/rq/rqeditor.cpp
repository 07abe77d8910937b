// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/layouts/rq/rqeditor.h"

#include "core/base/text.h"
#include "core/layouts/rq/rqsources.h"
#include "core/redis/errorclass.h"
#include "core/redis/reply.h"

#include <QJsonDocument>
#include <QJsonObject>

namespace dueline {

namespace {

Error noLeasesOfRq()
{
    return {ErrorCode::NotSupported,
        QStringLiteral("RQ gives a job to a worker for good; the worker can only be asked to stop it.")};
}

/// What a worker has just taken is not acted on.
std::vector<TaskSource> actedOn(const QueueName& queue)
{
    std::vector<TaskSource> sources = rqSources(queue);
    std::erase_if(sources, [](const TaskSource& source) { return source.word == "taken"; });
    return sources;
}

const OutcomeCodes& rqCodes()
{
    static const OutcomeCodes codes{{'w', ItemOutcome::Started}, {'o', ItemOutcome::WaitsForOther},
        {'q', ItemOutcome::HasDependents}, {'g', ItemOutcome::InGroup}, {'l', ItemOutcome::RateLimited},
        {'u', ItemOutcome::Untimed}, {'d', ItemOutcome::Damaged}};
    return codes;
}

Error onlyAllOfRq(bool paused)
{
    return {ErrorCode::NotSupported,
        paused ? QStringLiteral("RQ can only suspend all workers: duectl pause @rq.")
               : QStringLiteral("RQ suspends all workers together, and they go on together: duectl resume @rq.")};
}

} // namespace

RqEditor::RqEditor(RedisClient& client, const QByteArray& ours)
    : m_client(client)
    , m_ours(ours)
    , m_scripts(client, FrameworkScripts::library("rq"), [](const QByteArray&) { return QString(); })
    , m_operations(m_scripts, "rq")
    , m_places(client)
    , m_bulk(m_scripts, m_operations,
          {[this](const QueueName& queue) { return keys(queue); }, actedOn,
              [](const QueueName& queue) { return queue; },
              [this](const QueueName& queue, const std::vector<TaskId>& ids) { return findInList(queue, ids); },
              rqCodes()})
{ }

RqEditor::~RqEditor() = default;

OverlayKeys RqEditor::keys(const QueueName& queue) const { return RqKeys::beside(m_ours, queue); }

BulkEditor* RqEditor::bulk(const QueueName&) { return &m_bulk; }

Result<std::vector<AddOutcome>> RqEditor::add(const QueueName&, const std::vector<NewTask>&)
{
    return Error{ErrorCode::NotSupported, QStringLiteral("RQ tasks are Python pickles, which only Python may write.")};
}

Result<std::map<TaskId, QByteArray>> RqEditor::findInList(const QueueName& queue, const std::vector<TaskId>& ids)
{
    // What is due stands in a set until a scheduler queues it, and needs no look through the list.
    Command scores{"ZMSCORE", "rq:scheduled:" + queue};
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
    return m_places.find({{RqKeys::queue(queue), "queue", true}}, wanted);
}

Result<std::vector<QByteArray>> RqEditor::argumentsFor(const ActionStep& step)
{
    std::vector<TaskId> waiting;
    for (const TaskRef& ref : step.refs) {
        if (ref.seenState == TaskState::Due)
            waiting.push_back(ref.id);
    }
    std::map<TaskId, QByteArray> places;
    if (!waiting.empty()) {
        auto found = findInList(step.queue, waiting);
        if (!found)
            return found.error();
        places = *std::move(found);
    }
    std::vector<QByteArray> arguments{
        {}, uniquePartOf(step.operation), step.queue, actionName(step.action.kind).toByteArray()};
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

Result<std::vector<ItemOutcome>> RqEditor::act(const ActionStep& step)
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
    const auto reply = m_scripts.runOnce(script, k, {k.first(), k.overlay}, *std::move(arguments));
    if (!reply)
        return reply.error();
    return rqCodes().read(reply->bytes, step.refs.size());
}

Result<std::optional<Foresight>> RqEditor::foresee(const ActionStep& step)
{
    auto arguments = argumentsFor(step);
    if (!arguments)
        return arguments.error();
    const OverlayKeys k = keys(step.queue);
    const auto reply = m_scripts.run("foresee", k, {k.first(), k.overlay}, *std::move(arguments));
    if (!reply)
        return reply.error();
    if (reply->items.size() != 2)
        return unexpectedReply();
    auto outcomes = rqCodes().read(reply->items[0].bytes, step.refs.size());
    if (!outcomes)
        return outcomes.error();
    return std::optional(Foresight{*std::move(outcomes), reply->items[1].integer});
}

Result<UndoStep> RqEditor::undo(const QueueName& queue, const OperationId& undone, const OperationId& operation,
    const QByteArray&, const UndoTurn& turn)
{
    return m_operations.undo(keys(queue), undone, operation, queue, turn);
}

Result<> RqEditor::record(const OperationRecord& record) { return m_operations.write(keys(record.queue), record); }

Result<> RqEditor::setPaused(const QueueName& queue, bool paused)
{
    if (!RqKeys::isShared(queue))
        return onlyAllOfRq(paused);
    const OverlayKeys k = keys(queue);
    const auto reply = m_scripts.run("suspend", k, {k.first(), k.overlay}, {paused ? "1" : "0"});
    return reply ? Result<>() : Result<>(reply.error());
}

Result<ItemOutcome> RqEditor::cancel(const QueueName& queue, const TaskRef& ref)
{
    const OverlayKeys k = keys(queue);
    const QJsonObject told{
        {QStringLiteral("command"), QStringLiteral("stop-job")}, {QStringLiteral("job_id"), QString::fromUtf8(ref.id)}};
    const auto reply = m_scripts.run(
        "stop", k, {k.first(), k.overlay}, {ref.id, QJsonDocument(told).toJson(QJsonDocument::Compact), queue});
    if (!reply)
        return reply.error();
    if (reply->items.size() != 2)
        return unexpectedReply();
    const qint64 heard = reply->items[1].integer;
    if (heard < 0)
        return ItemOutcome::MovedOn;
    if (heard == 0) {
        return Error{ErrorCode::Refused,
            QStringLiteral("The worker %1 does not listen, so nobody was asked to stop it; it may be gone.")
                .arg(printable(reply->items[0].bytes, 80))};
    }
    return ItemOutcome::Done;
}

Result<ItemOutcome> RqEditor::release(const QueueName&, const TaskRef&) { return noLeasesOfRq(); }

Result<ItemOutcome> RqEditor::extend(const QueueName&, const TaskRef&, Millis) { return noLeasesOfRq(); }

Result<> RqEditor::permitted(const QueueName& queue)
{
    const OverlayKeys k = keys(queue);
    const auto reply
        = m_scripts.run("probe", k, {k.first(), k.overlay}, {{}, {}, RqKeys::isShared(queue) ? QByteArray() : queue});
    return reply ? Result<>() : Result<>(reply.error());
}

} // namespace dueline
