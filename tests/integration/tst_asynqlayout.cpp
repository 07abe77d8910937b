// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/layouts/asynq/asynqmessage.h"
#include "core/redis/readcommands.h"
#include "tests/integration/duectlprogram.h"
#include "tests/integration/readplace.h"
#include "tests/support/commandmonitor.h"
#include "tests/support/writecommands.h"

#include <QTest>
#include <QTimeZone>

using namespace dueline;
using namespace Qt::StringLiterals;

namespace {

/// Server with a queue in asynq 0.26's format. The data follows asynq's source code; it was not recorded from a running
/// asynq.
class AsynqPlace : public ReadPlace
{
public:
    AsynqPlace()
        : ReadPlace(u"asynq"_s, "mail")
    {
        server.call({"SADD", "asynq:queues", "mail"});
        now = server.call({"TIME"}).items[0].bytes.toLongLong();
    }

    AsynqMessage message(const QByteArray& id) const
    {
        AsynqMessage message;
        message.type = "mail:send";
        message.payload = R"({"n":1})";
        message.id = id;
        message.queue = queue;
        message.maxRetry = 3;
        message.timeout = AsynqMessage::usualTimeout;
        return message;
    }
    void put(const AsynqMessage& message, const QByteArray& state, qint64 score)
    {
        const QByteArray base = "asynq:{mail}:";
        server.call({"HSET", base + "t:" + message.id, "msg", message.written(), "state", state});
        if (state == "pending")
            server.call({"LPUSH", base + "pending", message.id});
        else
            server.call({"ZADD", base + (state == "active" ? "lease" : state), QByteArray::number(score), message.id});
        if (state == "active")
            server.call({"LPUSH", base + "active", message.id});
    }
    void put(const QByteArray& id, const QByteArray& state, qint64 score) { put(message(id), state, score); }
    /// Adds at least one task in every state.
    void fill()
    {
        put("p1", "pending", 0);
        put("p2", "pending", 0);
        put("s1", "scheduled", now + 3600);
        put("s2", "scheduled", now - 5);
        AsynqMessage failed = message("r1");
        failed.retried = 1;
        failed.error = "boom at 7";
        failed.lastFailedAt = now - 30;
        put(failed, "retry", now + 60);
        failed.id = "f1";
        failed.retried = 3;
        put(failed, "archived", now - 30);
        AsynqMessage done = message("d1");
        done.retention = 600;
        done.completedAt = now - 60;
        put(done, "completed", now + 540);
        server.call({"HSET", "asynq:{mail}:t:d1", "result", "42"});
        put("a1", "active", now + 20);
        put("a2", "active", now - 100);
        AsynqMessage grouped = message("g1");
        grouped.group = "team 1";
        server.call({"SADD", "asynq:{mail}:groups", "team 1"});
        server.call({"HSET", "asynq:{mail}:t:g1", "msg", grouped.written(), "state", "aggregating", "group", "team 1"});
        server.call({"ZADD", "asynq:{mail}:g:team 1", QByteArray::number(now), "g1"});
    }
    TaskDetail detail(const TaskId& id) { return value(inspector().task(queue, id)); }
    QByteArray firstWord(TaskState state) { return page(state).at(0).nativeState; }

    qint64 now = 0;
};

} // namespace

/// Tests that asynq queues are displayed correctly, and that reading doesn't change them.
class TestAsynqLayout : public QObject
{
    Q_OBJECT

private slots:
    void aTasksStateIsWhereItStands();
    void waitingTasksComeInTheOrderInWhichTheyRun();
    void whatFailedSaysHowOftenAndWhy();
    void serversAreWorkersAndSayWhatTheyRun();
    void theTimelineKnowsTheDays();
    void aFullArchiveIsNoted();
    void whatCannotBeReadSaysSo();
    void filtersFindWhatFieldsSay();
    void allReadsChangeNothing();
    void duectlFindsListsAndShowsThem();
    void whatWaitsInAListHasNoDueTime();
    void whatAServerRunsIsNotForced();
};

void TestAsynqLayout::aTasksStateIsWhereItStands()
{
    AsynqPlace place;
    place.fill();
    QCOMPARE(place.names(), (QByteArrayList{"mail"}));
    const QueueInfo info = place.info();
    QCOMPARE(info.counts[TaskState::Scheduled], 2);
    QCOMPARE(info.counts[TaskState::Due], 3);
    QCOMPARE(info.counts[TaskState::Retrying], 1);
    QCOMPARE(info.counts[TaskState::Leased], 2);
    QCOMPARE(info.counts[TaskState::Failed], 1);
    QCOMPARE(info.counts[TaskState::Done], 1);
    QVERIFY(!info.paused && info.note.isEmpty());
    QCOMPARE(idsOf(place.page(TaskState::Scheduled)), (QByteArrayList{"s1", "g1"}));
    QCOMPARE(place.page(TaskState::Scheduled).back().nativeState, QByteArray("aggregating"));
    QCOMPARE(place.firstWord(TaskState::Retrying), QByteArray("retry"));
    QCOMPARE(place.firstWord(TaskState::Failed), QByteArray("archived"));
    const auto active = place.page(TaskState::Leased);
    QCOMPARE(active.at(0).nativeState, QByteArray("lease over"));
    QCOMPARE(active.at(1).nativeState, QByteArray("active"));
    const TaskDetail done = place.detail("d1");
    QCOMPARE(done.result.value_or(QByteArray()), QByteArray("42"));
    // The time is when the task completed, not when asynq will remove it.
    QCOMPARE(toMs(done.task.at), (place.now - 60) * 1000);
    QCOMPARE(factOf(place.detail("g1"), "group"), QByteArray("team 1"));
    place.server.call({"SET", "asynq:{mail}:paused", "1"});
    QVERIFY(place.info().paused);
    place.queue = "other";
    QCOMPARE(place.inspector().queue("other").error().code, ErrorCode::NotFound);
}

void TestAsynqLayout::waitingTasksComeInTheOrderInWhichTheyRun()
{
    AsynqPlace place;
    place.fill();
    QCOMPARE(idsOf(place.page(TaskState::Due)), (QByteArrayList{"p1", "p2", "s2"}));
    const Task waiting = place.page(TaskState::Due).at(0);
    QCOMPARE(typeOf(waiting), QByteArrayView("mail:send"));
    QCOMPARE(waiting.preview, QByteArray(R"({"n":1})"));
    QCOMPARE(waiting.size, 7);
    QVERIFY(waiting.untimed);
    QCOMPARE(waiting.maxAttempts, 4);
    QCOMPARE(place.value(place.inspector().payload("mail", "p1")), QByteArray(R"({"n":1})"));
    QCOMPARE(place.value(place.inspector().payload("mail", "p1", 1, 3)), QByteArray("\"n\""));
}

void TestAsynqLayout::whatFailedSaysHowOftenAndWhy()
{
    AsynqPlace place;
    place.fill();
    const TaskDetail failed = place.detail("f1");
    QCOMPARE(failed.task.error, QByteArray("boom at 7"));
    QCOMPARE(failed.task.attempt, 4);
    QCOMPARE(failed.task.maxAttempts, 4);
    QCOMPARE(failed.attempts.size(), std::size_t(1));
    QCOMPARE(failed.attempts[0].outcome, QByteArray("failed"));
    QCOMPARE(toMs(failed.attempts[0].endedAt), (place.now - 30) * 1000);
    QVERIFY(factOf(failed, "kept").contains("10,000"));
    QCOMPARE(place.detail("r1").task.attempt, 1);
    QCOMPARE(place.inspector().task("mail", "none").error().code, ErrorCode::NotFound);
}

void TestAsynqLayout::serversAreWorkersAndSayWhatTheyRun()
{
    AsynqPlace place;
    place.fill();
    // Report from host web1, process 77: concurrency 10, queue mail with priority 3, started at second 1000, one
    // running task.
    const QByteArray report = QByteArray::fromHex("0a0477656231"
                                                  "104d"
                                                  "200a"
                                                  "2a080a046d61696c1003"
                                                  "420308e807"
                                                  "4801");
    const QByteArray end = QByteArray::number(place.now + 8);
    place.server.call({"SET", "asynq:servers:{web1:77:abc}", report, "EX", "10"});
    place.server.call({"ZADD", "asynq:servers", end, "asynq:servers:{web1:77:abc}", QByteArray::number(place.now - 60),
        "asynq:servers:{web2:78:def}", "1000", "asynq:servers:{web3:79:old}"});
    place.server.call({"ZADD", "asynq:workers", end, "asynq:workers:{web1:77:abc}"});
    place.server.call({"HSET", "asynq:workers:{web1:77:abc}", "a1", "x"});
    const auto workers = place.value(place.inspector().workers());
    QCOMPARE(workers.size(), std::size_t(2));
    QCOMPARE(workers[0].id, QByteArray("web1:77:abc"));
    QCOMPARE(workers[0].host, QByteArray("web1"));
    QCOMPARE(workers[0].processId, 77);
    QCOMPARE(workers[0].concurrency, 10);
    QCOMPARE(workers[0].running, 1);
    QCOMPARE(toMs(workers[0].startedAt), 1'000'000);
    QCOMPARE(workers[0].queues, (std::vector<QueueName>{"mail"}));
    QVERIFY(!workers[0].lost && workers[1].lost);
    QCOMPARE(workers[1].host, QByteArray("web2"));
    QCOMPARE(place.page(TaskState::Leased).at(1).worker, QByteArray("web1:77:abc"));
    QCOMPARE(place.page(TaskState::Leased).at(0).worker, QByteArray());
}

void TestAsynqLayout::theTimelineKnowsTheDays()
{
    AsynqPlace place;
    place.fill();
    constexpr qint64 dayMs = 86'400'000;
    const qint64 today = place.now * 1000 / dayMs * dayMs;
    const QByteArray yesterday
        = QDateTime::fromMSecsSinceEpoch(today - dayMs, QTimeZone::utc()).toString(u"yyyy-MM-dd"_s).toLatin1();
    place.server.call({"SET", "asynq:{mail}:processed:" + yesterday, "9"});
    place.server.call({"SET", "asynq:{mail}:failed:" + yesterday, "2"});
    const auto days
        = place.value(place.inspector().timeline("mail", fromMs(today - 3 * dayMs), fromMs(today + dayMs), 4));
    QCOMPARE(days.size(), std::size_t(4));
    QCOMPARE(days[2].counts[TaskState::Done], 7);
    QCOMPARE(days[3].counts[TaskState::Done], 0);
    const TimePoint now = fromMs(place.now * 1000);
    const auto minutes
        = place.value(place.inspector().timeline("mail", now - Millis(60'000), now + Millis(120'000), 3));
    QCOMPARE(minutes[0].counts[TaskState::Failed], 1);
    QCOMPARE(minutes[2].counts[TaskState::Retrying], 1);
}

void TestAsynqLayout::aFullArchiveIsNoted()
{
    AsynqPlace place;
    Command add{"ZADD", "asynq:{mail}:archived"};
    for (int i = 0; i < 8000; ++i)
        add.insert(add.end(), {"1600000000", 'x' + QByteArray::number(i)});
    place.server.call(add);
    QCOMPARE(place.info().note,
        QByteArray(
            "asynq keeps at most 10,000 archived tasks per queue and then drops the oldest ones. This queue has 8000."));
}

void TestAsynqLayout::whatCannotBeReadSaysSo()
{
    AsynqPlace place;
    place.server.call({"HSET", "asynq:{mail}:t:bad", "msg", "\xff\xff", "state", "pending"});
    AsynqMessage large = place.message("large");
    large.payload = QByteArray(300 * 1024, 'x');
    place.put(large, "pending", 0);
    place.server.call({"LPUSH", "asynq:{mail}:pending", "bad", "gone"});
    const auto tasks = place.page(TaskState::Due);
    QCOMPARE(idsOf(tasks), (QByteArrayList{"large", "bad", "gone"}));
    QVERIFY2(tasks[0].error.contains("too large for a list"), tasks[0].error);
    QCOMPARE(tasks[1].error, QByteArray("The task does not contain an asynq message."));
    QVERIFY2(tasks[2].error.contains("no longer exists"), tasks[2].error);
    QCOMPARE(place.detail("large").task.size, 300 * 1024);
    place.server.call({"SET", "asynq:{mail}:retry", "a string"});
    QVERIFY(!place.info().unreadable.isEmpty());
}

void TestAsynqLayout::filtersFindWhatFieldsSay()
{
    AsynqPlace place;
    place.fill();
    QCOMPARE(idsOf(place.found(u"error:boom"_s)).size(), 2);
    QCOMPARE(idsOf(place.found(u"state:failed"_s)), (QByteArrayList{"f1"}));
    QCOMPARE(idsOf(place.found(u"id:g1"_s)), (QByteArrayList{"g1"}));
    QCOMPARE(idsOf(place.found(u"type:mail*"_s)).size(), 10);
    QCOMPARE(idsOf(place.found(u"payload:n"_s)).size(), 10);
    QCOMPARE(idsOf(place.found(u"attempt>3"_s)), (QByteArrayList{"f1"}));
}

void TestAsynqLayout::allReadsChangeNothing()
{
    AsynqPlace place;
    place.fill();
    // asynq itself removes this entry when it lists its servers
    place.server.call({"ZADD", "asynq:servers", "1", "asynq:servers:{web1:77:abc}"});
    const auto before = keySpaceOf(place.server);
    place.server.call({"CONFIG", "RESETSTAT"});
    {
        CommandMonitor monitor(place.server);
        for (const char* id : {"f1", "p1", "g1", "a1"}) {
            place.open(u"asynq"_s);
            place.readEverything(id);
        }
        const auto commands = monitor.taken();
        QVERIFY(commands.size() > 100);
        for (const Command& command : commands)
            QVERIFY2(isReadCommand(command), command.front().constData());
    }
    QCOMPARE(writeCommandsRun(place.server), QByteArrayList());
    QCOMPARE(keySpaceOf(place.server), before);
}

void TestAsynqLayout::duectlFindsListsAndShowsThem()
{
    AsynqPlace place;
    place.fill();
    const Duectl duectl(place.server.url());
    const Answer listed = duectl.run("list mail@asynq --state failed --json");
    EXIT(listed, 0);
    QCOMPARE(listed.array().at(0)[u"id"_s].toString(), u"f1"_s);
    EXIT(duectl.run("show mail@asynq f1 --payload"), 0);
    EXIT(duectl.run("export mail@asynq --all -"), 0);
    EXIT(duectl.run("check mail@asynq --failed 0"), 1);
    EXIT(duectl.run("--layout asynq retry mail --state failed --all --yes"), 0);
    QCOMPARE(place.info().counts[TaskState::Failed], 0);
    EXIT(duectl.run("add mail@asynq mail:send --id own"), 0);
    QCOMPARE(place.detail("own").task.type, QByteArray("mail:send"));
}

void TestAsynqLayout::whatWaitsInAListHasNoDueTime()
{
    AsynqPlace place;
    place.fill();
    const Duectl duectl(place.server.url());
    const Answer listed = duectl.run("--layout asynq list mail --state due");
    EXIT(listed, 0);
    for (const QByteArray& line : listed.lines()) {
        const QByteArrayList cells = line.simplified().split(' ');
        if (cells.front() == "p1" || cells.front() == "p2")
            QCOMPARE(cells.value(3), QByteArray("-"));
        else if (cells.front() == "s2")
            QVERIFY2(cells.value(4) == "ago", line);
    }
    const Answer waits = duectl.run("--layout asynq show mail p1");
    QVERIFY2(waits.out.contains("\nDue:          -\n") && waits.out.count("Due:") == 1, waits.all());
    // A long label must still be separated from its value.
    const Answer done = duectl.run("--layout asynq show mail d1");
    QVERIFY2(done.out.contains("\nKept when completed, s: 600\n"), done.all());
}

void TestAsynqLayout::whatAServerRunsIsNotForced()
{
    AsynqPlace place;
    place.fill();
    const Duectl duectl(place.server.url());
    const Answer refused = duectl.run("--layout asynq discard mail a1");
    FAILS(refused, 1, "running: a1. The task is running; cancel it instead.");
    QVERIFY2(!refused.err.contains("--force"), refused.all());
    // --force makes no difference.
    const Answer forced = duectl.run("--layout asynq discard mail a1 --force");
    QVERIFY2(forced.code == 1 && forced.err.contains("running: a1"), forced.all());
    QCOMPARE(place.info().counts[TaskState::Leased], 2);
}

QTEST_GUILESS_MAIN(TestAsynqLayout)
#include "tst_asynqlayout.moc"
