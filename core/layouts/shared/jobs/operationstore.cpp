// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/layouts/shared/jobs/operationstore.h"

#include "core/base/text.h"
#include "core/layouts/port/operationfields.h"
#include "core/layouts/port/portwords.h"
#include "core/redis/errorclass.h"
#include "core/redis/reply.h"

namespace dueline {

namespace {

/// number of tasks per call; a call blocks the server for about half a millisecond
constexpr int undoneAtOnce = 100;
const char* const anyMore = "more"; ///< cursor of an unfinished undo; Redis keeps track of the remaining tasks

} // namespace

Result<> OperationStore::write(const OverlayKeys& keys, const OperationRecord& record)
{
    std::vector<QByteArray> arguments = OperationFields::arguments(record);
    arguments.insert(arguments.end(), {"layout", m_layout});
    const auto reply = m_scripts.run("record", keys,
        {keys.operations(), keys.operation(record.id),
            keys.operation(record.undoes.isEmpty() ? record.id : record.undoes)},
        arguments);
    if (!reply)
        return OperationFields::errorOf(reply.error(), record.id);
    return {};
}

Result<std::vector<OperationRecord>> OperationStore::list(
    RedisClient& client, const OverlayKeys& keys, const QueueName& queue, int limit)
{
    std::vector<OperationRecord> records;
    if (limit <= 0)
        return records;
    const auto heads = client.pipeline({{"TIME"}, {"ZRANGE", keys.operations(), "0", number(limit - 1), "REV"}});
    if (!heads)
        return heads.error();
    const Reply& time = heads->at(0);
    const Reply& ids = heads->at(1);
    if (ids.isError())
        return errorFromReply(ids.bytes);
    if (time.items.size() != 2)
        return unexpectedReply();
    const TimePoint now = fromMs(time.items[0].bytes.toLongLong() * 1000 + time.items[1].bytes.toLongLong() / 1000);
    std::vector<Command> commands;
    for (const Reply& id : ids.items)
        commands.push_back({"HGETALL", keys.operation(id.bytes)});
    if (commands.empty())
        return records;
    const auto replies = client.pipeline(commands);
    if (!replies)
        return replies.error();
    for (std::size_t i = 0; i < replies->size(); ++i) {
        const Reply& fields = (*replies)[i];
        if (!fields.isArray() || fields.items.empty())
            continue; // the record has expired
        OperationRecord record = OperationFields::read(queue, ids.items[i].bytes, fields.items, now);
        record.undoable = record.undoable && record.undoneBy.isEmpty() && record.at > now - QueueSettings().keepUndo;
        records.push_back(std::move(record));
    }
    return records;
}

Command OperationStore::newest(const OverlayKeys& keys)
{
    return {"ZRANGE", keys.operations(), "0", "0", "REV", "WITHSCORES"};
}

std::optional<TimePoint> OperationStore::newestIn(const Reply& reply)
{
    return reply.isArray() && reply.items.size() == 2 ? std::optional(fromMs(reply.items[1].bytes.toLongLong()))
                                                      : std::nullopt;
}

Result<> OperationStore::ask(const OverlayKeys& keys, const OperationId& operation, const QByteArray& what)
{
    const auto reply = m_scripts.run("ask", keys, {keys.operation(operation)}, {uniquePartOf(operation), what});
    if (!reply)
        return reply.error();
    if (reply->integer == 1)
        return {};
    return Error{ErrorCode::NotFound, portwords::operationHasEnded(printable(operation))};
}

Result<> OperationStore::drop(const OverlayKeys& keys, const OperationId& operation)
{
    const auto reply = m_scripts.client().call({"UNLINK", keys.operationList(operation)});
    return reply ? Result<>() : Result<>(reply.error());
}

Result<UndoStep> OperationStore::undo(const OverlayKeys& keys, const OperationId& undone, const OperationId& operation,
    const QByteArray& word, const UndoTurn& turn)
{
    const auto reply = m_scripts.run("undo", keys, {keys.first(), keys.overlay},
        {uniquePartOf(undone), uniquePartOf(operation), word,
            turn.holder.isEmpty() ? uniquePartOf(operation) : turn.holder,
            number(std::clamp(turn.limit, 0, undoneAtOnce))});
    if (!reply) {
        if (reply.error().detail.startsWith(u"GONE "))
            return Error{ErrorCode::NotFound, portwords::noOperation(printable(undone))};
        return OperationFields::errorOf(reply.error(), operation);
    }
    const std::vector<Reply>& items = reply->items;
    if (items.size() != 6)
        return unexpectedReply();
    UndoStep step;
    step.cursor = items[0].integer == 1 ? QByteArray(anyMore) : QByteArray();
    step.restored = items[1].integer;
    step.movedOn = items[2].integer;
    if (items[3].integer >= 0)
        step.restoredInAll = items[3].integer;
    step.busyUs = items[4].integer;
    step.asked = items[5].bytes;
    return step;
}

} // namespace dueline
