// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/layouts/framework/memberbulk.h"

#include "core/base/text.h"
#include "core/layouts/framework/bulkparts.h"
#include "core/layouts/operationfields.h"
#include "core/redis/errorclass.h"
#include "core/redis/reply.h"

#include <algorithm>

namespace dueline {

namespace {

constexpr int tasksPerGather = 250; ///< about 0.4 ms
constexpr std::size_t putAtOnce = 500;

} // namespace

/// One call of one key. The cursor: which of them, then of a list how many were taken, of a set score and bytes of the
/// last one.
Result<BulkTaken> MemberBulk::gather(const QueueName& queue, const OperationId& operation, const BulkWalk& walk)
{
    const OverlayKeys k = m_editor.keys(queue);
    const auto sources = sourcesFor(queue, walk.state);
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
    if (source.kind == TaskSource::Kind::List) {
        const TimePoint untimed = walk.until.value_or(SystemClock().now());
        const qint64 before = place[1].toLongLong();
        const auto reply = m_editor.m_scripts.runOnce("gathermemberlist", k, {source.key, k.operationList(operation)},
            {{}, state, number(tasksPerGather), number(before), number(BulkParts::previewKept),
                source.tailFirst ? "head" : "tail"});
        if (!reply)
            return reply.error();
        taken.tasks = reply->bytes.toLongLong();
        if (taken.tasks > 0)
            BulkParts::widen(taken, untimed, untimed);
        taken.cursor = taken.tasks < tasksPerGather ? next : here + number(before + taken.tasks);
        return taken;
    }
    const QByteArrayList seen = place[1].isEmpty() ? QByteArrayList{{}, {}} : BulkParts::wordsAndRest(place[1], 1);
    const auto [lowest, highest] = BulkParts::scoresOf(source, walk);
    // Where members are names, not tasks, they go on the list as they are.
    const bool isNamed = walk.state == TaskState::Trash || m_editor.hasNames(queue);
    const auto reply
        = m_editor.m_scripts.runOnce(isNamed ? "gather" : "gathermembers", k, {source.key, k.operationList(operation)},
            {{}, state, number(tasksPerGather), lowest, highest, seen.value(0), seen.value(1),
                number(BulkParts::previewKept)});
    if (!reply)
        return reply.error();
    const QByteArrayList words = BulkParts::wordsAndRest(reply->bytes, 4);
    if (words.isEmpty())
        return unexpectedReply();
    taken.tasks = words[0].toLongLong();
    if (taken.tasks > 0)
        BulkParts::widen(taken, source.instantOf(words[2].toDouble()), source.instantOf(words[3].toDouble()));
    taken.cursor = words[1] == "1" ? next : here + words[3] + ' ' + words[4];
    return taken;
}

std::vector<TaskSource> MemberBulk::sourcesFor(const QueueName& queue, TaskState state) const
{
    std::vector<TaskSource> sources;
    for (const TaskSource& source : m_editor.sourcesOf(queue)) {
        if (source.state == state || source.whenDue == state)
            sources.push_back(source);
    }
    return sources;
}

Result<qint64> MemberBulk::count(const QueueName& queue, const BulkWalk& walk)
{
    std::vector<Command> commands;
    for (const TaskSource& source : sourcesFor(queue, walk.state)) {
        const auto [lowest, highest] = BulkParts::scoresOf(source, walk);
        commands.push_back(source.kind == TaskSource::Kind::List ? Command{"LLEN", source.key}
                                                                 : Command{"ZCOUNT", source.key, lowest, highest});
    }
    const auto replies = commands.empty() ? Result(std::vector<Reply>()) : m_editor.m_client.pipeline(commands);
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

Result<> MemberBulk::put(const QueueName& queue, const OperationId& operation, const std::vector<TaskRef>& refs)
{
    const OverlayKeys k = m_editor.keys(queue);
    for (auto next = refs.begin(); next != refs.end();) {
        const TaskState state = next->seenState;
        std::vector<QByteArray> arguments{{}, stateName(state).toByteArray(), number(BulkParts::previewKept)};
        for (std::size_t i = 0; i < putAtOnce && next != refs.end() && next->seenState == state; ++i, ++next)
            arguments.insert(arguments.end(), {next->id, '@' + number(toMs(next->seenAt))});
        const auto reply = m_editor.m_scripts.runOnce("put", k, {k.operationList(operation)}, std::move(arguments));
        if (!reply)
            return reply.error();
    }
    return {};
}

Result<BulkState> MemberBulk::act(const BulkStep& step)
{
    const OverlayKeys k = m_editor.keys(step.queue);
    if (const auto refused = m_editor.refuse(step.action.kind, step.queue); !refused)
        return refused.error();
    int limit = std::clamp(step.limit, 0, m_acting.tasks());
    std::vector<QByteArray> words;
    std::map<QByteArray, TaskId> idOf; // by what they are called on the list
    if (limit > 0) {
        const auto next = m_editor.m_scripts.run("nextmembers", k, {k.operationList(step.operation)}, {number(limit)});
        if (!next)
            return next.error();
        const std::vector<Reply>& items = next->items;
        const TaskState state
            = items.empty() ? TaskState::Due : stateFromName(items.front().bytes).value_or(TaskState::Due);
        std::vector<MemberWanted> wanted;
        for (std::size_t i = 1; i + 1 < items.size(); i += 2)
            wanted.push_back({items[i].bytes, items[i + 1].bytes});
        const auto found = m_editor.findIn(step.queue, state, wanted);
        if (!found)
            return found.error();
        const auto& places = *found;
        limit = 0;
        qsizetype bytes = 0;
        for (std::size_t i = 0; i < wanted.size(); ++i) {
            bytes += places[i] ? places[i]->member.size() : 0;
            if (i > 0 && bytes > MemberEditor::bytesPerCall)
                break;
            const auto own = m_editor.wordsFor(step.action.kind, step.queue, state, wanted[i].name, places[i]);
            if (!own)
                return own.error();
            words.push_back(wanted[i].name);
            words.insert(words.end(), own->begin(), own->end());
            if (places[i])
                idOf[wanted[i].name] = places[i]->id;
            ++limit;
        }
    }
    std::vector<QByteArray> arguments = BulkParts::arguments(step, limit, {});
    arguments.insert(arguments.end(), words.begin(), words.end());
    const auto reply = m_editor.m_scripts.run(
        "bulk", k, {k.first(), k.overlay, k.operationList(step.operation), k.operation(step.operation)}, arguments);
    if (!reply)
        return OperationFields::errorOf(reply.error(), step.operation);
    int tasks = 0;
    auto state = BulkParts::stateOf(*reply, MemberEditor::outcomeOf, tasks);
    if (!state)
        return state;
    for (auto& [id, outcome] : state->told) {
        if (const auto known = idOf.find(id); known != idOf.end())
            id = known->second;
    }
    m_acting.took(tasks, state->busyUs);
    return state;
}

Result<> MemberBulk::drop(const QueueName& queue, const OperationId& operation)
{
    return m_editor.m_operations.drop(m_editor.keys(queue), operation);
}

Result<> MemberBulk::ask(const QueueName& queue, const OperationId& operation, const QByteArray& what)
{
    return m_editor.m_operations.ask(m_editor.keys(queue), operation, what);
}

} // namespace dueline
