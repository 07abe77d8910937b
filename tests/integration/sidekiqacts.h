// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "tests/integration/layoutacts.h"

namespace dueline {

/// Server with a Sidekiq installation, for testing operations on its jobs.
class SidekiqActs : public LayoutActs<>
{
public:
    static inline const QueueName shared = "@sidekiq";

    explicit SidekiqActs(const QByteArray& nameSpace = {})
        : LayoutActs(nameSpace.isEmpty() ? QStringLiteral("sidekiq")
                                         : QStringLiteral("sidekiq:") + QString::fromLatin1(nameSpace))
        , m_prefix(nameSpace.isEmpty() ? QByteArray() : nameSpace + ':')
    { }

    QByteArray key(const QByteArray& name) const { return m_prefix + name; }
    QueueName sharedPlace() const { return '@' + layout().toUtf8(); }

    /// Returns a job in the format of versions 6 and 7. `further` contains more fields and must start with a comma.
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
    /// Adds two jobs to each set and two to the queue.
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
    /// Returns Sidekiq's keys with their values.
    std::map<QByteArray, QByteArrayList> theirs() { return foreignKeys(server, ComparedEnd::None); }

private:
    QByteArray m_prefix;
};

} // namespace dueline
