// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/layouts/shared/jobs/listedbulk.h"

#include "core/base/text.h"
#include "core/layouts/shared/jobs/bulkparts.h"
#include "core/redis/errorclass.h"
#include "core/redis/reply.h"

namespace dueline {

namespace {

constexpr std::size_t putAtOnce = 500;

} // namespace

std::vector<TaskSource> ListedBulk::sourcesFor(const QueueName& queue, TaskState state) const
{
    std::vector<TaskSource> sources = sourcesOf(queue);
    std::erase_if(
        sources, [state](const TaskSource& source) { return source.state != state && source.whenDue != state; });
    return sources;
}

/// Makes one call for one source. The cursor holds the source's index and a position in the source: for a list, the
/// number of tasks gathered so far; for a set, the last task's score and member.
Result<BulkTaken> ListedBulk::gather(const QueueName& queue, const OperationId& operation, const BulkWalk& walk)
{
    const OverlayKeys k = keysOf(queue);
    const auto sources = sourcesFor(queue, walk.state);
    const QByteArrayList place
        = walk.cursor.isEmpty() ? QByteArrayList{"0", {}} : BulkParts::wordsAndRest(walk.cursor, 1);
    const std::size_t index = place.isEmpty() ? sources.size() : place[0].toULongLong();
    BulkTaken taken;
    if (index >= sources.size())
        return taken;
    const TaskSource& source = sources[index];
    const Gathering how = gathering(queue, walk.state);
    const QByteArray state = stateName(walk.state).toByteArray();
    const QByteArray next = index + 1 < sources.size() ? number(qint64(index) + 1) + ' ' : QByteArray();
    const QByteArray here = number(qint64(index)) + ' ';
    if (source.kind == TaskSource::Kind::List) {
        const qint64 before = place[1].toLongLong();
        const auto reply = m_scripts.runOnce(how.fromList, k, {source.key, k.operationList(operation)},
            {{}, state, number(how.most), number(before), number(BulkParts::previewKept),
                source.tailFirst ? "head" : "tail"});
        if (!reply)
            return reply.error();
        taken.tasks = reply->bytes.toLongLong();
        taken.cursor = taken.tasks < how.most ? next : here + number(before + taken.tasks);
        return taken;
    }
    const QByteArrayList seen = place[1].isEmpty() ? QByteArrayList{{}, {}} : BulkParts::wordsAndRest(place[1], 1);
    const auto [lowest, highest] = BulkParts::scoresOf(source, walk);
    const auto reply = m_scripts.runOnce(how.fromSet, k, {source.key, k.operationList(operation)},
        {{}, state, number(how.most), lowest, highest, seen.value(0), seen.value(1), number(BulkParts::previewKept)});
    if (!reply)
        return reply.error();
    const QByteArrayList words = BulkParts::wordsAndRest(reply->bytes, 4);
    if (words.isEmpty())
        return unexpectedReply();
    taken.tasks = words[0].toLongLong();
    if (taken.tasks > 0 && source.isDated())
        BulkParts::widen(taken, source.instantOf(words[2].toDouble()), source.instantOf(words[3].toDouble()));
    if (words[1] == "1")
        taken.cursor = next;
    else // on a busy server, a call may time out before it gathers any tasks
        taken.cursor = here + (taken.tasks > 0 ? words[3] + ' ' + words[4] : place[1]);
    return taken;
}

Result<qint64> ListedBulk::count(const QueueName& queue, const BulkWalk& walk)
{
    std::vector<Command> commands;
    for (const TaskSource& source : sourcesFor(queue, walk.state)) {
        const auto [lowest, highest] = BulkParts::scoresOf(source, walk);
        commands.push_back(source.kind == TaskSource::Kind::List ? Command{"LLEN", source.key}
                                                                 : Command{"ZCOUNT", source.key, lowest, highest});
    }
    const auto replies = m_scripts.client().callAll(commands);
    if (!replies)
        return replies.error();
    qint64 sum = 0;
    for (const Reply& reply : *replies)
        sum += reply.integer;
    return sum;
}

Result<> ListedBulk::put(
    const QueueName& queue, const OperationId& operation, const std::vector<TaskRef>& refs, Millis keep)
{
    const OverlayKeys k = keysOf(queue);
    for (auto next = refs.begin(); next != refs.end();) {
        const TaskState state = next->seenState;
        std::vector<QByteArray> arguments{{}, stateName(state).toByteArray(), number(keep)};
        for (std::size_t i = 0; i < putAtOnce && next != refs.end() && next->seenState == state; ++i, ++next)
            arguments.insert(arguments.end(), {exactId(*next), '@' + number(toMs(next->seenAt))});
        const auto reply = m_scripts.runOnce("put", k, {k.operationList(operation)}, std::move(arguments));
        if (!reply)
            return reply.error();
    }
    return {};
}

Result<> ListedBulk::drop(const QueueName& queue, const OperationId& operation)
{
    return m_operations.drop(keysOf(queue), operation);
}

Result<> ListedBulk::ask(const QueueName& queue, const OperationId& operation, const QByteArray& what)
{
    return m_operations.ask(keysOf(queue), operation, what);
}

} // namespace dueline
