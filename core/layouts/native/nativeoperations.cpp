// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/layouts/native/nativeoperations.h"

#include "core/base/text.h"
#include "core/layouts/native/nativecodec.h"
#include "core/layouts/native/nativedescription.h"
#include "core/layouts/port/operationfields.h"
#include "core/redis/errorclass.h"
#include "core/redis/reply.h"

namespace dueline {

Result<bool> NativeOperations::write(const OperationRecord& record)
{
    const NativeKeys k = m_scripts.keys(record.queue);
    const bool undoes = !record.undoes.isEmpty();
    std::vector<QByteArray> arguments = OperationFields::arguments(record);
    if (record.kind == "move" || record.kind == "import")
        arguments.insert(arguments.end(), {"hand", NativeCodec::encodeIds(record.inTransit)});
    if (record.kind == "import" && !record.finished) {
        if (auto registered = m_scripts.registerQueue(record.queue); !registered)
            return registered.error();
    }
    const auto reply = m_scripts.run("record", k,
        {k.operations(), k.operation(record.id), k.events(), k.meta(), k.operation(undoes ? record.undoes : record.id),
            k.leases()},
        arguments);
    if (!reply)
        return OperationFields::errorOf(reply.error(), record.id);
    if (!reply->isInteger())
        return unexpectedReply();
    if (reply->integer < 0) { // the queue was once registered, but may have been removed since then
        if (auto registered = m_scripts.registerQueue(record.queue, true); !registered)
            return registered.error();
    }
    return reply->integer != 0;
}

Result<std::vector<OperationRecord>> NativeOperations::list(const QueueName& queue, int limit)
{
    const NativeKeys k = m_scripts.keys(queue);
    if (limit <= 0)
        return std::vector<OperationRecord>();
    RedisClient& client = m_scripts.client();
    const auto heads = client.pipeline({{"TIME"}, {"HMGET", k.meta(), "version", "keep_undo"},
        {"ZRANGE", k.operations(), "0", number(limit - 1), "REV"}});
    if (!heads)
        return heads.error();
    const Reply& time = heads->at(0);
    const Reply& meta = heads->at(1);
    const Reply& ids = heads->at(2);
    if (meta.isError())
        return NativeScripts::errorOf(meta.bytes.startsWith("WRONGTYPE") ? "DAMAGED meta" : meta.bytes, k);
    if (ids.isError())
        return NativeScripts::errorOf(ids.bytes.startsWith("WRONGTYPE") ? "DAMAGED ops" : ids.bytes, k);
    if (time.items.size() != 2 || meta.items.size() != 2)
        return unexpectedReply();
    if (meta.items[0].isBytes() && meta.items[0].bytes != number(NativeCodec::version))
        return NativeScripts::errorOf("NEWER layout version " + meta.items[0].bytes, k);
    const TimePoint now = fromMs(time.items[0].bytes.toLongLong() * 1000 + time.items[1].bytes.toLongLong() / 1000);
    const Millis keepUndo = meta.items[1].isNil() ? QueueSettings().keepUndo : Millis(meta.items[1].bytes.toLongLong());

    std::vector<Command> commands;
    for (const Reply& id : ids.items)
        commands.push_back({"HGETALL", k.operation(id.bytes)});
    if (commands.empty())
        return std::vector<OperationRecord>();
    const auto replies = client.pipeline(commands);
    if (!replies)
        return replies.error();
    std::vector<OperationRecord> records;
    for (std::size_t i = 0; i < replies->size(); ++i) {
        const Reply& fields = (*replies)[i];
        if (!fields.isArray() || fields.items.empty())
            continue; // the record was deleted after it was listed, or isn't a record
        OperationRecord record = OperationFields::read(queue, ids.items[i].bytes, fields.items, now);
        for (std::size_t at = 0; at + 1 < fields.items.size(); at += 2) {
            if (fields.items[at].bytes == "hand")
                record.inTransit = NativeCodec::decodeIds(fields.items[at + 1].bytes);
        }
        record.undoable = record.undoable && record.undoneBy.isEmpty() && record.at > now - keepUndo;
        records.push_back(std::move(record));
    }
    return records;
}

} // namespace dueline
