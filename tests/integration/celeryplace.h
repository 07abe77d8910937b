// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "tests/support/celerypeer.h"
#include "tests/support/foreignkeys.h"

namespace dueline {

/// Server with Celery queues whose messages the tests write themselves.
class CeleryServer : public RedisServer
{
public:
    /// Returns the key of the list with a queue's messages of one priority.
    static QByteArray list(const QByteArray& queue, char step = '0')
    {
        return step == '0' ? queue : queue + "\x06\x16" + step;
    }
    /// Returns a message in Celery 5.2's format. `eta` is JSON; `body` contains the call's arguments in base64.
    static QByteArray message(const QByteArray& id, const QByteArray& eta = "null",
        const QByteArray& args = R"([["caf\u00e9", 1.10], {"n": 12345678901234567890}, {"callbacks": null}])")
    {
        return R"({"body": ")" + args.toBase64()
            + R"(", "content-encoding": "utf-8", "content-type": "application/json", "headers": {"lang": "py", )"
              R"("task": "jobs.mark", "id": ")"
            + id + R"(", "shadow": null, "eta": )" + eta
            + R"x(, "expires": null, "retries": 0, "argsrepr": "('\u2026',)", "root_id": ")x" + id
            + R"("}, "properties": {"correlation_id": ")" + id
            + R"(", "delivery_mode": 2, "delivery_info": {"exchange": "", "routing_key": "mail"}, "priority": 0, )"
              R"("body_encoding": "base64", "delivery_tag": "tag-)"
            + id + R"("}})";
    }
    /// Fills a queue that is bound to a different exchange, with an unusual separator and unusual priorities. Each of
    /// seven lists contains one message named after its priority. Messages with a priority above 3 get this `eta`.
    void fillPriorities(const QByteArray& queue, const QByteArray& separator, const QByteArray& eta = "null")
    {
        call({"SADD", "_kombu.binding.shop", "key" + separator + separator + queue});
        for (const int priority : {0, 1, 3, 5, 6, 9, 100}) {
            const QByteArray number = QByteArray::number(priority);
            call({"LPUSH", priority == 0 ? queue : queue + separator + number,
                message('p' + number, priority > 3 ? eta : QByteArray("null"))});
        }
    }
    void bind(const QByteArray& queue, const QByteArray& exchange = {})
    {
        call({"SADD", "_kombu.binding." + (exchange.isEmpty() ? queue : exchange), queue + "\x06\x16\x06\x16" + queue});
    }
    /// Pushes a message. Messages run in the order they were pushed.
    void push(const QByteArray& message, const QByteArray& queue = "mail", char step = '0')
    {
        bind(queue);
        call({"LPUSH", list(queue, step), message});
    }
    /// Simulates a worker that claimed the message `ago` seconds ago.
    void take(const QByteArray& tag, const QByteArray& message, int ago = 1)
    {
        const qint64 now = call({"TIME"}).items.at(0).bytes.toLongLong();
        call({"ZADD", "unacked_index", QByteArray::number(now - ago) + ".25", tag});
        call({"HSET", "unacked", tag, '[' + message + R"(, "", "mail"])"});
    }
    std::map<QByteArray, QByteArrayList> theirs() { return foreignKeys(*this, ComparedEnd::WhetherThereIsOne); }
};

} // namespace dueline
