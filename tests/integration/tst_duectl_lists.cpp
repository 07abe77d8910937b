// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/integration/duectlprogram.h"
#include "tests/support/redisserver.h"

using namespace dueline;
using namespace Qt::StringLiterals;

/// Tests duectl with custom designs that use lists or announced keys.
class TestDuectlLists : public QObject
{
    Q_OBJECT

private slots:
    void aListIsOperated();
    void messagesAreOperated();
    void announcedKeysAreOperated();
    void whatADesignCannotDoIsSaid();
    void aKeyOfAnotherTypeIsSaid();
    void resultsAreFollowed();

private:
    static Answer on(const RedisServer& server, const char* layout, const char* line)
    {
        return Duectl(server.url()).run(QStringList{u"--layout"_s, QString::fromLatin1(layout)} + words(line));
    }
    static int count(const RedisServer& server, const char* layout, const char* state)
    {
        const auto queues = on(server, layout, "queues --json").array();
        return queues.isEmpty() ? -1 : queues.at(0).toObject().value(QLatin1StringView(state)).toInt(-1);
    }
    static QByteArray operationOf(const RedisServer& server, const char* layout, const char* queue)
    {
        const auto all = on(server, layout, (QByteArray("operations ") + queue + " --json").constData()).array();
        return all.isEmpty() ? QByteArray() : all.at(0).toObject().value(u"id"_s).toString().toUtf8();
    }
};

void TestDuectlLists::aListIsOperated()
{
    RedisServer server;
    const char* layout = "list:task_queue?type=mail";
    const Answer added = on(server, layout, "add task_queue mail --payload hello");
    EXIT(added, 0);
    const QByteArray id = added.lines().value(0);
    EXIT(on(server, layout, ("show task_queue " + id).constData()), 0); // The printed id identifies the task.
    EXIT(on(server, layout, "add task_queue mail --payload other"), 0);
    QCOMPARE(count(server, layout, "due"), 2);
    const Answer list = on(server, layout, "list task_queue --json");
    EXIT(list, 0);
    QCOMPARE(list.array().size(), 2);
    QCOMPARE(list.array().at(0).toObject().value(u"id"_s).toString().toUtf8(), id);
    QCOMPARE(list.array().at(0).toObject().value(u"type"_s).toString(), u"mail"_s);
    EXIT(on(server, layout, "discard task_queue --match payload:hello --yes"), 0);
    QCOMPARE(count(server, layout, "trash"), 1);
    QCOMPARE(server.call({"LLEN", "task_queue"}).integer, 1);
    EXIT(on(server, layout, ("undo " + operationOf(server, layout, "task_queue") + " --yes").constData()), 0);
    QCOMPARE(server.call({"LINDEX", "task_queue", "-1"}).bytes, QByteArray("hello"));
    EXIT(on(server, layout, "discard task_queue --all --yes"), 0);
    EXIT(on(server, layout, "restore task_queue --all --state trash --yes"), 0);
    QCOMPARE(server.call({"LLEN", "task_queue"}).integer, 2);
    EXIT(on(server, layout, "queue task_queue set attempts=1"), 0);
    EXIT(on(server, layout, "work --queue task_queue --handler mail=fail --exit-when-empty"), 0);
    QCOMPARE(count(server, layout, "failed"), 2);
    EXIT(on(server, layout, "retry task_queue --all --state failed --yes"), 0);
    EXIT(on(server, layout, "work --queue task_queue --handler mail=echo --exit-when-empty"), 0);
    QCOMPARE(count(server, layout, "done"), 2);
    EXIT(on(server, layout, "delete task_queue --all --yes"), 0);
    QCOMPARE(count(server, layout, "done"), 0);
}

void TestDuectlLists::messagesAreOperated()
{
    RedisServer server;
    const char* layout = "resend:test_queue?max=1";
    EXIT(on(server, layout, "add test_queue test_queue --payload hello"), 0);
    server.call({"LPUSH", "test_queue", "not a message"});
    const Answer list = on(server, layout, "list test_queue --json");
    EXIT(list, 0);
    QCOMPARE(list.array().size(), 2);
    QVERIFY(list.array().at(1).toObject().value(u"error"_s).toString().contains(u"not a message"_s));
    server.call(
        {"LPUSH", "test_queue", R"({"message": "old", "timestamp": 1700000000, "retry_count": 1, "delay_time": 5})"});
    const auto worker = Duectl(server.url())
                            .start(words("--layout resend:test_queue?max=1 work --queue test_queue --handler *=echo"));
    QTRY_COMPARE_WITH_TIMEOUT(count(server, layout, "failed") + count(server, layout, "done"), 2, 30'000);
    worker->terminate();
    QVERIFY(worker->waitForFinished(20'000));
    QCOMPARE(count(server, layout, "failed"), 1);
    QCOMPARE(count(server, layout, "due"), 1); // The unreadable entry stays the same.
    QCOMPARE(server.call({"LINDEX", "test_queue", "0"}).bytes, QByteArray("not a message"));
    EXIT(on(server, layout, "discard test_queue --all --state due --yes"), 0);
    EXIT(on(server, layout, ("undo " + operationOf(server, layout, "test_queue") + " --yes").constData()), 0);
    QCOMPARE(server.call({"LINDEX", "test_queue", "0"}).bytes, QByteArray("not a message"));
}

void TestDuectlLists::announcedKeysAreOperated()
{
    RedisServer server;
    const char* layout = "pubsub:new_job?keys=job*";
    const Answer added = on(server, layout, "add new_job new_job --id job1 --in 1h");
    EXIT(added, 0);
    QCOMPARE(added.lines().value(0), QByteArray("job1"));
    const QByteArray value = server.call({"GET", "job1"}).bytes;
    QCOMPARE(count(server, layout, "scheduled"), 1);
    EXIT(on(server, layout, "show new_job job1"), 0);
    EXIT(on(server, layout, "reschedule new_job job1 --in 2h"), 0);
    QVERIFY(server.call({"GET", "job1"}).bytes.toDouble() > value.toDouble() + 3000);
    EXIT(on(server, layout, ("undo " + operationOf(server, layout, "new_job") + " --yes").constData()), 0);
    QCOMPARE(server.call({"GET", "job1"}).bytes, value);
    EXIT(on(server, layout, "run-now new_job --all --yes"), 0);
    QVERIFY(server.call({"GET", "job1"}).bytes.toDouble() < value.toDouble() - 3000);
    EXIT(on(server, layout, ("undo " + operationOf(server, layout, "new_job") + " --yes").constData()), 0);
    QCOMPARE(server.call({"GET", "job1"}).bytes, value);
    EXIT(on(server, layout, "discard new_job job1"), 0);
    QCOMPARE(server.call({"EXISTS", "job1"}).integer, 0);
    EXIT(on(server, layout, "restore new_job job1"), 0);
    QCOMPARE(server.call({"GET", "job1"}).bytes, value);
    EXIT(on(server, layout, "run-now new_job job1"), 0);
    EXIT(on(server, layout, "work --queue new_job --handler *=echo --exit-when-empty"), 0);
    QCOMPARE(count(server, layout, "done"), 1);
    QCOMPARE(server.call({"EXISTS", "job1"}).integer, 1);
}

void TestDuectlLists::whatADesignCannotDoIsSaid()
{
    RedisServer server;
    server.call({"LPUSH", "task_queue", "a"});
    FAILS(on(server, "list:task_queue", "reschedule task_queue --all --in 1h --yes"), 1, "");
    FAILS(on(server, "list:task_queue", "run-now task_queue --all --yes"), 1, "");
    FAILS(on(server, "list:task_queue", "add task_queue task_queue --in 5m"), 1, "no times");
    FAILS(on(server, "list:task_queue", "add task_queue other"), 1, "type");
    FAILS(on(server, "list:task_queue", "add task_queue task_queue --max-attempts 3"), 1, "attempts");
    FAILS(on(server, "pubsub:new_job?keys=job*", "add new_job new_job --id x1"), 1, "job*");
    FAILS(on(server, "list:task_queue", "show task_queue 0123456789abcdef"), 1, "no task");
    QCOMPARE(server.call({"LLEN", "task_queue"}).integer, 1);
}

void TestDuectlLists::aKeyOfAnotherTypeIsSaid()
{
    RedisServer server;
    server.call({"SET", "task_queue", "text"});
    for (const char* layout : {"list:task_queue", "resend:task_queue"}) {
        const Answer queues = on(server, layout, "queues"); // The queue is listed along with the error.
        QVERIFY2(queues.code == 1 && queues.out.contains("is not a list"), queues.all());
        FAILS(on(server, layout, "list task_queue"), 1, "task_queue");
        FAILS(on(server, layout, "add task_queue task_queue"), 1, "task_queue");
    }
    QCOMPARE(server.call({"GET", "task_queue"}).bytes, QByteArray("text"));
}

void TestDuectlLists::resultsAreFollowed()
{
    RedisServer server;
    const auto follower
        = Duectl(server.url()).start(words("--layout list:task_queue results task_queue --follow --json"));
    const auto worker
        = Duectl(server.url()).start(words("--layout list:task_queue work --queue task_queue --handler *=echo"));
    QTRY_VERIFY_WITH_TIMEOUT(
        server.call({"PUBSUB", "NUMSUB", "{task_queue}:dueline:results"}).items.at(1).integer == 1, 20'000);
    server.call({"LPUSH", "task_queue", "hello"});
    QByteArray seen;
    QVERIFY2(Duectl::waitFor(*follower, QProcess::StandardOutput, "hello", seen), seen.constData());
    for (QProcess* process : {follower.get(), worker.get()}) {
        process->terminate();
        QVERIFY(process->waitForFinished(20'000));
    }
}

QTEST_GUILESS_MAIN(TestDuectlLists)
#include "tst_duectl_lists.moc"
