// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/layouts/rq/rqeditor.h"

#include "core/base/jsontree.h"
#include "core/base/text.h"
#include "core/layouts/rq/rqjob.h"
#include "core/layouts/rq/rqsources.h"
#include "core/layouts/rq/rqwords.h"
#include "core/payload/inflate.h"
#include "core/redis/errorclass.h"
#include "core/redis/reply.h"

#include <QJsonDocument>
#include <QJsonObject>

namespace dueline {

namespace {

Error noLeasesOfRq() { return {ErrorCode::NotSupported, rqwords::noLeases()}; }

/// Returns the sources whose jobs can be changed by actions: all but the list of jobs that workers have just claimed.
std::vector<TaskSource> actedOn(const QueueName& queue)
{
    std::vector<TaskSource> sources = rqSources(queue);
    std::erase_if(sources, [](const TaskSource& source) { return source.word == "taken"; });
    return sources;
}

/// Returns whether a payload is a call that RQ's JSON serializer wrote: function, instance, arguments and keyword
/// arguments.
bool isJsonCall(const QByteArray& payload)
{
    const auto tree = JsonTree::parse(payload);
    return tree && tree->root().kind == JsonTree::Kind::Array && tree->root().children.size() == 4;
}

/// Implements IdEditor::Content::with. Compresses the payload if the stored one is compressed.
Result<QByteArray> editedCall(const QByteArray& stored, const std::optional<QByteArray>& payload)
{
    constexpr int lengthBytes = 4; ///< size of the length that qCompress() writes before the zlib data
    bool isLonger = false;
    const auto inflated = inflatedWhole(stored, RqJob::mostInflated, isLonger);
    if (isLonger || !isJsonCall(inflated.value_or(stored)))
        return Error{ErrorCode::Refused, rqwords::payloadIsPickle()};
    if (!payload)
        return stored;
    if (!isJsonCall(*payload))
        return Error{ErrorCode::Refused, rqwords::payloadIsNoCall()};
    return inflated ? qCompress(*payload).mid(lengthBytes) : *payload;
}

const OutcomeCodes& rqCodes()
{
    static const OutcomeCodes codes{{'w', ItemOutcome::Started}, {'o', ItemOutcome::WaitsForOther},
        {'q', ItemOutcome::HasDependents}, {'g', ItemOutcome::InGroup}, {'l', ItemOutcome::RateLimited},
        {'n', ItemOutcome::NextRun}, {'u', ItemOutcome::Untimed}, {'d', ItemOutcome::Damaged}};
    return codes;
}

Error onlyAllOfRq(bool paused)
{
    return {ErrorCode::NotSupported, paused ? rqwords::pauseIsForAll() : rqwords::resumeIsForAll()};
}

} // namespace

RqEditor::RqEditor(RedisClient& client, const QByteArray& ours)
    : IdEditor(client, "rq", [](const QByteArray&) { return QString(); },
        {[ours](const QueueName& queue) { return RqKeys::beside(ours, queue); }, actedOn,
            [](const QueueName& queue) { return RqKeys::isShared(queue) ? QueueName() : queue; },
            // A due job remains in the scheduled set until a scheduler queues it.
            [](const QueueName& queue) {
                return Waiting{{{RqKeys::queue(queue), "queue", true}}, {"rq:scheduled:" + queue}};
            },
            rqCodes(), {[](const QueueName&, const TaskId& id) { return RqKeys::job(id); }, "data", editedCall}})
{ }

Result<> RqEditor::admits(const QueueName&, const std::vector<NewTask>&)
{
    return Error{ErrorCode::NotSupported, rqwords::noAdding()};
}

Result<> RqEditor::setPaused(const QueueName& queue, bool paused)
{
    if (!RqKeys::isShared(queue))
        return onlyAllOfRq(paused);
    const auto reply = run("suspend", queue, {paused ? "1" : "0"});
    return reply ? Result<>() : Result<>(reply.error());
}

Result<ItemOutcome> RqEditor::cancel(const QueueName& queue, const TaskRef& ref)
{
    const QJsonObject told{
        {QStringLiteral("command"), QStringLiteral("stop-job")}, {QStringLiteral("job_id"), QString::fromUtf8(ref.id)}};
    const auto reply = run("stop", queue, {ref.id, QJsonDocument(told).toJson(QJsonDocument::Compact), queue});
    if (!reply)
        return reply.error();
    if (reply->items.size() != 2)
        return unexpectedReply();
    const qint64 heard = reply->items[1].integer;
    if (heard < 0)
        return ItemOutcome::MovedOn;
    if (heard == 0) {
        return Error{ErrorCode::Refused, rqwords::stopWasNotHeard(printable(reply->items[0].bytes, 80))};
    }
    return ItemOutcome::Done;
}

Result<ItemOutcome> RqEditor::release(const QueueName&, const TaskRef&) { return noLeasesOfRq(); }

Result<ItemOutcome> RqEditor::extend(const QueueName&, const TaskRef&, Millis) { return noLeasesOfRq(); }

} // namespace dueline
