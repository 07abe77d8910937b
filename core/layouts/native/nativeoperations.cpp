// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/layouts/native/nativeoperations.h"

#include "core/base/text.h"
#include "core/layouts/native/nativecodec.h"
#include "core/layouts/native/nativedescription.h"
#include "core/redis/errorclass.h"
#include "core/redis/reply.h"

#include <QStringList>

namespace dueline {

namespace {

OperationRecord readOperation(const QueueName& queue, const QByteArray& unique, const std::vector<Reply>& fields, TimePoint now)
{
    OperationRecord record;
    record.id = queue + '/' + unique;
    record.queue = queue;
    for (std::size_t i = 0; i + 1 < fields.size(); i += 2) {
        const QByteArray& name = fields[i].bytes;
        const QByteArray& value = fields[i + 1].bytes;
        if (name == "kind")
            record.kind = value;
        else if (name == "filter")
            record.filter = value;
        else if (name == "by")
            record.by = value;
        else if (name == "reason")
            record.reason = value;
        else if (name == "at")
            record.at = instantOf(value);
        else if (name == "total")
            record.total = value.toLongLong();
        else if (name == "done")
            record.done = value.toLongLong();
        else if (name == "skipped")
            record.skipped = value.toLongLong();
        else if (name == "finished")
            record.finished = value == "1";
        else if (name == "undoable")
            record.undoable = value == "1";
        else if (name == "undoes")
            record.undoes = value;
        else if (name == "undone_by")
            record.undoneBy = value;
        else if (name == "plan")
            record.plan = value;
        else if (name == "match")
            record.match = value;
        else if (name == "states")
            record.states = value;
        else if (name == "stage")
            record.stage = value;
        else if (name == "wish")
            record.asked = value;
        else if (name == "hand")
            record.inTransit = NativeCodec::decodeIds(value);
        else if (name == "holder")
            record.holder = value;
        else if (name == "held")
            record.running = instantOf(value) > now;
    }
    record.running = record.running && !record.finished;
    return record;
}

} // namespace

Error NativeOperations::errorOf(const Error& error, const OperationId& operation)
{
    const QString name = printable(operation);
    if (error.detail.startsWith(u"HELD ")) {
        const QStringList words = error.detail.split(u' ');
        return {ErrorCode::Busy,
            QStringLiteral("The operation %1 is being carried out by %2. If that program was killed, try again in %3 s.")
                .arg(name, words.value(1), QString::number(words.value(2).toLongLong() / 1000 + 1)),
            error.detail};
    }
    if (error.detail.startsWith(u"OVER "))
        return {ErrorCode::Refused, QStringLiteral("The operation %1 was ended, or undone, by somebody else.").arg(name),
            error.detail};
    if (error.detail.startsWith(u"GONE "))
        return {ErrorCode::NotFound, QStringLiteral("There is no operation %1 any more.").arg(name), error.detail};
    return error;
}

Result<bool> NativeOperations::write(const OperationRecord& record)
{
    const NativeKeys k = m_scripts.keys(record.queue);
    const bool undoes = !record.undoes.isEmpty();
    std::vector<QByteArray> arguments{uniquePartOf(record.id), record.id, record.finished ? "1" : "0", record.kind,
        number(record.done), record.by, undoes ? "1" : "0", record.holdFor ? record.holder : QByteArray(),
        number(record.holdFor.value_or(Millis(0))), "filter", record.filter, "reason", record.reason, "total",
        number(record.total), "skipped", number(record.skipped), "undoable", record.undoable ? "1" : "0", "undoes",
        record.undoes};
    for (const auto& [name, value] : {std::pair{"undone_by", &record.undoneBy}, std::pair{"plan", &record.plan},
             std::pair{"match", &record.match}, std::pair{"states", &record.states}, std::pair{"stage", &record.stage}}) {
        if (!value->isEmpty())
            arguments.insert(arguments.end(), {name, *value});
    }
    if (record.kind == "move")
        arguments.insert(arguments.end(), {"hand", NativeCodec::encodeIds(record.inTransit)});
    const auto reply = m_scripts.run("record", k,
        {k.operations(), k.operation(record.id), k.events(), k.meta(), k.operation(undoes ? record.undoes : record.id)},
        arguments);
    if (!reply)
        return errorOf(reply.error(), record.id);
    if (!reply->isInteger())
        return unexpectedReply();
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
            continue; // dropped since, or not a record
        OperationRecord record = readOperation(queue, ids.items[i].bytes, fields.items, now);
        record.undoable = record.undoable && record.undoneBy.isEmpty() && record.at > now - keepUndo;
        records.push_back(std::move(record));
    }
    return records;
}

} // namespace dueline
