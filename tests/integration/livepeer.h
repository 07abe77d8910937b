// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "tests/support/asynqpeer.h"
#include "tests/support/celerypeer.h"
#include "tests/support/foreignkeys.h"
#include "tests/support/phppeer.h"
#include "tests/support/rqpeer.h"

#include <QTest>

namespace dueline {

/// Makes an operation or undo look as if its process had been killed several seconds ago.
inline void forgetHolder(RedisServer& server, const QByteArray& operation)
{
    const QByteArray unique = operation.mid(operation.lastIndexOf('/') + 1);
    for (const Reply& key : server.call({"KEYS", "dueline:*:op:" + unique}).items)
        server.call({"HSET", key.bytes, "held", "0"});
}

/// Server with a framework's `mail` queue and own worker. A task can block the worker while a test acts; the worker
/// then continues.
class LivePeer
{
public:
    static std::vector<QByteArray> layouts() { return {"laravel", "rq", "celery", "asynq"}; }
    /// Returns why the framework can't run on this machine, as a message for QSKIP, or an empty string if it can.
    static QString missing(const QByteArray& layout)
    {
        return layout == "laravel" ? PhpPeer::missing()
            : layout == "rq"       ? RqPeer::missing()
            : layout == "celery"   ? CeleryPeer::missing()
                                   : AsynqPeer::missing();
    }

    /// Starts the worker and waits until it is ready.
    explicit LivePeer(QByteArray layout)
        : m_layout(std::move(layout))
    {
        if (m_layout == "laravel")
            m_worker = std::make_unique<PhpPeer>(server, "mail");
        else if (m_layout == "rq")
            m_worker = std::make_unique<RqPeer>(server, "mail", 0, RqPeer::Kind::Simple);
        else if (m_layout == "celery")
            m_worker = std::make_unique<CeleryPeer>(server, "mail");
        else
            m_worker = std::make_unique<AsynqPeer>(server, "mail");
    }

    const QByteArray& layout() const { return m_layout; }
    /// Returns the queue's name for duectl.
    QString queue() const { return QStringLiteral("mail@") + QString::fromLatin1(m_layout); }

    /// Adds tasks with the framework, due in `seconds`, and returns their ids. Each task counts its runs; a `wait` task
    /// runs until release().
    QByteArrayList add(int count, int seconds, const char* task = "mark")
    {
        const int from = std::exchange(m_used, m_used + count);
        if (m_layout == "laravel") {
            return PhpPeer::run(&server,
                {QStringLiteral("add"), QStringLiteral("mail"), QString::number(count), QString::number(seconds),
                    QString::fromLatin1(task == QByteArray("wait") ? "Wait" : "Mail"), QString::number(from)});
        }
        const QString due = seconds > 0 ? QStringLiteral(R"(, "in": %1)").arg(seconds) : QString();
        const auto words = [&](const QString& id, const QString& further = {}) {
            return QStringLiteral(R"({"id": "%1", "%2": "%3"%4%5})")
                .arg(id, m_layout == "asynq" ? QStringLiteral("type") : QStringLiteral("task"),
                    QString::fromLatin1(task), due, further);
        };
        if (m_layout == "rq") {
            QStringList command{QStringLiteral("add")};
            for (int i = from; i < from + count; ++i)
                command << words(QStringLiteral("j%1").arg(i));
            return RqPeer::run(server, command);
        }
        const QStringList one{words(QStringLiteral("j%1").arg(from), QStringLiteral(R"(, "count": %1)").arg(count))};
        return m_layout == "celery" ? CeleryPeer::add(server, one) : AsynqPeer::add(server, one);
    }
    /// Waits until the worker has claimed a task that runs until release().
    void hold()
    {
        const qint64 before = began();
        add(1, 0, "wait");
        QTRY_COMPARE_WITH_TIMEOUT(began(), before + 1, 30'000);
    }
    void release() { server.call({"SET", "go", "1"}); }
    /// Deletes the test keys once the released task has ended, so that another task can block the
    /// worker.
    void clear() { server.call({"DEL", "go", "marks", "arrived", "began"}); }

    /// Returns the number of tasks in the list that workers claim from. For Celery, includes tasks with an eta.
    qint64 waiting() { return server.call({"LLEN", listKey()}).integer; }
    /// Returns the number of tasks waiting for their due time.
    qint64 later()
    {
        if (m_layout != "celery")
            return server.call({"ZCARD", laterKey()}).integer;
        qint64 count = 0;
        for (const Reply& message : server.call({"LRANGE", listKey(), "0", "-1"}).items)
            count += message.bytes.contains(R"("eta": null)") ? 0 : 1;
        return count;
    }
    /// Returns the number of started tasks, or -1 if any task started more than once.
    qint64 ran()
    {
        const auto counts = server.call({"HVALS", "marks"}).items;
        const bool isOnce
            = std::all_of(counts.begin(), counts.end(), [](const Reply& runs) { return runs.bytes == "1"; });
        return isOnce ? qint64(counts.size()) : -1;
    }
    /// Returns the framework's own keys with their values, except those written by the test tasks and the worker.
    std::map<QByteArray, QByteArrayList> theirs()
    {
        auto keys = foreignKeys(server, ComparedEnd::None);
        std::erase_if(keys, [](const auto& key) {
            static const std::vector<QByteArray> others{
                "marks", "arrived", "began", "go", "rq:worker", "asynq:servers", "asynq:workers", "asynq:{mail}:lease"};
            return std::any_of(
                others.begin(), others.end(), [&](const QByteArray& other) { return key.first.startsWith(other); });
        });
        return keys;
    }
    /// Returns the keys of unfinished tasks, and any data left behind by tasks.
    QByteArrayList left()
    {
        QByteArrayList keys;
        for (const char* pattern :
            {"laravel_database_queues:mail*", "rq:queue:mail*", "rq:scheduled:mail", "rq:wip:mail", "mail*", "unacked*",
                "asynq:{mail}:t:*", "asynq:{mail}:pending", "asynq:{mail}:active", "asynq:{mail}:scheduled"}) {
            for (const Reply& key : server.call({"KEYS", pattern}).items)
                keys << key.bytes;
        }
        return keys;
    }
    /// Returns the keys without an expiry that Dueline stores for the framework's tasks.
    QByteArrayList lasting()
    {
        QByteArrayList keys;
        for (const Reply& key : server.call({"KEYS", "dueline:overlay:*"}).items) {
            if (server.call({"PTTL", key.bytes}).integer <= 0)
                keys << key.bytes;
        }
        return keys;
    }
    /// Returns the number of connections from Dueline programs, including `server`'s.
    qint64 clients() { return server.call({"CLIENT", "LIST"}).bytes.count(" name=dueline"); }

    RedisServer server;

private:
    qint64 began() { return server.call({"HLEN", m_layout == "asynq" ? "began" : "marks"}).integer; }
    QByteArray listKey() const
    {
        return m_layout == "laravel" ? "laravel_database_queues:mail"
            : m_layout == "rq"       ? "rq:queue:mail"
            : m_layout == "celery"   ? "mail"
                                     : "asynq:{mail}:pending";
    }
    QByteArray laterKey() const
    {
        return m_layout == "laravel" ? "laravel_database_queues:mail:delayed"
            : m_layout == "rq"       ? "rq:scheduled:mail"
                                     : "asynq:{mail}:scheduled";
    }

    QByteArray m_layout;
    int m_used = 0; ///< number of task names used so far
    std::unique_ptr<PeerProcess> m_worker;
};

} // namespace dueline
