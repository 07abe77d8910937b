// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/integration/duectlprogram.h"
#include "tests/support/redisserver.h"

using namespace dueline;
using namespace Qt::StringLiterals;

/// Tests that duectl's texts use the domain's terms, in good English.
class DuectlWords : public QObject
{
    Q_OBJECT

private slots:
    void helpIsACommandToo();
    void whatIsTypedAndNamedStandsInDoubleQuotes();
    void aReadThatFailsDoesNotSpeakOfChanges();
    void theRegistriesAreNamedAsKeys();
    void aSmallPayloadIsCountedOnce();
    void runNowReadsAsASentence();
    void leasedTasksAreExplainedOnce();
    void aTaskInAnotherStateIsToldWithTheWay_data();
    void aTaskInAnotherStateIsToldWithTheWay();
    void whatCannotBeUndoneSaysWhy();
    void anAmbiguousIdNamesTheCandidates();
    void aWorkerWarnsOfAQueueThatIsNotThere();
    void aWorkerEndsWithEveryCount();
};

void DuectlWords::helpIsACommandToo()
{
    const Duectl duectl;
    const Answer overall = duectl.run("help");
    EXIT(overall, 0);
    QCOMPARE(overall.out, duectl.run("--help").out);
    const Answer list = duectl.run("help list");
    EXIT(list, 0);
    QCOMPARE(list.out, duectl.run("list --help").out);
    QVERIFY(list.err.isEmpty());
    FAILS(duectl.run("help lst"), 2, "\"list\"");
}

void DuectlWords::whatIsTypedAndNamedStandsInDoubleQuotes()
{
    RedisServer server;
    const Duectl duectl(server.url());
    EXIT(duectl.run("add q t --id a --in 1h"), 0);
    for (const char* line : {"quues", "list", "list q r", "list nowhere", "show q missing", "list q --state ready",
             "list q --limit ten", "queue q set speed=9", "undo nonsense", "add q t --in soon", "schedules",
             "work --queue q --handler *=dance", "work --queue q --handler echo", "work --queue q --handler *=sleep:x",
             "work --queue q --handler *=fail:101", "work --queue q --handler *=command:",
             "work --queue q --handler a*b=echo", "work --queue q --handler a=echo --handler a=echo"}) {
        const Answer answer = duectl.run(line);
        QVERIFY2(answer.code != 0 && answer.err.contains('"') && !answer.err.contains('`') && !answer.err.contains("“"),
            answer.all());
    }
    QVERIFY(!duectl.run("help").out.contains('`'));
}

void DuectlWords::aReadThatFailsDoesNotSpeakOfChanges()
{
    RedisServer server;
    const Duectl duectl(server.url());
    for (const char* role : {"pending", "leased", "tasks", "meta", "ops"}) {
        EXIT(duectl.run("add q t --in 1h"), 0);
        const QByteArray key = QByteArray("dueline:{q}:") + role;
        server.call({"DEL", key});
        server.call({"SET", key, "x"});
        for (const char* line : {"list q", "leases q", "operations q", "timeline q", "results q", "check q"}) {
            const Answer answer = duectl.run(line);
            QVERIFY2(!answer.err.contains("changed"), answer.all());
        }
        server.call({"FLUSHALL"});
    }
}

void DuectlWords::theRegistriesAreNamedAsKeys()
{
    RedisServer server;
    const Duectl duectl(server.url());
    server.call({"SET", "dueline:queues", "x"});
    server.call({"SET", "dueline:workers", "x"});
    FAILS(duectl.run("queues"), 1, "The key dueline:queues does not contain");
    FAILS(duectl.run("add q t"), 1, "The key dueline:queues does not contain");
    FAILS(duectl.run("workers"), 1, "The key dueline:workers does not contain");
}

void DuectlWords::aSmallPayloadIsCountedOnce()
{
    RedisServer server;
    const Duectl duectl(server.url());
    EXIT(duectl.run("add q t --id small --payload x"), 0);
    EXIT(duectl.run("add q t --id large --payload-file -", QByteArray(2048, 'x')), 0);
    const Answer small = duectl.run("show q small");
    QVERIFY2(small.out.contains(" 1 byte\n"), small.all());
    const Answer large = duectl.run("show q large");
    QVERIFY2(large.out.contains(" 2 KiB (2048 bytes)\n"), large.all());
}

void DuectlWords::runNowReadsAsASentence()
{
    RedisServer server;
    const Duectl duectl(server.url());
    EXIT(duectl.run("add q t --copies 5 --in 1h"), 0);
    const Answer preview = duectl.run("run-now q --all --dry-run");
    QVERIFY2(preview.out.startsWith("This would run 5 tasks in q now: 5 scheduled."), preview.all());
    FAILS(duectl.run("run-now q --all"), 1, "This would run 5 tasks in q now (5 scheduled): add --yes");
    EXIT(duectl.run("run-now q --all --yes"), 0);
    const Answer none = duectl.run("run-now q --all --yes");
    QVERIFY2(none.err.startsWith("Nothing to run now in q"), none.all());
    const Answer discard = duectl.run("discard q --all --dry-run");
    QVERIFY2(discard.out.startsWith("This would discard 5 tasks in q: 5 due."), discard.all());
}

void DuectlWords::leasedTasksAreExplainedOnce()
{
    RedisServer server;
    const Duectl duectl(server.url());
    EXIT(duectl.run("add q t --id a"), 0);
    const auto worker = duectl.start(words("work --queue q --handler *=sleep:600000"));
    QTRY_COMPARE_WITH_TIMEOUT(server.call({"ZCARD", "dueline:{q}:leased"}).integer, 1, 20'000);
    const Answer answer = duectl.run("discard q a");
    FAILS(answer, 1, "held by a worker: t#a; --force revokes the lease.");
    QCOMPARE(answer.err.count("force"), 1);
    worker->kill();
    worker->waitForFinished();
}

void DuectlWords::aTaskInAnotherStateIsToldWithTheWay_data()
{
    QTest::addColumn<QString>("before");
    QTest::addColumn<QString>("line");
    QTest::addColumn<QByteArray>("says");
    const auto row = [](const char* name, const char* before, const char* line, const char* says) {
        QTest::newRow(name) << QString::fromLatin1(before) << QString::fromLatin1(line) << QByteArray(says);
    };
    row("retry of trash", "discard q a", "retry q a",
        "t#a (trash); restore it from the trash first with \"duectl restore\"");
    row("reschedule of trash", "discard q a", "reschedule q a --in 1h",
        "t#a (trash); restore it from the trash first with \"duectl restore\"");
    row("discard of trash", "discard q a", "discard q a", "t#a (trash); it is already in the trash");
    row("retry of scheduled", "", "retry q a", "t#a (scheduled); use \"duectl run-now\"");
    row("restore of scheduled", "", "restore q a", "t#a (scheduled).");
    row("run-now of failed", "work --queue q --handler *=fail --exit-when-empty", "run-now q a",
        "t#a (failed); use \"duectl retry\"");
    row("retry of done", "work --queue q --handler *=echo --exit-when-empty", "retry q a",
        "t#a (done); a done task cannot run again");
}

void DuectlWords::aTaskInAnotherStateIsToldWithTheWay()
{
    QFETCH(QString, before);
    QFETCH(QString, line);
    QFETCH(QByteArray, says);
    RedisServer server;
    const Duectl duectl(server.url());
    const bool runs = before.startsWith(u"work"_s);
    EXIT(duectl.run(runs ? "add q t --id a --max-attempts 1" : "add q t --id a --in 1h"), 0);
    if (!before.isEmpty())
        EXIT(duectl.run(qPrintable(before)), 0);
    FAILS(duectl.run(qPrintable(line)), 1, says);
}

void DuectlWords::whatCannotBeUndoneSaysWhy()
{
    RedisServer server;
    const Duectl duectl(server.url());
    EXIT(duectl.run("add q t --id a --in 1h"), 0);
    EXIT(duectl.run("add q t --id b --in 1h"), 0);
    const auto newest
        = [&] { return duectl.run("operations q --json").array().at(0).toObject().value(u"id"_s).toString(); };
    EXIT(duectl.run("discard q a"), 0);
    const QString discarded = newest();
    EXIT(duectl.run({u"undo"_s, discarded}), 0);
    FAILS(duectl.run({u"undo"_s, newest()}), 1, "it is itself an undo");
    FAILS(duectl.run({u"undo"_s, discarded}), 1, "was already undone");
    EXIT(duectl.run("delete q a"), 0);
    FAILS(duectl.run({u"undo"_s, newest()}), 1, "deleted tasks cannot be restored");
    EXIT(duectl.run("pause q"), 0);
    FAILS(duectl.run({u"undo"_s, newest()}), 1, "only operations on tasks");
    EXIT(duectl.run("queue q set keep-undo=1ms"), 0);
    EXIT(duectl.run("discard q b"), 0);
    const QString late = newest();
    QTRY_VERIFY_WITH_TIMEOUT(
        !duectl.run("operations q --json").array().at(0).toObject().value(u"undoable"_s).toBool(), 20'000);
    FAILS(duectl.run({u"undo"_s, late}), 1, "its undo period is over");
}

void DuectlWords::anAmbiguousIdNamesTheCandidates()
{
    RedisServer server;
    const Duectl duectl(server.url());
    EXIT(duectl.run("add q t --id abc1 --in 1h"), 0);
    EXIT(duectl.run("add q t --id abc2 --in 1h"), 0);
    for (const char* line : {"show q abc", "retry q abc", "cancel q t#abc"}) {
        const Answer answer = duectl.run(line);
        FAILS(answer, 1, "t#abc1, t#abc2");
    }
    EXIT(duectl.run("show q abc1"), 0);
}

void DuectlWords::aWorkerWarnsOfAQueueThatIsNotThere()
{
    RedisServer server;
    const Duectl duectl(server.url());
    EXIT(duectl.run("add mail t"), 0);
    const Answer answer = duectl.run("work --queue mail --queue mial --handler *=echo --exit-when-empty");
    EXIT(answer, 0);
    QVERIFY2(
        answer.err.contains("Queue \"mial\" does not exist") && !answer.err.contains("Queue \"mail\""), answer.all());
    QVERIFY(answer.err.contains("1 done"));
}

void DuectlWords::aWorkerEndsWithEveryCount()
{
    RedisServer server;
    const Duectl duectl(server.url());
    EXIT(duectl.run("add q t --id a"), 0);
    const auto worker = duectl.start(words("work --queue q --handler *=sleep:1500"));
    QTRY_COMPARE_WITH_TIMEOUT(server.call({"ZCARD", "dueline:{q}:leased"}).integer, 1, 20'000);
    // The task is released while running, so its worker's ack is stale.
    EXIT(duectl.run("pause q"), 0);
    EXIT(duectl.run("release q a"), 0);
    worker->terminate();
    const Answer answer = Duectl::finish(*worker);
    EXIT(answer, 0);
    QVERIFY2(answer.err.contains("0 done, 0 failed") && answer.err.contains("0 duplicates, 1 stale ack"), answer.all());
}

QTEST_GUILESS_MAIN(DuectlWords)
#include "tst_duectl_words.moc"
