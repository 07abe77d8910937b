// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/layouts/asynq/asynqmessage.h"
#include "tests/integration/layoutacts.h"

namespace dueline {

/// Server with an asynq queue, for testing operations on its tasks.
class AsynqActs : public LayoutActs<>
{
public:
    static inline const QByteArray base = "asynq:{mail}:";

    AsynqActs()
        : LayoutActs(QStringLiteral("asynq"))
    {
        server.call({"SADD", "asynq:queues", "mail"});
    }
    /// Adds two pending, two scheduled, two retrying and two archived tasks.
    void fill()
    {
        for (const char* number : {"1", "2"}) {
            put(QByteArray("p") + number, "pending");
            put(QByteArray("s") + number, "scheduled", 9'000'000'000 + number[0]);
            put(QByteArray("r") + number, "retry", 9'000'000'100 + number[0]);
            put(QByteArray("f") + number, "archived", 1'600'000'000 + number[0]);
        }
    }
    /// Adds a task in the given state. Its other data need not match.
    void put(const QByteArray& id, const QByteArray& state, qint64 score = 0, const QByteArray& type = "mail:send")
    {
        AsynqMessage message;
        message.type = type;
        message.payload = "{}";
        message.id = id;
        message.queue = "mail";
        message.maxRetry = 3;
        server.call({"HSET", base + "t:" + id, "msg", message.written(), "state", state});
        if (state == "pending" || state == "active")
            server.call({"LPUSH", base + state, id});
        else
            server.call({"ZADD", base + state, QByteArray::number(score), id});
        if (state == "active")
            server.call({"ZADD", base + "lease", QByteArray::number(score), id});
    }
    std::map<QByteArray, QByteArrayList> theirs() { return foreignKeys(server, ComparedEnd::WhetherThereIsOne); }
    QByteArrayList pending()
    {
        QByteArrayList ids;
        for (const Reply& id : server.call({"LRANGE", base + "pending", "0", "-1"}).items)
            ids << id.bytes;
        return ids;
    }
    QByteArray stateOf(const QByteArray& id) { return server.call({"HGET", base + "t:" + id, "state"}).bytes; }
    qint64 countIn(const QByteArray& set) { return server.call({"ZCARD", base + set}).integer; }
    using LayoutActs::act;
    using LayoutActs::undo;
    ActDone act(ActionKind kind, const std::vector<TaskId>& ids, StateSet states = StateSet::all(), bool force = false)
    {
        return act("mail", kind, ids, states, force);
    }
    UndoProgress undo(const OperationId& id) { return undo("mail", id); }
};

} // namespace dueline
