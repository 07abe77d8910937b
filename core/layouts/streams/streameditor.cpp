// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/layouts/streams/streameditor.h"

#include "core/layouts/port/outcomecodes.h"
#include "core/layouts/port/portwords.h"
#include "core/layouts/shared/jobs/jobwords.h"
#include "core/redis/clustermap.h"
#include "core/redis/errorclass.h"
#include "core/redis/reply.h"

namespace dueline {

namespace {

const OutcomeCodes& streamCodes()
{
    static const OutcomeCodes codes{{'w', ItemOutcome::MayRun}, {'x', ItemOutcome::NoMessage},
        {'g', ItemOutcome::OtherGroups}, {'o', ItemOutcome::LeaseOver}, {'y', ItemOutcome::RetryWaits},
        {'u', ItemOutcome::Untimed}, {'t', ItemOutcome::IdTaken}, {'d', ItemOutcome::Damaged},
        {'l', ItemOutcome::LongList}};
    return codes;
}

/// Returns the letter that scripts use for the part of the queue that contains a task, such as `p` for pending entries.
QByteArray placeOf(const TaskRef& ref)
{
    switch (ref.seenState) {
    case TaskState::Leased:
        return "p";
    case TaskState::Due:
    case TaskState::Scheduled:
    case TaskState::Retrying:
        return StreamPlaces::isDelayedId(ref.id) ? "d" : "w";
    case TaskState::Done:
        return "h";
    case TaskState::Failed:
        return "f";
    case TaskState::Trash:
        return "t";
    }
    Q_UNREACHABLE();
    return {};
}

} // namespace

StreamEditor::StreamEditor(RedisClient& client, StreamInspector& inspector)
    : m_client(client)
    , m_inspector(inspector)
    , m_scripts(client, FrameworkScripts::library("streams"), [](const QByteArray&) { return QString(); })
    , m_operations(m_scripts, "stream")
{ }

Result<StreamEditor::Call> StreamEditor::callFor(const ActionStep& step, std::size_t first)
{
    const auto queue = m_inspector.resolve(step.queue);
    if (!queue)
        return queue.error();
    Call call;
    call.keys = m_inspector.overlayOf(*queue);
    const auto orStream = [&](const QByteArray& key) { return key.isEmpty() ? queue->key() : key; };
    call.keyNames = {queue->key(), call.keys.overlay, orStream(queue->spec.dead), orStream(queue->spec.delayed)};
    if (m_client.config().topology == Topology::Cluster) {
        for (const QByteArray& key : call.keyNames) {
            if (clusterSlot(key) != clusterSlot(queue->key()))
                return Error{ErrorCode::Refused, jobwords::keysAreInSeveralSlots()};
        }
    }
    const Millis idle = step.action.idle.value_or(queue->spec.idle);
    call.arguments = {{}, uniquePartOf(step.operation), actionName(step.action.kind).toByteArray(), queue->group.name,
        number(idle), number(bytesPerCall)};
    for (std::size_t i = first; i < step.refs.size(); ++i) {
        const TaskRef& ref = step.refs[i];
        const StreamDelivery seen = StreamDelivery::ofToken(ref.seenToken);
        const bool isPending = ref.seenState == TaskState::Leased;
        call.arguments.insert(call.arguments.end(),
            {ref.id, placeOf(ref), seen.consumer, number(seen.deliveries),
                number(toMs(isPending ? seen.at : ref.seenAt)),
                number(toMs(i < step.newDue.size() ? step.newDue[i] : ref.seenAt))});
    }
    return call;
}

Result<std::vector<ItemOutcome>> StreamEditor::act(const ActionStep& step)
{
    if (step.refs.size() > maxStep)
        return Error{ErrorCode::Usage, portwords::stepIsTooLong()};
    if (step.action.kind == ActionKind::Reschedule && step.newDue.size() != step.refs.size())
        return Error{ErrorCode::Usage, portwords::dueTimesAreMissing()};
    if (!m_begun || m_begun->step != step)
        m_begun = Begun{step, {}};
    std::vector<ItemOutcome>& done = m_begun->outcomes;
    while (done.size() < step.refs.size()) {
        auto call = callFor(step, done.size());
        if (!call)
            return call.error();
        const char* script = step.action.kind == ActionKind::Delete ? "delete" : "act";
        const auto reply = m_scripts.runOnce(script, call->keys, call->keyNames, std::move(call->arguments));
        if (!reply)
            return reply.error();
        const auto outcomes = streamCodes().read(reply->bytes, std::size_t(reply->bytes.size()));
        if (!outcomes)
            return outcomes.error();
        if (outcomes->empty() || done.size() + outcomes->size() > step.refs.size())
            return unexpectedReply();
        done.insert(done.end(), outcomes->begin(), outcomes->end());
    }
    auto outcomes = std::move(done);
    m_begun.reset();
    return outcomes;
}

Result<std::optional<Foresight>> StreamEditor::foresee(const ActionStep& step)
{
    if (step.refs.empty())
        return std::optional(Foresight());
    const auto call = callFor(step, 0);
    if (!call)
        return call.error();
    const auto reply = m_scripts.run("foresee", call->keys, call->keyNames, call->arguments);
    if (!reply && reply.error().code == ErrorCode::Permission)
        return std::optional<Foresight>(); // a read-only user may not be allowed to run scripts
    if (!reply)
        return reply.error();
    if (reply->items.size() != 2)
        return unexpectedReply();
    auto outcomes = streamCodes().read(reply->items[0].bytes, step.refs.size());
    if (!outcomes)
        return outcomes.error();
    return std::optional(Foresight{*std::move(outcomes), reply->items[1].integer});
}

Result<UndoStep> StreamEditor::undo(const QueueName& queue, const OperationId& undone, const OperationId& operation,
    const QByteArray&, const UndoTurn& turn)
{
    const auto resolved = m_inspector.resolve(queue);
    if (!resolved)
        return resolved.error();
    return m_operations.undo(m_inspector.overlayOf(*resolved), undone, operation, resolved->group.name, turn);
}

Result<> StreamEditor::record(const OperationRecord& record)
{
    const auto resolved = m_inspector.resolve(record.queue);
    if (!resolved)
        return resolved.error();
    return m_operations.write(m_inspector.overlayOf(*resolved), record);
}

} // namespace dueline
