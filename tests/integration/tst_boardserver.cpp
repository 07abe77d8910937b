// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/console/board/boardmemory.h"
#include "core/layouts/catalogue/layoutregistry.h"
#include "tests/support/must.h"
#include "tests/support/redisserver.h"

#include <QTest>

using namespace dueline;
using namespace std::chrono_literals;

/// Tests the queue overview on a real server.
class TestBoardServer : public QObject
{
    Q_OBJECT

    /// Adds a row for each way to open a connection: with a single layout, and with automatic detection.
    static void everyWay()
    {
        QTest::addColumn<QString>("layout");
        QTest::newRow("native") << QStringLiteral("native");
        QTest::newRow("auto") << QStringLiteral("auto");
    }
    static std::unique_ptr<Backend> opened(RedisServer& server, const QString& layout = {})
    {
        auto backend = openLayout(layout == u"auto" ? automaticLayout() : defaultLayout(), server.config(), "dueline",
            "tester", Access::OperateAndWork);
        if (!backend)
            qFatal("%s", qPrintable(backend.error().message));
        return *std::move(backend);
    }
    static void add(Backend& backend, const QueueName& queue, int count)
    {
        std::vector<NewTask> tasks;
        for (int i = 0; i < count; ++i) {
            NewTask task;
            task.id = "mail.send#" + QByteArray::number(i);
            tasks.push_back(task);
        }
        must(backend.editor()->add(queue, tasks));
    }
    /// Reads the board once. Returns the number of calls.
    static int read(Backend& backend, BoardMemory& memory)
    {
        const TimePoint now = must(backend.serverTime());
        auto reading = memory.next(must(backend.inspector().queues()), backend.queueCapabilities(), now);
        if (!reading)
            return 0;
        int steps = 1;
        while (!must(reading->step(backend)))
            ++steps;
        memory.keep(*reading, now);
        return steps;
    }
    static BoardRow row(Backend& backend, const BoardMemory& memory, const QueueName& queue)
    {
        const TimePoint now = must(backend.serverTime());
        for (BoardRow& row : memory.rows(must(backend.inspector().queues()), backend.queueCapabilities(), now)) {
            if (row.queue == queue)
                return row;
        }
        qFatal("no such queue");
    }

private slots:
    void aNativeQueueIsToldWithItsFailuresWorkersAndNextRun()
    {
        RedisServer server;
        const auto backend = opened(server);
        add(*backend, "mail", 5);
        ClaimRequest request;
        request.queue = "mail";
        request.limit = 2;
        request.types.all = true;
        for (const Lease& lease : must(backend->broker()->claim(request)).leases)
            must(backend->broker()->nack("mail", {{lease.id, lease.token, {}, "failed", "boom"}}, {}));
        Schedule schedule;
        schedule.name = "nightly";
        schedule.cron = "0 3 * * *";
        schedule.type = "report";
        must(backend->schedules()->put("mail", schedule, false));
        BoardMemory memory;
        QVERIFY(read(*backend, memory) > 0);
        const BoardRow mail = row(*backend, memory, "mail");
        QCOMPARE(*mail.due, 3);
        QCOMPARE(*mail.failed, 2);
        QCOMPARE(*mail.failedLately, 2);
        QCOMPARE(std::accumulate(mail.ended->begin(), mail.ended->end(), qint64(0)), 2);
        QCOMPARE(mail.workers->alive, 0);
        QVERIFY(mail.nextRun);
        QVERIFY(*mail.nextRun > mail.serverNow);
        QCOMPARE(mail.trouble(), Trouble::Failing);
    }

    /// Checks that the board counts tasks that failed in the last hour and are still failed, no matter which worker and
    /// server ran them. The timeline counts failures the same way.
    void failuresAreThoseThatAreFailedStill_data() { everyWay(); }
    void failuresAreThoseThatAreFailedStill()
    {
        QFETCH(const QString, layout);
        RedisServer server;
        const auto backend = opened(server, layout);
        add(*opened(server), "mail", 3);
        ClaimRequest request;
        request.queue = "mail";
        request.limit = 3;
        request.types.all = true;
        std::vector<TaskId> failed;
        const auto native = opened(server);
        for (const Lease& lease : must(native->broker()->claim(request)).leases) {
            failed.push_back(lease.id);
            must(native->broker()->nack("mail", {{lease.id, lease.token, {}, "failed", "boom"}}, {}));
        }
        QCOMPARE(failed.size(), std::size_t(3));
        // One task failed more than an hour ago. The statistics contain no failures, as if the tasks had failed
        // elsewhere.
        const qint64 now = toMs(must(backend->serverTime()));
        server.call({"ZADD", "dueline:{mail}:failed", QByteArray::number(now - 3'700'000), failed[0]});
        for (qint64 minute = now / 60'000 - 1; minute <= now / 60'000 + 1; ++minute)
            server.call({"DEL", "dueline:{mail}:stats:" + QByteArray::number(minute)});
        BoardMemory memory;
        QVERIFY(read(*backend, memory) > 0);
        QCOMPARE(*row(*backend, memory, "mail").failedLately, 2);
        QCOMPARE(*row(*backend, memory, "mail").failed, 3);
    }

    /// Checks that released tasks, which are due immediately, count as both due and retries.
    void whatComesBackIsDueToo_data() { everyWay(); }
    void whatComesBackIsDueToo()
    {
        QFETCH(const QString, layout);
        RedisServer server;
        const auto native = opened(server);
        add(*native, "mail", 3);
        ClaimRequest request;
        request.queue = "mail";
        request.limit = 2;
        request.types.all = true;
        must(native->broker()->release("mail", must(native->broker()->claim(request)).leases));
        const auto backend = opened(server, layout);
        BoardMemory memory;
        read(*backend, memory);
        const BoardRow mail = row(*backend, memory, "mail");
        QCOMPARE(*mail.due, 3);
        QCOMPARE(mail.dueRetries, 2);
        QVERIFY(mail.oldestDue);
    }

    void manyNativeQueuesAreReadSeveralInOneCall()
    {
        RedisServer server;
        const auto backend = opened(server);
        constexpr int queues = 120;
        for (int i = 0; i < queues; ++i)
            add(*backend, "q" + QByteArray::number(i), 1);
        BoardMemory memory;
        int calls = 0;
        int readings = 0;
        while (const int steps = read(*backend, memory)) {
            QVERIFY(steps <= BoardReading::mostCalls);
            calls += steps;
            QVERIFY(++readings < 10);
        }
        // One call reads an hour's statistics for five queues.
        QVERIFY2(calls <= queues / 5 + 2, qPrintable(QString::number(calls)));
        for (int i = 0; i < queues; ++i)
            QCOMPARE(*row(*backend, memory, "q" + QByteArray::number(i)).failedLately, 0);
    }

    void keysOfAnotherTypeAreNoStatistics()
    {
        RedisServer server;
        const auto backend = opened(server);
        add(*backend, "mail", 1);
        const qint64 minute = toMs(must(backend->serverTime())) / 60'000;
        for (qint64 at = minute - 1; at <= minute + 1; ++at)
            server.call({"SET", "dueline:{mail}:stats:" + QByteArray::number(at), "x"});
        server.call({"SET", "dueline:{mail}:ticks", "x"});
        BoardMemory memory;
        QVERIFY(read(*backend, memory) > 0);
        QCOMPARE(*row(*backend, memory, "mail").addedRate, 0.0);
        QVERIFY(!row(*backend, memory, "mail").nextRun);
    }
};

QTEST_GUILESS_MAIN(TestBoardServer)
#include "tst_boardserver.moc"
