// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/layouts/native/nativeadd.h"
#include "core/layouts/native/nativebroker.h"
#include "tests/support/redisserver.h"

#include <QTest>

#include <algorithm>
#include <map>

namespace dueline {

/// Worker's broker on a separate connection, as in an engine.
struct NativeWorkerLane
{
    NativeWorkerLane(const RedisConfig& config, const QByteArray& session)
        : client(config)
        , scripts(client, "dueline", session)
        , broker(scripts)
        , adder(scripts)
    {
        if (auto opened = client.open(); !opened)
            qFatal("%s", qUtf8Printable(opened.error().message));
        client.reconnected = [this](const ServerIdentity&) { scripts.reconnected(); };
    }

    RedisClient client;
    NativeScripts scripts;
    NativeBroker broker;
    NativeAdd adder;
};

/// Queue `q` of the native layout on a private server, with two workers and direct access to its keys.
class NativePlace
{
public:
    NativePlace()
        : worker(server.config(), "worker-a")
        , other(server.config(), "worker-b")
        , keys("dueline", "q")
    { }

    /// Calls a script as another client would. Also returns error replies.
    Reply eval(const ScriptCall& call)
    {
        Command command{"EVAL", call.script->source, QByteArray::number(qulonglong(call.keys.size()))};
        command.insert(command.end(), call.keys.begin(), call.keys.end());
        command.insert(command.end(), call.arguments.begin(), call.arguments.end());
        return server.call(command);
    }

    /// Returns all data on the server: each key's type and value, in an order that doesn't depend on the encoding.
    std::map<QByteArray, QByteArrayList> contents()
    {
        std::map<QByteArray, QByteArrayList> all;
        for (const Reply& key : server.call({"KEYS", "*"}).items) {
            const QByteArray type = server.call({"TYPE", key.bytes}).bytes;
            QByteArrayList values{type};
            if (type == "string")
                values << server.call({"GET", key.bytes}).bytes;
            else if (type == "zset")
                appendTo(values, server.call({"ZRANGE", key.bytes, "0", "-1", "WITHSCORES"}));
            else if (type == "list")
                appendTo(values, server.call({"LRANGE", key.bytes, "0", "-1"}));
            else if (type == "stream")
                values << QByteArray::number(server.call({"XLEN", key.bytes}).integer);
            else
                appendPairs(values, server.call({type == "hash" ? "HGETALL" : "SMEMBERS", key.bytes}), type == "hash");
            all[key.bytes] = values;
        }
        return all;
    }

    /// Returns contents() without the memos, which store the clients' last calls.
    std::map<QByteArray, QByteArrayList> contentsWithoutMemos()
    {
        auto all = contents();
        std::erase_if(all, [&](const auto& entry) { return entry.first.startsWith(keys.ofRole("m:")); });
        return all;
    }

    void empty() { server.call({"FLUSHALL"}); }

    std::vector<AddOutcome> add(const std::vector<NewTask>& tasks) { return value(worker.adder.add("q", tasks)); }
    /// Adds tasks that have been due for at least a second, one millisecond apart.
    void addDue(const std::vector<TaskId>& ids)
    {
        std::vector<NewTask> tasks;
        for (const TaskId& id : ids)
            tasks.push_back({id, {}, Millis(qint64(tasks.size()) - qint64(ids.size()) - 1000), {}, "payload of " + id});
        add(tasks);
    }
    std::vector<Lease> claim(int limit = 100, Millis leaseFor = Millis(30'000))
    {
        return claim(worker, limit, leaseFor);
    }
    std::vector<Lease> claim(NativeWorkerLane& lane, int limit = 100, Millis leaseFor = Millis(30'000))
    {
        return value(lane.broker.claim({"q", limit, leaseFor, {true, {}, {}}})).leases;
    }
    WriteOutcome ack(const Lease& lease) { return ack(worker, lease); }
    WriteOutcome ack(NativeWorkerLane& lane, const Lease& lease)
    {
        return value(lane.broker.ack("q", {{lease.id, lease.token, {}}}, {})).at(0);
    }
    WriteOutcome nack(const Lease& lease, std::optional<Millis> retryIn, const QByteArray& error = "it broke")
    {
        return value(worker.broker.nack("q", {{lease.id, lease.token, retryIn, "failed", error, lease.dueAt}}, {}))
            .at(0);
    }
    /// Makes a task's lease look as if it expired a second ago.
    void letExpire(const TaskId& id) { server.call({"ZADD", keys.leased(), QByteArray::number(nowMs() - 1000), id}); }

    qint64 nowMs()
    {
        const Reply time = server.call({"TIME"});
        return time.items[0].bytes.toLongLong() * 1000 + time.items[1].bytes.toLongLong() / 1000;
    }
    /// Returns an id's score in a set, or nullopt if the set does not contain it.
    std::optional<qint64> score(const QByteArray& set, const TaskId& id)
    {
        const Reply reply = server.call({"ZSCORE", set, id});
        return reply.isNil() ? std::nullopt : std::optional(qint64(reply.bytes.toDouble()));
    }
    QByteArray field(const QByteArray& hash, const QByteArray& name) { return server.call({"HGET", hash, name}).bytes; }
    qint64 fields(const QByteArray& hash) { return server.call({"HLEN", hash}).integer; }
    qint64 members(const QByteArray& set) { return server.call({"ZCARD", set}).integer; }
    /// Returns the names of the sets that contain `id`, joined by commas. A valid task is in exactly one.
    QByteArray whereIs(const TaskId& id)
    {
        QByteArrayList found;
        for (const char* role : {"pending", "retry", "leased", "failed", "done", "trash"}) {
            if (score(keys.ofRole(role), id))
                found << role;
        }
        return found.join(',');
    }
    /// Returns a statistics field's total over all minutes.
    qint64 counted(const QByteArray& name)
    {
        qint64 sum = 0;
        for (const Reply& key : server.call({"KEYS", keys.statisticsPrefix().replace("{", "\\{") + "[0-9]*"}).items)
            sum += server.call({"HGET", key.bytes, name}).bytes.toLongLong();
        return sum;
    }
    /// Returns the sum of the histogram buckets with this letter: `l` counts started tasks by lateness, `r` counts done
    /// tasks by run time.
    qint64 countedClasses(const char* letter)
    {
        qint64 sum = 0;
        for (int k = 0; k < 42; ++k)
            sum += counted(letter + QByteArray::number(k));
        return sum;
    }

    template <typename T> static T value(Result<T> result)
    {
        if (result)
            return std::move(result).value();
        QTest::qFail(qPrintable(QStringLiteral("%1 (%2)").arg(result.error().message, result.error().detail)), __FILE__,
            __LINE__);
        return T();
    }

    RedisServer server;
    NativeWorkerLane worker;
    NativeWorkerLane other;
    NativeKeys keys;

private:
    static void appendTo(QByteArrayList& values, const Reply& reply)
    {
        for (const Reply& item : reply.items)
            values << item.bytes;
    }
    static void appendPairs(QByteArrayList& values, const Reply& reply, bool pairs)
    {
        QByteArrayList entries;
        for (std::size_t i = 0; i < reply.items.size(); i += pairs ? 2 : 1)
            entries << reply.items[i].bytes + (pairs ? ": " + reply.items[i + 1].bytes : QByteArray());
        std::sort(entries.begin(), entries.end());
        values << entries;
    }
};

} // namespace dueline
