// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/redis/readcommands.h"
#include "tests/integration/duectlprogram.h"
#include "tests/integration/jobplace.h"
#include "tests/support/commandmonitor.h"
#include "tests/support/writecommands.h"

#include <QTest>

using namespace dueline;
using namespace Qt::StringLiterals;

namespace {

class BullPlace : public JobPlace
{
public:
    explicit BullPlace(const QString& module)
        : JobPlace(module, u"bull"_s)
    { }
};

} // namespace

/// Tests that queues filled and processed by Bull are displayed correctly, and that reading doesn't change them.
class TestBullLayout : public QObject
{
    Q_OBJECT

private slots:
    void init()
    {
        QFETCH_GLOBAL(QString, module);
        if (const QString missing = NodePeer::missing(module); !missing.isEmpty())
            QSKIP(qPrintable(missing));
    }
    void initTestCase_data()
    {
        QTest::addColumn<QString>("module");
        QTest::addRow("4") << u"bull"_s;
        QTest::addRow("3.29") << u"bull3"_s;
    }
    void aJobsStateIsWhereItStands();
    void waitingJobsComeInTheOrderInWhichTheyRun();
    void aFailedJobTellsItsErrorsAndStacks();
    void aCompletedJobTellsWhatItLeft();
    void aDoneJobTellsWhoRanItAndForHowLong();
    void aPausedQueueSaysSo();
    void aJobOfADeadWorkerIsStalled();
    void aJobThatARateLimitHoldsIsLimited();
    void filtersFindWhatFieldsSay();
    void repeatingJobsAreListed();
    void allReadsChangeNothing();
    void namesAreFoundByAWalk();
    void anotherPrefixIsOpenedByItsName();
    void aQueueNobodyMadeIsNotThere();
    void duectlListsAndShowsThem();
};

void TestBullLayout::aJobsStateIsWhereItStands()
{
    QFETCH_GLOBAL(QString, module);
    BullPlace place(module);
    place.add({uR"({"name":"ok","data":{"n":1}})"_s, uR"({"name":"fail","data":{"n":2}})"_s});
    place.work(2);
    place.add({uR"({"name":"later","data":{"n":3},"opts":{"delay":3600000,"attempts":7}})"_s,
        uR"({"name":"first","data":{"to":"a@example.com"},"opts":{"priority":3}})"_s,
        uR"({"name":"__default__","data":{"n":5}})"_s});
    const QueueInfo info = place.info();
    QCOMPARE(info.note, QByteArray());
    QCOMPARE(info.counts[TaskState::Done], 1);
    QCOMPARE(info.counts[TaskState::Failed], 1);
    QCOMPARE(info.counts[TaskState::Scheduled], 1);
    QCOMPARE(info.counts[TaskState::Due], 2);
    QVERIFY(info.nextDue.has_value());
    const Task later = place.page(TaskState::Scheduled).at(0);
    QCOMPARE(later.nativeState, QByteArray("delayed"));
    QCOMPARE(later.maxAttempts, 7);
    QCOMPARE(typeOf(later), QByteArrayView("later"));
    const auto in = std::chrono::duration_cast<std::chrono::seconds>(later.at - info.serverNow);
    QVERIFY2(in.count() > 3500 && in.count() <= 3600, qPrintable(QString::number(in.count())));
    const auto due = place.page(TaskState::Due);
    QCOMPARE(due.size(), std::size_t(2));
    QCOMPARE(typeOf(due[0]), QByteArrayView("first")); // first because of its priority
    QCOMPARE(typeOf(due[1]), QByteArrayView("mail")); // A job without a name is shown under the queue's name.
    for (const Task& task : due) {
        QCOMPARE(task.nativeState, QByteArray("waiting"));
        QVERIFY(task.untimed);
        QVERIFY(task.addedAt.has_value());
    }
    const TaskPage all = BullPlace::value(place.inspector().page({place.queue, {}, 0, 100, StateSet::all()}));
    QCOMPARE(all.total, 5);
    QCOMPARE(idsOf(all.tasks).size(), 5);
    QCOMPARE(all.tasks.back().id, later.id);
}

void TestBullLayout::waitingJobsComeInTheOrderInWhichTheyRun()
{
    QFETCH_GLOBAL(QString, module);
    BullPlace place(module);
    place.add({uR"({"name":"a"})"_s, uR"({"name":"low","opts":{"priority":9}})"_s, uR"({"name":"b"})"_s,
        uR"({"name":"high","opts":{"priority":1}})"_s, uR"({"name":"c","opts":{"lifo":true}})"_s});
    const QByteArrayList shown = idsOf(place.page(TaskState::Due));
    QCOMPARE(shown.size(), 5);
    QCOMPARE(place.work(5), shown);
}

void TestBullLayout::aFailedJobTellsItsErrorsAndStacks()
{
    QFETCH_GLOBAL(QString, module);
    BullPlace place(module);
    const QByteArray id
        = place.add({uR"({"name":"fail mail","data":{"to":"b@example.com"},"opts":{"attempts":2}})"_s}).value(0);
    place.work(2);
    const Task task = place.page(TaskState::Failed).at(0);
    QCOMPARE(task.error, QByteArray("boom: fail mail"));
    QCOMPARE(task.attempt, 2);
    QCOMPARE(task.maxAttempts, 2);
    QCOMPARE(task.preview, QByteArray(R"({"to":"b@example.com"})"));
    const TaskDetail detail = BullPlace::value(place.inspector().task(place.queue, id));
    QCOMPARE(detail.attempts.size(), std::size_t(2));
    QCOMPARE(detail.attempts[1].number, 2);
    QVERIFY2(detail.attempts[1].error.startsWith("Error: boom: fail mail\n    at "), detail.attempts[1].error);
    QVERIFY(detail.attempts[1].endedAt > detail.task.addedAt);
    QVERIFY(factOf(detail, "opts").contains(R"("attempts":2)"));
    QCOMPARE(factOf(detail, "retried on"), QByteArray());
    QCOMPARE(BullPlace::value(place.inspector().payload(place.queue, id)), QByteArray(R"({"to":"b@example.com"})"));
    QCOMPARE(BullPlace::value(place.inspector().payload(place.queue, id, 2, 2)), QByteArray("to"));
    NodePeer::run(place.server, module, place.queue, {u"retry"_s, QString::fromLatin1(id)});
    const TaskDetail retried = BullPlace::value(place.inspector().task(place.queue, id));
    QCOMPARE(retried.task.state, TaskState::Due);
    QVERIFY(factOf(retried, "retried on").toLongLong() > 0);
}

void TestBullLayout::aCompletedJobTellsWhatItLeft()
{
    QFETCH_GLOBAL(QString, module);
    BullPlace place(module);
    const QByteArray id = place.add({uR"({"name":"log it","opts":{"jobId":"order:7 ü"}})"_s}).value(0);
    QCOMPARE(id, QByteArray("order:7 ü"));
    place.work(1);
    const TaskDetail detail = BullPlace::value(place.inspector().task(place.queue, id));
    QCOMPARE(detail.task.state, TaskState::Done);
    QCOMPARE(detail.task.attempt, 1); // Bull itself counts only failures.
    QCOMPARE(detail.result, std::optional<QByteArray>("{\"ok\":\"order:7 ü\"}"));
    QCOMPARE(factOf(detail, "progress"), QByteArray("42"));
    QCOMPARE(factOf(detail, "logs"), QByteArray("a line\n"));
}

void TestBullLayout::aDoneJobTellsWhoRanItAndForHowLong()
{
    QFETCH_GLOBAL(QString, module);
    BullPlace place(module);
    const QByteArray id = place.add({uR"({"name":"mail","data":{"to":"b@example.com"}})"_s}).value(0);
    place.work(1);
    const TaskDetail detail = BullPlace::value(place.inspector().task(place.queue, id));
    QCOMPARE(detail.task.state, TaskState::Done);
    QCOMPARE(detail.attempts.size(), std::size_t(1));
    QCOMPARE(detail.attempts[0].number, 1);
    QCOMPARE(detail.attempts[0].outcome, QByteArray("done"));
    QVERIFY(detail.attempts[0].startedAt >= detail.task.addedAt);
    QVERIFY(detail.attempts[0].endedAt >= detail.attempts[0].startedAt);
    QCOMPARE(detail.attempts[0].error, QByteArray());
}

void TestBullLayout::aPausedQueueSaysSo()
{
    QFETCH_GLOBAL(QString, module);
    BullPlace place(module);
    place.add({uR"({"name":"a"})"_s});
    QVERIFY(!place.info().paused);
    place.call(u"pause"_s);
    QVERIFY(place.info().paused);
    place.add({uR"({"name":"b"})"_s});
    QCOMPARE(place.info().counts[TaskState::Due], 2);
    QCOMPARE(place.page(TaskState::Due).at(0).nativeState, QByteArray("paused"));
    place.call(u"resume"_s);
    QVERIFY(!place.info().paused);
    QCOMPARE(place.page(TaskState::Due).at(1).nativeState, QByteArray("waiting"));
}

void TestBullLayout::aJobOfADeadWorkerIsStalled()
{
    QFETCH_GLOBAL(QString, module);
    BullPlace place(module);
    const QByteArray id = place.add({uR"({"name":"hang"})"_s}).value(0);
    NodePeer worker(place.server, module, place.queue);
    QTRY_COMPARE(place.info().counts[TaskState::Leased], 1);
    // The job is in the list before its lock exists.
    QTRY_COMPARE(place.page(TaskState::Leased).at(0).nativeState, QByteArray("active"));
    const Task held = place.page(TaskState::Leased).at(0);
    QCOMPARE(held.attempt, 1);
    QVERIFY(held.at > place.info().serverNow);
    worker.kill9();
    place.server.call({"DEL", "bull:mail:" + id + ":lock"}); // simulates an expired lock
    QCOMPARE(place.page(TaskState::Leased).at(0).nativeState, QByteArray("stalled"));
}

void TestBullLayout::aJobThatARateLimitHoldsIsLimited()
{
    QFETCH_GLOBAL(QString, module);
    BullPlace place(module);
    const QByteArrayList ids = place.add({uR"({"name":"a","opts":{"delay":3600000}})"_s, uR"({"name":"b"})"_s});
    // Simulate Bull's moveToActive, which puts a job over the rate limit into this state.
    place.server.call({"HSET", "bull:mail:limiter:index", ids[0], "bull:mail:limiter"});
    QCOMPARE(place.page(TaskState::Scheduled).at(0).nativeState, QByteArray("limited"));
    QCOMPARE(place.page(TaskState::Due).at(0).nativeState, QByteArray("waiting"));
}

void TestBullLayout::filtersFindWhatFieldsSay()
{
    QFETCH_GLOBAL(QString, module);
    BullPlace place(module);
    place.add({uR"({"name":"fail mail","data":{"to":"alice"},"copies":4})"_s,
        uR"({"name":"fail web","data":{"to":"bob"},"copies":3})"_s});
    place.work(7);
    place.add({uR"({"name":"mail","data":{"to":"alice"},"opts":{"delay":60000}})"_s});
    QCOMPARE(place.found(u"state:failed type:\"fail mail\""_s).size(), std::size_t(4));
    QCOMPARE(place.found(u"error:web"_s).size(), std::size_t(3));
    QCOMPARE(place.found(u"payload:alice"_s).size(), std::size_t(5));
    QCOMPARE(place.found(u"payload:alice state:scheduled"_s).size(), std::size_t(1));
    QCOMPARE(place.found(u"attempt>0"_s).size(), std::size_t(7));
    QCOMPARE(place.found(u"due<+2m state:pending"_s).size(), std::size_t(1));
    QCOMPARE(place.found(u"state:done"_s).size(), std::size_t(0));
}

void TestBullLayout::repeatingJobsAreListed()
{
    QFETCH_GLOBAL(QString, module);
    BullPlace place(module);
    place.add({uR"({"name":"report","data":{"n":1},"opts":{"repeat":{"cron":"5 4 * * *","tz":"Europe/Paris"}}})"_s,
        uR"({"name":"tick:eu","opts":{"repeat":{"every":90000}}})"_s});
    const auto all = BullPlace::value(place.backend().schedules()->schedules(place.queue));
    QCOMPARE(all.size(), std::size_t(2));
    const Schedule& report = all[0].schedule;
    QCOMPARE(report.name, QByteArray("report:::Europe/Paris:5 4 * * *"));
    QCOMPARE(report.cron, QByteArray("5 4 * * *"));
    QCOMPARE(report.zone, QByteArray("Europe/Paris"));
    QCOMPARE(report.type, QByteArray("report"));
    QCOMPARE(report.payload, QByteArray(R"({"n":1})"));
    QCOMPARE(all[1].schedule.type, QByteArray("tick:eu"));
    QCOMPARE(all[1].schedule.cron, QByteArray("@every 90s"));
    // The queue contains a job for the next run, due at the time of that run.
    std::vector<TimePoint> due;
    for (const Task& task : place.page(TaskState::Scheduled))
        due.push_back(task.at);
    std::vector<TimePoint> next{*all[0].next, *all[1].next};
    std::sort(next.begin(), next.end());
    QCOMPARE(due.size(), next.size());
    for (std::size_t i = 0; i < due.size(); ++i) // Bull recalculates the delay.
        QVERIFY(due[i] >= next[i] - Millis(50) && due[i] <= next[i] + Millis(50));
    QVERIFY(
        !place.backend().schedules()->remove(place.queue, report.name)); // refused, because the connection is read-only
    place.server.call({"ZADD", "bull:mail:repeat", "17", "no row"});
    QVERIFY(BullPlace::value(place.backend().schedules()->schedules(place.queue)).at(0).schedule.damaged);
}

void TestBullLayout::allReadsChangeNothing()
{
    QFETCH_GLOBAL(QString, module);
    BullPlace place(module);
    place.add({uR"({"name":"log it","data":{"n":1}})"_s, uR"({"name":"fail","data":{"n":2}})"_s});
    place.work(2);
    const QByteArray id = place
                              .add({uR"({"name":"later","opts":{"delay":3600000}})"_s, uR"({"name":"now"})"_s,
                                  uR"({"name":"tick","opts":{"repeat":{"every":3600000}}})"_s})
                              .value(0);
    const auto before = keySpaceOf(place.server);
    place.server.call({"CONFIG", "RESETSTAT"});
    {
        CommandMonitor monitor(place.server);
        for (int i = 0; i < 3; ++i) {
            place.open(u"bull"_s);
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

void TestBullLayout::namesAreFoundByAWalk()
{
    QFETCH_GLOBAL(QString, module);
    BullPlace place(module);
    for (const char* queue : {"mail", "web hooks", "shop:eu"}) {
        place.queue = queue;
        place.add({uR"({"name":"a"})"_s});
    }
    place.queue = "empty";
    place.add({uR"({"name":"ok","opts":{"removeOnComplete":true}})"_s});
    place.work(1);
    place.server.call({"SET", "bull:user:next:id", "17"}); // another application's counter
    place.server.call({"HSET", "bull:mail:id:id", "x", "y"});
    QCOMPARE(place.names(), (QByteArrayList{"empty", "mail", "shop:eu", "web hooks"}));
}

void TestBullLayout::anotherPrefixIsOpenedByItsName()
{
    QFETCH_GLOBAL(QString, module);
    BullPlace place(module);
    place.add({uR"({"name":"a"})"_s});
    for (const Reply& key : place.server.call({"KEYS", "bull:mail:*"}).items)
        place.server.call({"RENAME", key.bytes, "shop:eu" + key.bytes.mid(4)});
    QCOMPARE(place.names(), QByteArrayList());
    place.open(u"bull:shop:eu"_s);
    QCOMPARE(place.names(), QByteArrayList{"mail"});
    QCOMPARE(idsOf(place.page(TaskState::Due)), QByteArrayList{"1"});
    place.open(u"bull:shop"_s);
    QCOMPARE(place.names(), QByteArrayList());
}

void TestBullLayout::aQueueNobodyMadeIsNotThere()
{
    QFETCH_GLOBAL(QString, module);
    BullPlace place(module);
    QCOMPARE(place.inspector().queue("nobody").error().code, ErrorCode::NotFound);
    place.add({uR"({"name":"a"})"_s});
    QCOMPARE(place.inspector().task(place.queue, "12345").error().code, ErrorCode::NotFound);
    QCOMPARE(place.inspector().payload(place.queue, "12345").error().code, ErrorCode::NotFound);
    place.server.call({"DEL", "bull:mail:wait"});
    place.server.call({"SET", "bull:mail:wait", "x"});
    QVERIFY(!place.info().unreadable.isEmpty());
}

void TestBullLayout::duectlListsAndShowsThem()
{
    QFETCH_GLOBAL(QString, module);
    BullPlace place(module);
    const QByteArray id = place.add({uR"({"name":"fail","data":{"to":"alice"}})"_s}).value(0);
    place.work(1);
    place.add({uR"({"name":"later","opts":{"delay":3600000,"priority":4}})"_s,
        uR"({"name":"tick","opts":{"repeat":{"every":3600000}}})"_s});
    const Duectl duectl(place.server.url());
    const QJsonArray queues = duectl.run("--layout bull queues --json").array();
    QCOMPARE(queues.size(), 1); // The queue is not listed again as a discovered queue.
    QCOMPARE(queues[0].toObject().value(u"name"_s).toString(), u"mail"_s);
    QCOMPARE(queues[0].toObject().value(u"failed"_s).toInt(), 1);
    QCOMPARE(queues[0].toObject().value(u"scheduled"_s).toInt(), 2);
    const QJsonArray found = duectl.run("queues --json").array();
    QCOMPARE(found.size(), 1);
    QCOMPARE(found[0].toObject().value(u"name"_s).toString(), u"mail@bull"_s); // The layout was detected automatically.
    QCOMPARE(found[0].toObject().value(u"layout"_s).toString(), u"bull"_s);
    const QJsonArray tasks = duectl.run("--layout bull list mail --state failed --json").array();
    QCOMPARE(tasks.size(), 1);
    QCOMPARE(tasks[0].toObject().value(u"id"_s).toString().toUtf8(), id);
    QCOMPARE(tasks[0].toObject().value(u"error"_s).toString(), u"boom: fail"_s);
    QCOMPARE(duectl.run("--layout bull show mail " + id + " --payload").out, QByteArray(R"({"to":"alice"})"));
    const Answer shown = duectl.run("--layout bull show mail 2");
    QVERIFY2(shown.code == 0 && shown.out.contains("scheduled (delayed)") && shown.out.contains("Priority:     4"),
        shown.all());
    const QJsonObject facts = duectl.run("--layout bull show mail 2 --json").object().value(u"facts"_s).toObject();
    QCOMPARE(facts.value(u"priority"_s).toString(), u"4"_s);
    const QJsonArray schedules = duectl.run("--layout bull schedules mail --json").array();
    QCOMPARE(schedules.size(), 1);
    QCOMPARE(schedules[0].toObject().value(u"cron"_s).toString(), u"@every 3600s"_s);
    EXIT(duectl.run("--layout bull check mail --failed 0"), 1);
    // Changes that only Bull can make are refused, and nothing changes.
    const auto before = keySpaceOf(place.server);
    const Answer work = duectl.run("--layout bull work --queue mail --handler *=echo --exit-when-empty");
    QVERIFY2(work.code != 0 && work.out.isEmpty(), work.all());
    QCOMPARE(keySpaceOf(place.server), before);
    EXIT(duectl.run("--layout bull schedules mail remove tick:::3600000"), 0);
    QVERIFY(duectl.run("--layout bull schedules mail --json").array().isEmpty());
    QCOMPARE(idsOf(place.page(TaskState::Scheduled)), QByteArrayList{"2"});
}

QTEST_GUILESS_MAIN(TestBullLayout)
#include "tst_bulllayout.moc"
