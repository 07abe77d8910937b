// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "tests/integration/layoutacts.h"

namespace dueline {

/// Server with an RQ queue in version 1.13's format, for testing operations on its jobs. Doesn't need RQ itself.
class RqActs : public LayoutActs<>
{
public:
    RqActs()
        : LayoutActs(QStringLiteral("rq"))
    { }

    /// Writes the hash of a job that calls the peer's function `mark`. `further` contains more fields and values.
    void job(const QByteArray& id, const QByteArray& status, const Command& further = {})
    {
        // Pickle of ('rqjobs.mark', None, ('é',), {}).
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
        server.call({"ZADD", "rq:failed:mail", QByteArray::number(9'027'165'000 + second), id});
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
        server.call({"ZADD", "rq:finished:mail", "9000000003", id});
    }
    /// Writes a job that RQ queued and then canceled.
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
    /// Adds two waiting, two failed, two scheduled and two finished jobs.
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
    /// Returns RQ's keys with their values and expiry times.
    std::map<QByteArray, QByteArrayList> theirs() { return foreignKeys(server, ComparedEnd::Exact); }

    OperationRequest request(const Action& action, const std::vector<TaskId>& ids) const
    {
        return LayoutActs::request("mail", action, ids);
    }
    ActDone act(ActionKind kind, const std::vector<TaskId>& ids, StateSet states = StateSet::all(), bool force = false)
    {
        return LayoutActs::act("mail", kind, ids, states, force);
    }
    UndoProgress undo(const OperationId& id) { return LayoutActs::undo("mail", id); }
};

} // namespace dueline
