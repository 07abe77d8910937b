// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/layouts/rq/rqbulk.h"

#include "core/base/text.h"
#include "core/layouts/framework/bulkparts.h"
#include "core/layouts/operationfields.h"
#include "core/layouts/rq/rqeditor.h"
#include "core/layouts/rq/rqsources.h"
#include "core/redis/errorclass.h"
#include "core/redis/reply.h"

#include <algorithm>

namespace dueline {

namespace {

constexpr int rqGatherPerCall = 500; ///< about 0.4 ms

/// The sources that hold jobs of a state, in the order of a walk. What a worker has just taken is not acted on.
std::vector<TaskSource> rqSourcesOf(const QueueName& queue, TaskState state)
{
    std::vector<TaskSource> sources = rqSources(queue);
    std::erase_if(sources, [state](const TaskSource& source) {
        return source.word == "taken" || (source.state != state && source.whenDue != state);
    });
    return sources;
}

} // namespace

/// One call of one source. The cursor: which source, then where in it.
Result<BulkTaken> RqBulk::gather(const QueueName& queue, const OperationId& operation, const BulkWalk& walk)
{
    const OverlayKeys k = m_editor.keys(queue);
    const auto sources = rqSourcesOf(queue, walk.state);
    const QByteArrayList place
        = walk.cursor.isEmpty() ? QByteArrayList{"0", {}} : BulkParts::wordsAndRest(walk.cursor, 1);
    const std::size_t index = place.isEmpty() ? sources.size() : place[0].toULongLong();
    BulkTaken taken;
    if (index >= sources.size())
        return taken;
    const TaskSource& source = sources[index];
    const QByteArray state = stateName(walk.state).toByteArray();
    const QByteArray next = index + 1 < sources.size() ? number(qint64(index) + 1) + ' ' : QByteArray();
    const QByteArray here = number(qint64(index)) + ' ';
    const TimePoint untimed = walk.until.value_or(SystemClock().now());
    if (source.kind == TaskSource::Kind::List) {
        const qint64 before = place[1].toLongLong();
        const auto reply = m_editor.m_scripts.runOnce("gatherlist", k, {source.key, k.operationList(operation)},
            {{}, state, number(rqGatherPerCall), number(before), number(BulkParts::previewKept), "tail"});
        if (!reply)
            return reply.error();
        taken.tasks = reply->bytes.toLongLong();
        if (taken.tasks > 0)
            BulkParts::widen(taken, untimed, untimed);
        taken.cursor = taken.tasks < rqGatherPerCall ? next : here + number(before + taken.tasks);
        return taken;
    }
    const QByteArrayList seen = place[1].isEmpty() ? QByteArrayList{{}, {}} : BulkParts::wordsAndRest(place[1], 1);
    const auto [lowest, highest] = BulkParts::scoresOf(source, walk);
    const auto reply = m_editor.m_scripts.runOnce("gather", k, {source.key, k.operationList(operation)},
        {{}, state, number(rqGatherPerCall), lowest, highest, seen.value(0), seen.value(1),
            number(BulkParts::previewKept)});
    if (!reply)
        return reply.error();
    const QByteArrayList words = BulkParts::wordsAndRest(reply->bytes, 4);
    if (words.isEmpty())
        return unexpectedReply();
    taken.tasks = words[0].toLongLong();
    if (taken.tasks > 0) {
        const bool isDated = source.isDated();
        BulkParts::widen(taken, isDated ? source.instantOf(words[2].toDouble()) : untimed,
            isDated ? source.instantOf(words[3].toDouble()) : untimed);
    }
    taken.cursor = words[1] == "1" ? next : here + words[3] + ' ' + words[4];
    return taken;
}

Result<qint64> RqBulk::count(const QueueName& queue, const BulkWalk& walk)
{
    std::vector<Command> commands;
    for (const TaskSource& source : rqSourcesOf(queue, walk.state)) {
        if (source.kind == TaskSource::Kind::List) {
            commands.push_back({"LLEN", source.key});
            continue;
        }
        const auto [lowest, highest] = BulkParts::scoresOf(source, walk);
        commands.push_back({"ZCOUNT", source.key, lowest, highest});
    }
    const auto replies = m_editor.m_client.pipeline(commands);
    if (!replies)
        return replies.error();
    qint64 sum = 0;
    for (const Reply& reply : *replies) {
        if (reply.isError())
            return errorFromReply(reply.bytes);
        sum += reply.integer;
    }
    return sum;
}

Result<> RqBulk::put(const QueueName& queue, const OperationId& operation, const std::vector<TaskRef>& refs)
{
    const OverlayKeys k = m_editor.keys(queue);
    for (auto next = refs.begin(); next != refs.end();) {
        const TaskState state = next->seenState;
        std::vector<QByteArray> arguments{{}, stateName(state).toByteArray(), number(BulkParts::previewKept)};
        for (; next != refs.end() && next->seenState == state; ++next)
            arguments.insert(arguments.end(), {next->id, '@' + number(toMs(next->seenAt))});
        const auto reply = m_editor.m_scripts.runOnce("put", k, {k.operationList(operation)}, std::move(arguments));
        if (!reply)
            return reply.error();
    }
    return {};
}

Result<BulkState> RqBulk::act(const BulkStep& step)
{
    const OverlayKeys k = m_editor.keys(step.queue);
    const int limit = std::clamp(step.limit, 0, m_acting.tasks());
    std::vector<QByteArray> arguments = BulkParts::arguments(step, limit, step.queue);
    if (limit > 0) {
        const auto next = m_editor.m_scripts.run("next", k, {k.operationList(step.operation)}, {number(limit)});
        if (!next)
            return next.error();
        if (!next->items.empty() && next->items[0].bytes == stateName(TaskState::Due)) {
            std::vector<TaskId> ids;
            for (std::size_t i = 1; i < next->items.size(); ++i)
                ids.push_back(next->items[i].bytes);
            const auto places = m_editor.findInList(step.queue, ids);
            if (!places)
                return places.error();
            for (const auto& [id, place] : *places)
                arguments.insert(arguments.end(), {id, place});
        }
    }
    const auto reply = m_editor.m_scripts.run(
        "bulk", k, {k.first(), k.overlay, k.operationList(step.operation), k.operation(step.operation)}, arguments);
    if (!reply)
        return OperationFields::errorOf(reply.error(), step.operation);
    int tasks = 0;
    auto state = BulkParts::stateOf(*reply, rqOutcome, tasks);
    if (state)
        m_acting.took(tasks, state->busyUs);
    return state;
}

Result<> RqBulk::drop(const QueueName& queue, const OperationId& operation)
{
    return m_editor.m_operations.drop(m_editor.keys(queue), operation);
}

Result<> RqBulk::ask(const QueueName& queue, const OperationId& operation, const QByteArray& what)
{
    return m_editor.m_operations.ask(m_editor.keys(queue), operation, what);
}

} // namespace dueline
