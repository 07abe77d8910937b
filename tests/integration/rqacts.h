// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/console/operations/operationrun.h"
#include "core/console/operations/undorun.h"
#include "core/layouts/layoutregistry.h"
#include "tests/support/must.h"
#include "tests/support/redisserver.h"

#include <map>

namespace dueline {

/// A server with a queue of RQ as version 1.13 writes it, for operations on its jobs. It needs no RQ.
class RqActs
{
public:
    RqActs() { backend = open(server.config()); }

    static std::unique_ptr<Backend> open(const RedisConfig& config)
    {
        return must(openLayout(parseLayout(QStringLiteral("rq")).value(), config, "dueline", {}, Access::Operate));
    }

    /// The hash of a job that calls `mark` of the peer; `further`: fields and values.
    void job(const QByteArray& id, const QByteArray& status, const Command& further = {})
    {
        // ('rqjobs.mark', None, ('é',), {})
        static const QByteArray pickle
            = QByteArray::fromHex("8004951c00000000000000288c0b72716a6f62732e6d61726b944e8c02c3a99485947d9474942e");
        Command command{"HSET", "rq:job:" + id, "status", status, "origin", "mail", "data", qCompress(pickle).mid(4),
            "description", "rqjobs.mark('\xc3\xa9')", "created_at", "2020-11-25T17:50:11.441072Z", "timeout", "180",
            "success_callback_name", "", "failure_callback_name", "", "worker_name", "", "started_at", "",
            "last_heartbeat", ""};
        command.insert(command.end(), further.begin(), further.end());
        server.call(command);
    }
    void queued(const QByteArray& id)
    {
        job(id, "queued", {"enqueued_at", "2020-11-25T17:50:11.443266Z", "ended_at", ""});
        server.call({"SADD", "rq:queues", "rq:queue:mail"});
        server.call({"RPUSH", "rq:queue:mail", id});
    }
    void failed(const QByteArray& id, int second = 11, const Command& further = {})
    {
        Command fields{"enqueued_at", "2020-11-25T17:50:11.443266Z", "ended_at",
            "2020-11-25T17:50:" + QByteArray::number(second) + ".603008Z"};
        fields.insert(fields.end(), further.begin(), further.end());
        job(id, "failed", fields);
        server.call({"SADD", "rq:queues", "rq:queue:mail"});
        server.call({"EXPIRE", "rq:job:" + id, "31536000"});
        server.call({"ZADD", "rq:failed:mail", QByteArray::number(1827165000 + second), id});
        server.call({"XADD", "rq:results:" + id, "*", "type", "2", "exc_string",
            qCompress(QByteArray("Traceback\nValueError: boom")).mid(4).toBase64()});
    }
    void scheduled(const QByteArray& id, qint64 at = 9'000'000'000)
    {
        job(id, "scheduled", {"ended_at", ""});
        server.call({"ZADD", "rq:scheduled:mail", QByteArray::number(at), id});
    }
    void finished(const QByteArray& id)
    {
        job(id, "finished", {"ended_at", "2020-11-25T17:50:12.000000Z"});
        server.call({"EXPIRE", "rq:job:" + id, "5000"});
        server.call({"ZADD", "rq:finished:mail", "1600000003", id});
    }
    /// As RQ's own cancel leaves one that was queued.
    void canceled(const QByteArray& id, const Command& further = {})
    {
        job(id, "canceled", {"enqueued_at", "2020-11-25T17:50:11.443266Z", "ended_at", ""});
        if (!further.empty()) {
            Command command{"HSET", "rq:job:" + id};
            command.insert(command.end(), further.begin(), further.end());
            server.call(command);
        }
        server.call({"ZADD", "rq:canceled:mail", "1600000002", id});
    }
    /// Two in each place.
    void fill()
    {
        for (const char* number : {"1", "2"}) {
            queued(QByteArray("q") + number);
            failed(QByteArray("f") + number, 10 + number[0] - '0');
            scheduled(QByteArray("s") + number, 9'000'000'000 + number[0]);
            finished(QByteArray("d") + number);
        }
    }
    QByteArrayList queue()
    {
        QByteArrayList ids;
        for (const Reply& id : server.call({"LRANGE", "rq:queue:mail", "0", "-1"}).items)
            ids.append(id.bytes);
        return ids;
    }
    QByteArray statusOf(const QByteArray& id) { return server.call({"HGET", "rq:job:" + id, "status"}).bytes; }
    /// What stands in the keys of RQ, and until when.
    std::map<QByteArray, QByteArrayList> theirs()
    {
        std::map<QByteArray, QByteArrayList> keys;
        for (const Reply& key : server.call({"KEYS", "*"}).items) {
            if (key.bytes.startsWith("dueline:"))
                continue;
            const QByteArray type = server.call({"TYPE", key.bytes}).bytes;
            QByteArrayList& words = keys[key.bytes];
            const Reply items = server.call(type == "zset" ? Command{"ZRANGE", key.bytes, "0", "-1", "WITHSCORES"}
                    : type == "list"                       ? Command{"LRANGE", key.bytes, "0", "-1"}
                    : type == "set"                        ? Command{"SMEMBERS", key.bytes}
                    : type == "hash"                       ? Command{"HGETALL", key.bytes}
                    : type == "stream"                     ? Command{"XLEN", key.bytes}
                                                           : Command{"GET", key.bytes});
            if (type == "hash") {
                for (std::size_t i = 0; i + 1 < items.items.size(); i += 2)
                    words << items.items[i].bytes + '=' + items.items[i + 1].bytes;
            } else {
                for (const Reply& item : items.items)
                    words << item.bytes;
            }
            if (type == "set" || type == "hash")
                std::sort(words.begin(), words.end());
            words << type << items.bytes << QByteArray::number(items.integer)
                  << QByteArray::number(server.call({"PEXPIRETIME", key.bytes}).integer);
        }
        return keys;
    }

    OperationRequest request(const Action& action, const std::vector<TaskId>& ids) const
    {
        OperationRequest request;
        request.queue = "mail";
        request.action = action;
        request.selection.kind = ids.empty() ? TaskSelection::Kind::All : TaskSelection::Kind::Ids;
        request.selection.ids = ids;
        request.by = "tester";
        return request;
    }
    /// Done to the end; no ids: all. What became of it.
    struct Done
    {
        OperationId id;
        qint64 done = 0;
        std::map<SkipReason, qint64> skipped;
    };
    Done act(ActionKind kind, const std::vector<TaskId>& ids, StateSet states = StateSet::all(), bool force = false)
    {
        Action action{kind};
        action.force = force;
        if (kind == ActionKind::Reschedule) {
            action.time = Action::Time::At;
            action.at = fromMs(9'100'000'000'123);
        }
        OperationRequest asked = request(action, ids);
        asked.states = states;
        OperationRun run(asked);
        const OperationProgress progress = must(run.finish(*backend));
        return {run.id(), progress.done, run.skipped().counts()};
    }
    UndoProgress undo(const OperationId& id) { return must(UndoRun("mail", id, "tester").finish(*backend)); }

    RedisServer server;
    std::unique_ptr<Backend> backend;
};

} // namespace dueline
