// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/console/operations/operationrun.h"
#include "core/console/operations/undorun.h"
#include "core/layouts/layoutregistry.h"
#include "tests/support/must.h"
#include "tests/support/redisserver.h"

#include <map>

namespace dueline {

/// A server with an installation of Sidekiq, for operations on its jobs.
class SidekiqActs
{
public:
    static inline const QueueName shared = "@sidekiq";

    explicit SidekiqActs(QByteArray nameSpace = {})
        : m_prefix(nameSpace.isEmpty() ? QByteArray() : nameSpace + ':')
        , m_layout(nameSpace.isEmpty() ? QStringLiteral("sidekiq")
                                       : QStringLiteral("sidekiq:") + QString::fromLatin1(nameSpace))
    {
        backend = open(server.config());
    }

    std::unique_ptr<Backend> open(const RedisConfig& config) const
    {
        return must(openLayout(parseLayout(m_layout).value(), config, "dueline", {}, Access::Operate));
    }
    QByteArray key(const QByteArray& name) const { return m_prefix + name; }
    QueueName sharedPlace() const { return '@' + m_layout.toUtf8(); }

    /// As version 6 and 7 write it; `further` fields begin with a comma.
    static QByteArray job(const QByteArray& jid, const QByteArray& args = "[]", const QByteArray& further = {})
    {
        return R"({"retry":5,"queue":"mail","class":"MarkJob","args":)" + args + R"(,"jid":")" + jid
            + R"(","created_at":1795601606.7031234)" + further + '}';
    }
    static QByteArray failed(const QByteArray& jid, const QByteArray& args = "[]")
    {
        return job(jid, args,
            R"(,"enqueued_at":1795601606.8,"error_message":"\"retry_count\":9","error_class":"E","failed_at":1795601607.1,"retry_count":2)");
    }
    void put(const QByteArray& set, double score, const QByteArray& member)
    {
        server.call({"ZADD", key(set), QByteArray::number(score, 'f', 7), member});
    }
    void push(const QByteArray& member)
    {
        server.call({"SADD", key("queues"), "mail"});
        server.call({"LPUSH", key("queue:mail"), member});
    }
    QByteArrayList queued(const QByteArray& name = "mail")
    {
        QByteArrayList members;
        for (const Reply& member : server.call({"LRANGE", key("queue:" + name), "0", "-1"}).items)
            members.append(member.bytes);
        return members;
    }
    /// Two in each set, two in the queue.
    void fill()
    {
        put("schedule", 9e9 + 0.1234567, job("s1"));
        put("schedule", 9e9 + 1, job("s2"));
        put("retry", 8e9 + 0.7654321, failed("r1"));
        put("retry", 8e9 + 1, failed("r2"));
        put("dead", 1795601700.5, failed("d1"));
        put("dead", 1795601701.25, failed("d2"));
        push(job("q1"));
        push(job("q2"));
    }
    /// What stands in the keys of Sidekiq, by key.
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
                                                           : Command{"GET", key.bytes});
            for (const Reply& item : items.items)
                words << item.bytes;
            if (type == "set")
                std::sort(words.begin(), words.end());
            words << type << items.bytes;
        }
        return keys;
    }

    OperationRequest request(const QueueName& queue, const Action& action, const std::vector<TaskId>& ids) const
    {
        OperationRequest request;
        request.queue = queue;
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
    Done act(const QueueName& queue, ActionKind kind, const std::vector<TaskId>& ids, StateSet states = StateSet::all())
    {
        Action action{kind};
        if (kind == ActionKind::Reschedule) {
            action.time = Action::Time::At;
            action.at = fromMs(9'100'000'000'123);
        }
        OperationRequest asked = request(queue, action, ids);
        asked.states = states;
        OperationRun run(asked);
        const OperationProgress progress = must(run.finish(*backend));
        return {run.id(), progress.done, run.skipped().counts()};
    }
    UndoProgress undo(const QueueName& queue, const OperationId& id)
    {
        return must(UndoRun(queue, id, "tester").finish(*backend));
    }

    RedisServer server;
    std::unique_ptr<Backend> backend;

private:
    QByteArray m_prefix;
    QString m_layout;
};

} // namespace dueline
