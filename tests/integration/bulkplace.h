// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/console/connect/openbackend.h"
#include "core/console/operations/operationlog.h"
#include "core/console/operations/undorun.h"
#include "core/queue/bulkeditor.h"
#include "tests/support/redisserver.h"

#include <QTest>

#include <map>

namespace dueline::test {

using Scores = std::map<QByteArray, std::map<QByteArray, QByteArray>>; ///< set → id → score

/// Real server with one queue, `mail`, for testing bulk operations.
class BulkPlace
{
public:
    BulkPlace()
    {
        connection.redis = server.config();
        backend = open();
    }

    std::unique_ptr<Backend> open()
    {
        auto opened = backendFactory(connection, {}, Access::OperateAndWork)();
        if (!opened)
            qFatal("%s", qPrintable(opened.error().message));
        return std::move(*opened);
    }
    static QByteArray key(const QByteArray& role) { return "dueline:{mail}:" + role; }
    static TaskId idOf(int number) { return "send#" + QByteArray::number(number).rightJustified(6, '0'); }

    void add(int count, Millis dueIn, Millis step, int first = 0)
    {
        const TimePoint now = *backend->serverTime();
        for (int begin = 0; begin < count; begin += 10'000) {
            std::vector<NewTask> tasks;
            for (int i = begin; i < std::min(count, begin + 10'000); ++i) {
                NewTask task;
                task.id = idOf(first + i);
                task.dueAt = now + dueIn + step * i;
                task.payload = "for alice";
                tasks.push_back(task);
            }
            if (!backend->editor()->add("mail", tasks))
                qFatal("nothing could be added");
        }
    }
    std::vector<Lease> claim(int limit)
    {
        ClaimRequest request;
        request.queue = "mail";
        request.limit = limit;
        request.types.all = true;
        return backend->broker()->claim(request).value().leases;
    }
    void failAll(std::optional<Millis> retryIn = {})
    {
        for (auto leases = claim(250); !leases.empty(); leases = claim(250)) {
            std::vector<Nack> nacks;
            for (const Lease& lease : leases)
                nacks.push_back({lease.id, lease.token, retryIn, retryIn ? "retry" : "failed", "timeout", lease.dueAt});
            if (!backend->broker()->nack("mail", nacks, {}))
                qFatal("nothing could be failed");
        }
    }
    /// Adds 600 failed, 600 retrying and 2,500 scheduled tasks.
    void addOfEachKind()
    {
        add(600, std::chrono::minutes(-1), Millis(7));
        failAll();
        add(600, std::chrono::minutes(-1), Millis(7), 1000);
        failAll(std::chrono::hours(1));
        add(2500, std::chrono::hours(1), Millis(13), 2000);
    }
    /// Returns the members of all sets with their scores, read directly from Redis.
    Scores scores()
    {
        constexpr qint64 atOnce = 100'000; // members per call, to limit the size of a reply
        Scores all;
        for (const char* role : {"pending", "retry", "leased", "failed", "done", "trash"}) {
            for (qint64 first = 0;; first += atOnce) {
                const Reply reply = server.call({"ZRANGE", key(role), QByteArray::number(first),
                    QByteArray::number(first + atOnce - 1), "WITHSCORES"});
                for (std::size_t i = 0; i + 1 < reply.items.size(); i += 2)
                    all[role][reply.items[i].bytes] = reply.items[i + 1].bytes;
                if (reply.items.size() < 2 * atOnce)
                    break;
            }
        }
        return all;
    }
    /// Returns the contents of `tries` by task id.
    std::map<QByteArray, QByteArray> tries()
    {
        std::map<QByteArray, QByteArray> all;
        const Reply reply = server.call({"HGETALL", key("tries")});
        for (std::size_t i = 0; i + 1 < reply.items.size(); i += 2)
            all[reply.items[i].bytes] = reply.items[i + 1].bytes;
        return all;
    }
    OperationRecord record(const OperationId& id) { return findOperation(backend->inspector(), id).value(); }
    QByteArray field(const OperationId& id, const char* name)
    {
        return server.call({"HGET", key("op:" + id.mid(5)), name}).bytes;
    }
    qint64 listed(const OperationId& id) { return server.call({"LLEN", key("op:" + id.mid(5) + ":list")}).integer; }
    /// Makes an operation look as if its client had been killed a while ago.
    void forgetHolder(const OperationId& id) { server.call({"HSET", key("op:" + id.mid(5)), "held", "0"}); }
    qint64 undo(const OperationId& id)
    {
        UndoRun run("mail", id, "bob@here");
        const auto finished = run.finish(*backend);
        if (!finished)
            qFatal("%s", qPrintable(finished.error().message));
        return finished->restored;
    }

    RedisServer server;
    ConnectionSpec connection;
    std::unique_ptr<Backend> backend;
};

inline OperationRequest requestFor(ActionKind kind, Action::Time time = Action::Time::None, Millis by = {})
{
    OperationRequest request;
    request.queue = "mail";
    request.action.kind = kind;
    request.action.time = time;
    request.action.by = by;
    request.by = "alice@there";
    return request;
}

} // namespace dueline::test

/// Executes an operation or an undo to completion.
#define DONE(run, backend)                                                                                             \
    do {                                                                                                               \
        const auto finished = (run).finish(backend);                                                                   \
        QVERIFY2(finished.ok(), finished ? "" : qPrintable(finished.error().message));                                 \
    } while (false)
