// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/console/adopt/adoptrun.h"
#include "core/layouts/catalogue/layoutregistry.h"
#include "core/layouts/custom/adoptstore.h"
#include "tests/integration/duectlprogram.h"
#include "tests/support/custompeer.h"

using namespace dueline;
using namespace Qt::StringLiterals;

/// Tests `duectl adopt` and its undo while the custom designs' workers are running.
class DuectlAdopt : public QObject
{
    Q_OBJECT

private slots:
    void aPreviewSaysWhatMovesAndWhatIsNotKept();
    void manyAreNotMovedWithoutBeingAskedFor();
    void whatStaysIsToldWithTheReason();
    void theJsonIsStable();
    void whatCannotBeAdoptedIsUsage();
    void doctorTellsOfWhatWasInterrupted();
    void theirListWorkerAndTheAdoptionShareNothing();
    void theirPollingWorkerFindsNothingTwiceUnlessItHadReadItBefore();

private:
    static void fill(RedisServer& server, int count)
    {
        const qint64 now = toMs(SystemClock().now()) / 1000;
        Command add{"ZADD", "jobs"};
        for (int i = 0; i < count; ++i)
            add.insert(add.end(), {QByteArray::number(now + 3600 + i), "job" + QByteArray::number(i)});
        server.call(add);
    }
};

void DuectlAdopt::aPreviewSaysWhatMovesAndWhatIsNotKept()
{
    RedisServer server;
    const Duectl duectl(server.url());
    fill(server, 3);
    const Answer preview = duectl.run("--layout zset:jobs adopt --dry-run --to new");
    EXIT(preview, 0);
    QVERIFY2(
        preview.out.startsWith("Would move 3 tasks of zset:jobs into the native queue new, which will be created.\n"),
        preview.all());
    QVERIFY2(preview.out.contains("Not kept:\n  - "), preview.all());
    QCOMPARE(server.call({"DBSIZE"}).integer, 1);
    for (const char* line :
        {"--layout zset:jobs adopt --dry-run --to new@native", "--layout zset:jobs adopt --dry-run --to new"})
        QVERIFY2(duectl.run(line).out.contains("into the native queue new,"), line);
    FAILS(duectl.run("--layout zset:jobs adopt --dry-run --to new@bullmq"), 2,
        "new@bullmq is a queue in the bullmq layout");
    const Answer nothing = duectl.run("--layout zset:empty adopt");
    EXIT(nothing, 0);
    QCOMPARE(nothing.out, QByteArray("There are no tasks to move in empty.\n"));
}

void DuectlAdopt::manyAreNotMovedWithoutBeingAskedFor()
{
    RedisServer server;
    const Duectl duectl(server.url());
    fill(server, 2);
    const Answer refused = duectl.run("--layout zset:jobs adopt");
    QVERIFY2(refused.isError(1) && refused.err.contains("--yes"), refused.all());
    QCOMPARE(server.call({"ZCARD", "jobs"}).integer, 2);
    const Answer moved = duectl.run("--layout zset:jobs adopt --yes --reason bye");
    EXIT(moved, 0);
    QVERIFY2(moved.out.startsWith("2 tasks moved into jobs. Undo: duectl undo jobs/"), moved.all());
    const QByteArray operation = moved.out.trimmed().split(' ').last();
    const QJsonObject record = duectl.run("operations jobs --json").array().at(0).toObject();
    QCOMPARE(record.value(u"kind"_s).toString(), u"adopt"_s);
    QCOMPARE(record.value(u"undoable"_s).toBool(), true);
    const Answer undone = duectl.run({u"undo"_s, QString::fromUtf8(operation), u"--yes"_s});
    EXIT(undone, 0);
    QCOMPARE(undone.out, QByteArray("2 of 2 restored.\n"));
    QCOMPARE(server.call({"ZCARD", "jobs"}).integer, 2);
    QCOMPARE(duectl.run("list jobs --json").array().size(), 0);
    const Answer again = duectl.run({u"undo"_s, QString::fromUtf8(operation), u"--yes"_s});
    QVERIFY2(again.isError(1), again.all());
}

void DuectlAdopt::whatStaysIsToldWithTheReason()
{
    RedisServer server;
    const Duectl duectl(server.url());
    server.call({"ZADD", "tasks", "1", "a", "2", "b", "inf", "c"});
    server.call({"SET", "lock_a", "1"});
    const Answer moved = duectl.run("--layout zset:tasks?lock=lock_%1 adopt --yes");
    EXIT(moved, 1);
    QVERIFY2(moved.err.contains("Not moved: 1 locked by a worker, 1 without a time."), moved.all());
    QCOMPARE(server.call({"ZCARD", "tasks"}).integer, 2);
}

void DuectlAdopt::theJsonIsStable()
{
    RedisServer server;
    const Duectl duectl(server.url());
    fill(server, 2);
    const QJsonObject preview = duectl.run("--layout zset:jobs adopt --dry-run --json").object();
    QCOMPARE(sorted(preview.keys()),
        sorted(words("dry_run from queue total first_due_ms last_due_ms staying interrupted not_kept")));
    const QJsonObject done = duectl.run("--layout zset:jobs adopt --yes --json").object();
    QCOMPARE(sorted(done.keys()), sorted(words("operation queue from total done left cancelled")));
    QCOMPARE(sorted(done.value(u"left"_s).toObject().keys()), sorted(words("locked no_time unreadable taken_first")));
    QCOMPARE(done.value(u"done"_s).toInt(), 2);
}

void DuectlAdopt::whatCannotBeAdoptedIsUsage()
{
    RedisServer server;
    const Duectl duectl(server.url());
    FAILS(duectl.run("adopt"), 2, "--layout");
    FAILS(duectl.run("--layout zset:jobs adopt --to a{b}"), 2, "{");
    FAILS(duectl.run("--layout zset:a{b} adopt"), 2, "--to");
    server.call({"SET", "jobs", "text"});
    QVERIFY(duectl.run("--layout zset:jobs adopt").isError(1));
}

void DuectlAdopt::doctorTellsOfWhatWasInterrupted()
{
    RedisServer server;
    const Duectl duectl(server.url());
    fill(server, 3);
    const auto findings = [&duectl] {
        QStringList kinds;
        for (const QJsonValue& finding : duectl.run("--layout zset:jobs doctor --json").array())
            kinds << finding.toObject().value(u"kind"_s).toString();
        return kinds;
    };
    QVERIFY(!findings().contains(u"interrupted-adoption"_s));
    RedisClient client(server.config());
    QVERIFY(client.open().ok());
    const auto layout = parseLayout(u"zset:jobs"_s);
    const auto kept = adoptStoreOf(*layout, client);
    AdoptStore& store = *kept;
    QVERIFY(store.begin("dead01", "dueline jobs").ok());
    const QByteArray score = server.call({"ZSCORE", "jobs", "job1"}).bytes;
    QVERIFY(store.take("dead01", 0, {{"job1", score}}).ok());
    QVERIFY2(findings().contains(u"interrupted-adoption"_s), qPrintable(findings().join(u' ')));
    EXIT(duectl.run("--layout zset:jobs adopt --yes"), 0);
    QVERIFY(!findings().contains(u"interrupted-adoption"_s));
    QCOMPARE(duectl.run("list jobs --json").array().size(), 3);
}

/// Checks that each of 2,000 tasks is either run by the design's worker or adopted, but never both, while the worker
/// pops tasks during the adoption.
void DuectlAdopt::theirListWorkerAndTheAdoptionShareNothing()
{
    if (const QString missing = CustomPeer::missing(); !missing.isEmpty())
        QSKIP(qPrintable(missing));
    RedisServer server;
    constexpr int tasks = 2'000;
    CustomPeer::produce(server, u"list produce --n %1"_s.arg(tasks));
    CustomPeer worker(server, u"list work --sleep 1 --seconds 60"_s);
    QTRY_VERIFY(worker.count().size() > 20);
    AdoptRun run({{server.config(), *parseLayout(u"list:task_queue"_s), "dueline"}, "q", Access::Operate, {}, {}});
    const auto moved = run.finish();
    QVERIFY2(moved.ok(), moved ? "" : qPrintable(moved.error().message));
    QTRY_COMPARE(server.call({"LLEN", "task_queue"}).integer, 0);
    QTRY_COMPARE(qint64(worker.count().size()) + moved->done, qint64(tasks));
    worker.kill9();
    const auto ran = worker.count();
    const auto native = openLayout(defaultLayout(), server.config(), "dueline", "tester", Access::ReadOnly);
    PageRequest page;
    page.queue = "q";
    page.states = StateSet::all();
    page.limit = 1000;
    qint64 seen = 0;
    for (; seen < moved->done; page.offset += page.limit) {
        const auto some = (*native)->inspector().page(page);
        QVERIFY(some && !some->tasks.empty());
        for (const Task& task : some->tasks) {
            ++seen;
            QVERIFY2(!ran.contains(task.preview), task.preview);
        }
    }
    for (const auto& [task, count] : ran)
        QCOMPARE(count, 1);
}

void DuectlAdopt::theirPollingWorkerFindsNothingTwiceUnlessItHadReadItBefore()
{
    if (const QString missing = CustomPeer::missing(); !missing.isEmpty())
        QSKIP(qPrintable(missing));
    RedisServer server;
    fill(server, 500); // due in an hour, so the application's worker hasn't read them
    CustomPeer worker(server, u"poll work --poll 0.01 --seconds 60"_s);
    AdoptRun run({{server.config(), *parseLayout(u"zset:jobs"_s), "dueline"}, "q", Access::Operate, {}, {}});
    const auto moved = run.finish();
    QVERIFY(moved && moved->done == 500);
    worker.kill9();
    QCOMPARE(worker.count().size(), std::size_t(0));
}

QTEST_GUILESS_MAIN(DuectlAdopt)
#include "tst_duectl_adopt.moc"
