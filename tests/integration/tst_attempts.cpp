// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/integration/duectlprogram.h"
#include "tests/integration/readplace.h"
#include "tests/support/frameworkwriter.h"

#include <QTest>

using namespace dueline;
using namespace Qt::StringLiterals;

/// Tests that attempt numbers are exact in every layout and never exceed the limit.
class TestAttempts : public QObject
{
    Q_OBJECT

private slots:
    void noTaskHasMadeMoreAttemptsThanItsLimit_data();
    void noTaskHasMadeMoreAttemptsThanItsLimit();
    void jobsOfBullThatWereRetriedByHandHaveOneMore_data();
    void jobsOfBullThatWereRetriedByHandHaveOneMore();
    void sidekiqCountsTheFirstRunAndItsRetries();
    void laravelsLastAttemptIsOneThatWasTooMany();
};

void TestAttempts::noTaskHasMadeMoreAttemptsThanItsLimit_data()
{
    QTest::addColumn<QByteArray>("layout");
    for (const QByteArray& layout : FrameworkWriter::layouts())
        QTest::addRow("%s", layout.constData()) << layout;
}

void TestAttempts::noTaskHasMadeMoreAttemptsThanItsLimit()
{
    QFETCH(QByteArray, layout);
    ReadPlace place(QString::fromLatin1(layout), "mail");
    const auto writer = FrameworkWriter::of(layout, place.server);
    writer->fill("mail", 1);
    int met = 0;
    for (const QueueName& queue : {QueueName("mail"), writer->shared()}) {
        if (queue.isEmpty())
            continue;
        place.queue = queue;
        for (const TaskState state : allStates) {
            for (const Task& task : place.page(state)) {
                ++met;
                const Task shown = place.value(place.inspector().task(queue, task.id)).task;
                for (const Task& each : {task, shown})
                    QVERIFY2(each.maxAttempts == 0 || each.attempt <= each.maxAttempts, task.id.constData());
                QCOMPARE(shown.maxAttempts, task.maxAttempts);
            }
        }
    }
    QVERIFY(met >= 2);
}

void TestAttempts::jobsOfBullThatWereRetriedByHandHaveOneMore_data()
{
    QTest::addColumn<QByteArray>("layout");
    QTest::addColumn<QByteArray>("made");
    QTest::newRow("bullmq") << QByteArray("bullmq") << QByteArray("atm");
    QTest::newRow("bull") << QByteArray("bull") << QByteArray("attemptsMade");
}

/// Checks that neither Bull nor BullMQ resets a job's attempts on a manual retry.
void TestAttempts::jobsOfBullThatWereRetriedByHandHaveOneMore()
{
    QFETCH(QByteArray, layout);
    QFETCH(QByteArray, made);
    ReadPlace place(QString::fromLatin1(layout), "mail");
    const auto writer = FrameworkWriter::of(layout, place.server);
    for (const auto& [id, state] :
        {std::pair{"w", TaskState::Due}, {"a", TaskState::Leased}, {"f", TaskState::Failed}}) {
        writer->write("mail", {id, state});
        place.server.call(
            {"HSET", QByteArray("bull:mail:") + id, made, "3", "opts", R"({"attempts":3,"delay":0,"timestamp":1})"});
        const Task task = place.page(state).at(0);
        const int runs = state == TaskState::Leased ? 4 : 3;
        QCOMPARE(task.attempt, runs);
        QCOMPARE(task.maxAttempts, state == TaskState::Failed ? 3 : 4);
        const TaskDetail detail = place.value(place.inspector().task("mail", id));
        QCOMPARE(detail.task.maxAttempts, task.maxAttempts);
        QCOMPARE(detail.options.maxAttempts, std::optional(3)); // the stored limit, which a copy of the task would use
    }
}

void TestAttempts::sidekiqCountsTheFirstRunAndItsRetries()
{
    RedisServer server;
    const auto job = [](const QByteArray& jid, const QByteArray& fields) {
        return R"({"class":"HardJob","queue":"mail","args":[],"jid":")" + jid + R"(",)" + fields + '}';
    };
    server.call({"SADD", "queues", "mail"});
    server.call({"ZADD", "dead", "1795601607",
        job("dead", R"("retry":true,"retry_count":25,"failed_at":1795601607.1,"error_class":"E")")});
    server.call({"LPUSH", "queue:mail", job("once", R"("retry":0)"), job("new", R"("retry":true)")});
    const Duectl duectl(server.url());
    const auto attemptsOf = [&duectl](const QByteArray& id, const char* queue) {
        for (const QJsonValue& task : duectl.run("--layout sidekiq list " + QByteArray(queue) + " --json").array()) {
            if (task[u"id"_s].toString().toLatin1() == id)
                return u"%1/%2"_s.arg(task[u"attempt"_s].toInt()).arg(task[u"max_attempts"_s].toInt());
        }
        return u"none"_s;
    };
    QCOMPARE(attemptsOf("dead", "@sidekiq"), u"26/26"_s);
    QCOMPARE(attemptsOf("once", "mail"), u"0/1"_s);
    QCOMPARE(attemptsOf("new", "mail"), u"0/26"_s);
    // The displayed limit equals the one requested when the job was added.
    EXIT(duectl.run("--layout sidekiq add mail OwnJob --id own --max-attempts 3 --payload []"), 0);
    QCOMPARE(attemptsOf("own", "mail"), u"0/3"_s);
    QVERIFY(server.call({"LINDEX", "queue:mail", "0"}).bytes.startsWith(R"({"retry":2,)"));
}

void TestAttempts::laravelsLastAttemptIsOneThatWasTooMany()
{
    ReadPlace place(u"laravel"_s, "mail");
    const QByteArray end = QByteArray::number(place.server.call({"TIME"}).items[0].bytes.toLongLong() + 90);
    place.server.call({"ZADD", "laravel_database_queues:mail:reserved", end,
        R"({"uuid":"u","displayName":"Mail","job":"x","maxTries":3,"data":{},"id":"u","attempts":4})"});
    const Task task = place.page(TaskState::Leased).at(0);
    QCOMPARE(task.attempt, 4);
    QCOMPARE(task.maxAttempts, 4);
}

QTEST_GUILESS_MAIN(TestAttempts)
#include "tst_attempts.moc"
