// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "tests/gui/openwindow.h"

namespace dueline::test {

/// Server with native queues, and with BullMQ, Bull and Sidekiq queues as the frameworks write them.
class FrameworkShop : public Shop
{
public:
    /// Adds the BullMQ queue `mail` or `PREFIX:mail`, with the keys that make it discoverable.
    void addBullmqQueue(const QByteArray& path, const QByteArray& version = "6.7.0")
    {
        server.call({"HSET", path + ":meta", "version", "bullmq:" + version, "opts.maxLenEvents", "10000"});
        server.call({"XADD", path + ":events", "*", "event", "added"});
    }
    /// Adds a job to `place`, a list or sorted set. Only sorted sets use `score`.
    void addBullmqJob(const QByteArray& path, const QByteArray& id, const QByteArray& name, const QByteArray& place,
        const QByteArray& score = {}, const QByteArray& parent = {})
    {
        const QByteArray key = path + ':' + id;
        server.call(
            {"HSET", key, "name", name, "data", R"({"to":"a@example.com","n":)" + QByteArray::number(id.size()) + "}",
                "opts", R"({"attempts":3})", "timestamp", "1795236791229", "delay", "0", "priority", "0", "atm", "0"});
        if (!parent.isEmpty())
            server.call({"HSET", key, "parentKey", parent});
        if (place == "failed")
            server.call({"HSET", key, "failedReason", "ETIMEDOUT: no answer from smtp.example.com", "atm", "3"});
        if (score.isEmpty())
            server.call({"LPUSH", path + ':' + place, id});
        else
            server.call({"ZADD", path + ':' + place, score, id});
    }
    /// Adds job 10, a report, to `bull:mail`. It waits for three jobs in `bull:images` and one in `bull:mail`.
    void addFlow()
    {
        addBullmqQueue("bull:mail");
        addBullmqQueue("bull:images");
        const QByteArray parent = "bull:mail:10";
        addBullmqJob("bull:mail", "10", "report", "waiting-children", "1795236791229");
        addBullmqJob("bull:images", "1", "resize", "wait", {}, parent);
        addBullmqJob("bull:images", "2", "resize", "failed", "1795236791500", parent);
        addBullmqJob("bull:images", "3", "resize", "completed", "1795236791400", parent);
        addBullmqJob("bull:mail", "11", "page", "wait", {}, parent);
        server.call({"SADD", parent + ":dependencies", "bull:images:1", "bull:mail:11"});
        server.call({"HSET", parent + ":processed", "bull:images:3", "\"ok\""});
        server.call({"HSET", parent + ":failed", "bull:images:2", "ETIMEDOUT"});
    }
    void addBullQueue(const QByteArray& path)
    {
        server.call({"SET", path + ":id", "2"});
        server.call({"SET", path + ":meta-paused", "1"});
        const QByteArray opts = R"({"attempts":1,"delay":0,"timestamp":1795236791229})";
        server.call({"HSET", path + ":1", "name", "__default__", "data", "{}", "opts", opts, "timestamp",
            "1795236791229", "delay", "0", "priority", "0", "attemptsMade", "1", "failedReason", "boom"});
        server.call({"ZADD", path + ":failed", "1795236791300", "1"});
        server.call({"HSET", path + ":2", "name", "charge", "data", "{\"order\":7}", "opts", opts, "timestamp",
            "1795236791229", "delay", "0", "priority", "0"});
        server.call({"LPUSH", path + ":paused", "2"});
    }
    void addSidekiq()
    {
        server.call({"SADD", "queues", "default", "mailers"});
        const auto job
            = [](const QByteArray& jid, const QByteArray& name, const QByteArray& queue, const QByteArray& more = {}) {
                  return R"({"retry":true,"queue":")" + queue + R"(","class":")" + name
                      + R"(","args":[7,"a@example.com"],"jid":")" + jid
                      + R"(","created_at":1795236791.2,"enqueued_at":1795236791.2)" + more + '}';
              };
        server.call({"LPUSH", "queue:mailers", job("b0c1d2e3f4a5b6c7d8e9f0a1", "MailJob", "mailers")});
        const qint64 now = toMs(SystemClock().now()) / 1000;
        server.call({"ZADD", "schedule", QByteArray::number(now + 5400),
            job("c0c1d2e3f4a5b6c7d8e9f0a2", "DigestJob", "mailers")});
        server.call({"ZADD", "retry", QByteArray::number(now + 900),
            job("d0c1d2e3f4a5b6c7d8e9f0a3", "ChargeJob", "default",
                R"(,"retry_count":2,"error_class":"Net::ReadTimeout","error_message":"no answer","failed_at":1795236791.2)")});
    }
};

} // namespace dueline::test
