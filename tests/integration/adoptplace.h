// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/console/adopt/adoptrun.h"
#include "core/console/adopt/adoptundo.h"
#include "core/console/operations/operationlog.h"
#include "core/layouts/catalogue/layoutregistry.h"
#include "core/redis/reply.h"
#include "tests/support/redisserver.h"

#include <QTest>

namespace dueline {

inline qint64 seconds() { return toMs(SystemClock().now()) / 1000; }
/// Server with a custom design and a native queue.
struct AdoptPlace
{
    explicit AdoptPlace(const char* layout)
        : connection{server.config(), *parseLayout(QString::fromLatin1(layout)), "dueline"}
        , native(*openLayout(defaultLayout(), server.config(), "dueline", "tester", Access::OperateAndWork))
    { }

    AdoptRequest request(const QueueName& to = "q") const
    {
        return {connection, to, Access::Operate, "me@here", "moving on"};
    }
    /// Returns all tasks in the native queue, sorted by due time.
    std::vector<Task> tasks()
    {
        PageRequest page;
        page.queue = "q";
        page.states = StateSet::all();
        page.limit = 1000;
        return native->inspector().page(page).value().tasks;
    }
    QByteArray payload(const TaskId& id) { return *native->inspector().payload("q", id); }
    OperationRecord adoption(const OperationId& id) { return *findOperation(native->inspector(), id); }
    AdoptUndo undoOf(const AdoptRun& run)
    {
        return AdoptUndo(connection, adoption(run.record().id), Access::Operate, "me@here");
    }
    QByteArrayList members(const QByteArray& key)
    {
        QByteArrayList all;
        for (const Reply& item : server.call({"ZRANGE", key, "0", "-1", "WITHSCORES"}).items)
            all << item.bytes;
        return all;
    }
    QByteArrayList items(const QByteArray& key)
    {
        QByteArrayList all;
        for (const Reply& item : server.call({"LRANGE", key, "0", "-1"}).items)
            all << item.bytes;
        return all;
    }
    /// Runs one due task to completion, like a worker.
    TaskId runOne()
    {
        ClaimRequest request;
        request.queue = "q";
        request.limit = 1;
        request.types.all = true;
        const auto claim = native->broker()->claim(request);
        if (!claim || claim->leases.empty())
            return {};
        const Lease lease = claim->leases.front();
        return native->broker()->ack("q", {{lease.id, lease.token, {}}}, {}) ? lease.id : TaskId();
    }

    RedisServer server;
    ConnectionSpec connection;
    std::unique_ptr<Backend> native;
};

} // namespace dueline

#define MOVED(run, count)                                                                                              \
    do {                                                                                                               \
        const auto movedNow = (run).finish();                                                                          \
        QVERIFY2(movedNow.ok(), movedNow ? "" : qPrintable(movedNow.error().message));                                 \
        QCOMPARE(movedNow->done, qint64(count));                                                                       \
    } while (false)
