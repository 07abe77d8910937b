// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/console/operations/operationlog.h"
#include "core/console/transfer/movepreview.h"
#include "core/console/transfer/moveundo.h"
#include "core/queue/forwardingbackend.h"
#include "tests/integration/nativebackend.h"

#include <QSet>
#include <QTest>

using namespace dueline;

namespace {

/// Backend that calls a hook before each read or write, so that a test can change the server there.
class ToldBackend : public ForwardingBackend
{
public:
    using ForwardingBackend::ForwardingBackend;

    QueueInspector& inspector() override
    {
        tell(beforeReading);
        return inner().inspector();
    }
    QueueEditor* editor() override
    {
        tell(beforeWriting);
        return inner().editor();
    }

    std::function<void()> beforeReading;
    std::function<void()> beforeWriting;

private:
    static void tell(const std::function<void()>& hook)
    {
        if (hook)
            hook();
    }
};

} // namespace

/// Tests moves from queue `q` on one server to queue `r` on another that are interrupted because their process is
/// killed or a server doesn't answer.
class TestMoveResume : public QObject
{
    Q_OBJECT

    struct Fixture
    {
        RedisServer server;
        RedisServer second{{false, true, {}, {}}};
        ToldBackend from{open(server)};
        ToldBackend to{open(second)};

        static std::unique_ptr<Backend> open(RedisServer& at)
        {
            ConnectionSpec connection;
            connection.redis = at.config();
            connection.redis.timeouts.reply = Millis(1'000); // short, because one test stops a server
            return must(openBackend(connection, {}, Access::OperateAndWork));
        }
        /// Adds `count` tasks to `q`, due immediately and named TYPE#0, TYPE#1, and so on.
        void add(const QByteArray& type, int count)
        {
            std::vector<NewTask> tasks;
            for (int i = 0; i < count; ++i) {
                NewTask task;
                task.id = type + '#' + QByteArray::number(i);
                task.payload = "p";
                tasks.push_back(task);
            }
            must(from.editor()->add("q", tasks));
        }
        MoveRequest request(const QByteArray& type = "t")
        {
            MoveRequest request;
            request.from = "q";
            request.to = "r";
            request.elsewhere = "redis://second:6379";
            request.by = "me@here";
            request.selection.kind = TaskSelection::Kind::Filter;
            request.selection.filter = must(TaskFilter::parse(QString::fromLatin1("type:" + type)));
            return request;
        }
        /// Executes steps until the run has moved `done` tasks.
        void moveUntil(MoveRun& run, qint64 done)
        {
            while (must(run.step(from, to)).done < done) { }
        }
        /// Runs all due tasks in `r`, counting each one's runs. Doesn't keep finished tasks.
        void workAndForget()
        {
            QueueSettings settings;
            settings.keepDone = Millis(0);
            QVERIFY(to.editor()->configure("r", settings).ok());
            for (;;) {
                const auto leases = must(to.broker()->claim({"r", 250, Millis(60'000), {true, {}, {}}})).leases;
                if (leases.empty())
                    return;
                std::vector<Ack> acks;
                for (const Lease& lease : leases) {
                    ++runs[lease.id];
                    acks.push_back({lease.id, lease.token, {}});
                }
                must(to.broker()->ack("r", acks, {}));
            }
        }
        qint64 ranTwice() const
        {
            return std::count_if(runs.begin(), runs.end(), [](const auto& run) { return run.second > 1; });
        }
        qint64 inQueue(const char* set) { return server.call({"ZCARD", QByteArray("dueline:{q}:") + set}).integer; }
        qint64 inTarget(const char* set) { return second.call({"ZCARD", QByteArray("dueline:{r}:") + set}).integer; }
        OperationRecord recordOf(const MoveRun& run) { return must(findOperation(from.inspector(), run.record().id)); }
        /// Makes the operation look as if its process had been killed a while ago.
        void forgetHolder(const MoveRun& run)
        {
            server.call({"HSET", "dueline:{q}:op:" + uniquePartOf(run.record().id), "held", "0"});
        }
        /// Replaces one of `q`'s keys with a string until mend() restores it.
        void damage(const QByteArray& role)
        {
            server.call({"RENAME", "dueline:{q}:" + role, "dueline:{q}:aside"});
            server.call({"SET", "dueline:{q}:" + role, "not ours"});
        }
        void mend(const QByteArray& role)
        {
            server.call({"DEL", "dueline:{q}:" + role});
            server.call({"RENAME", "dueline:{q}:aside", "dueline:{q}:" + role});
        }

        std::map<TaskId, int> runs;
    };

private slots:
    void whatRanAndWasForgottenDoesNotRunAgain();
    void undoingAnInterruptedMoveBringsBackNothingThatRan();
    void whatWasInTransitArrives();
    void aMoveThatRunsIsNotTakenForInterrupted();
    void whatCouldNotBeGivenBackIsGivenBackLater();
    void whatCouldNotBeReadAfterItWasTakenArrivesLater();
    void whatIsDamagedInTransitIsSaidAndKept();
};

void TestMoveResume::whatRanAndWasForgottenDoesNotRunAgain()
{
    Fixture fixture;
    fixture.add("t", 500);
    {
        MoveRun killed(fixture.request());
        fixture.moveUntil(killed, 300);
        fixture.workAndForget();
        QCOMPARE(fixture.runs.size(), std::size_t(300));
        fixture.forgetHolder(killed);
    }
    fixture.add("u", 1);
    MoveRun unrelated(fixture.request("u"));
    QCOMPARE(must(unrelated.finish(fixture.from, fixture.to)).done, 1);
    fixture.workAndForget();
    QCOMPARE(fixture.ranTwice(), 0);
    QCOMPARE(fixture.runs.size(), std::size_t(301));
    // Tasks that hadn't left `q` are still there.
    QCOMPARE(fixture.inQueue("pending"), 200);
    for (const OperationRecord& record : must(fixture.from.inspector().operations("q", 10)))
        QVERIFY2(record.finished, record.id.constData());
}

void TestMoveResume::undoingAnInterruptedMoveBringsBackNothingThatRan()
{
    Fixture fixture;
    fixture.add("t", 300);
    MoveRun killed(fixture.request());
    fixture.moveUntil(killed, 200);
    fixture.workAndForget();
    QVERIFY(!must(previewMove(fixture.request("none"), fixture.from, fixture.to)).interrupted);
    MoveUndo early(fixture.recordOf(killed), "me@here");
    const auto refused = early.finish(fixture.from, fixture.to);
    QVERIFY(!refused && refused.error().code == ErrorCode::Busy);
    fixture.forgetHolder(killed);
    QCOMPARE(must(previewMove(fixture.request("none"), fixture.from, fixture.to)).interrupted, 1);
    MoveUndo undo(fixture.recordOf(killed), "me@here");
    QCOMPARE(must(undo.finish(fixture.from, fixture.to)).restored, 0);
    QCOMPARE(fixture.inQueue("pending"), 100);
    // If the first program was only suspended, it now gets an error and moves no more tasks.
    const auto late = killed.finish(fixture.from, fixture.to);
    QVERIFY(!late && late.error().code == ErrorCode::Refused);
    QCOMPARE(fixture.inQueue("pending"), 100);
}

void TestMoveResume::whatWasInTransitArrives()
{
    Fixture fixture;
    fixture.add("t", 300);
    MoveRun broken(fixture.request());
    fixture.moveUntil(broken, 100);
    // The target server stops in the middle of the second batch of 100 tasks.
    fixture.to.beforeWriting = [&] {
        if (fixture.second.isRunning() && fixture.inQueue("trash") > 100)
            fixture.second.stop();
    };
    QVERIFY(!broken.finish(fixture.from, fixture.to));
    fixture.to.beforeWriting = {};
    QCOMPARE(fixture.inQueue("trash"), 200);
    QCOMPARE(fixture.inQueue("pending"), 100);
    QVERIFY(!fixture.recordOf(broken).finished);
    fixture.second.start();
    // The failed run has released the operation, so the next one need not wait.
    MoveRun next(fixture.request("none"));
    QVERIFY(next.finish(fixture.from, fixture.to).ok());
    fixture.workAndForget();
    QCOMPARE(fixture.ranTwice(), 0);
    QCOMPARE(fixture.recordOf(broken).done, 200);
    QVERIFY(fixture.recordOf(broken).finished);
}

void TestMoveResume::aMoveThatRunsIsNotTakenForInterrupted()
{
    Fixture fixture;
    fixture.add("t", 300);
    MoveRun first(fixture.request());
    fixture.moveUntil(first, 100);
    QVERIFY(fixture.recordOf(first).running);
    fixture.add("u", 1);
    MoveRun second(fixture.request("u"));
    const auto refused = second.finish(fixture.from, fixture.to);
    QVERIFY(!refused && refused.error().code == ErrorCode::Busy);
    QVERIFY2(
        refused.error().message.contains(QString::fromUtf8(first.record().id)), qPrintable(refused.error().message));
    QVERIFY(!fixture.recordOf(first).finished);
    QCOMPARE(must(first.finish(fixture.from, fixture.to)).done, 300);
    QCOMPARE(must(second.finish(fixture.from, fixture.to)).done, 1);
    QCOMPARE(fixture.inTarget("pending"), 301);
}

void TestMoveResume::whatCouldNotBeGivenBackIsGivenBackLater()
{
    Fixture fixture;
    fixture.add("t", 150);
    std::vector<NewTask> others;
    for (int i = 0; i < 30; ++i)
        others.push_back({"t#" + QByteArray::number(i), {}, Millis(3'600'000), {}, "another"});
    must(fixture.to.editor()->add("r", others));
    // Conflicting tasks must return to `q`, but it is damaged and can't accept them until the move has failed.
    bool isDamaged = false;
    fixture.to.beforeWriting = [&] {
        if (!isDamaged && fixture.inQueue("trash") > 0) {
            isDamaged = true;
            fixture.damage("pending");
        }
    };
    MoveRun run(fixture.request());
    QVERIFY(!run.finish(fixture.from, fixture.to));
    QVERIFY(isDamaged);
    fixture.to.beforeWriting = {};
    fixture.mend("pending");
    QVERIFY(!fixture.recordOf(run).finished);
    QVERIFY(fixture.inQueue("trash") > 0);
    MoveRun next(fixture.request());
    const MoveProgress progress = must(next.finish(fixture.from, fixture.to));
    QCOMPARE(progress.conflicts, 30);
    QCOMPARE(fixture.inQueue("pending"), 30);
    QCOMPARE(fixture.inTarget("pending"), 150);
    QVERIFY(fixture.recordOf(run).finished && fixture.recordOf(next).finished);
}

void TestMoveResume::whatCouldNotBeReadAfterItWasTakenArrivesLater()
{
    Fixture fixture;
    fixture.add("t", 50);
    bool isDamaged = false;
    fixture.from.beforeReading = [&] {
        if (!isDamaged && fixture.inQueue("trash") > 0) {
            isDamaged = true;
            fixture.damage("tries");
        }
    };
    MoveRun run(fixture.request());
    QVERIFY(!run.finish(fixture.from, fixture.to));
    QVERIFY(isDamaged);
    fixture.from.beforeReading = {};
    fixture.mend("tries");
    QCOMPARE(fixture.inQueue("trash"), 50);
    QVERIFY(!fixture.recordOf(run).finished);
    MoveRun next(fixture.request("none"));
    QVERIFY(next.finish(fixture.from, fixture.to).ok());
    QCOMPARE(fixture.inTarget("pending"), 50);
    QVERIFY(fixture.recordOf(run).finished);
}

void TestMoveResume::whatIsDamagedInTransitIsSaidAndKept()
{
    Fixture fixture;
    fixture.add("t", 50);
    bool isDamaged = false;
    fixture.from.beforeReading = [&] {
        if (!std::exchange(isDamaged, fixture.inQueue("trash") > 0) && isDamaged)
            fixture.server.call({"HSET", "dueline:{q}:tasks", "t#7", "no envelope"});
    };
    MoveRun run(fixture.request());
    const auto failed = run.finish(fixture.from, fixture.to);
    QVERIFY(!failed && failed.error().message.contains(QStringLiteral("\"t#7\" cannot be read")));
    fixture.from.beforeReading = {};
    QVERIFY(!fixture.recordOf(run).finished);
    QCOMPARE(fixture.recordOf(run).inTransit.size(), std::size_t(50));
    fixture.server.call({"HSET", "dueline:{q}:tasks", "t#7", "{}\np"});
    MoveRun next(fixture.request("none"));
    QVERIFY(next.finish(fixture.from, fixture.to).ok());
    QCOMPARE(fixture.inTarget("pending"), 50);
}

QTEST_GUILESS_MAIN(TestMoveResume)
#include "tst_moveresume.moc"
