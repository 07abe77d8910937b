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

/// Server with BullMQ queues that BullMQ itself fills and processes.
class BullmqPlace : public JobPlace
{
public:
    explicit BullmqPlace(const QString& module)
        : JobPlace(module, u"bullmq"_s)
    { }
};

} // namespace

/// Tests that queues filled and processed by BullMQ are displayed correctly, and that reading doesn't change them.
class TestBullmqLayout : public QObject
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
        QTest::addRow("6") << u"bullmq"_s;
        QTest::addRow("5") << u"bullmq5"_s;
        QTest::addRow("5.0.0") << u"bullmq500"_s;
    }
    void aJobsStateIsWhereItStands();
    void waitingJobsComeInTheOrderInWhichTheyRun();
    void aFailedJobTellsItsErrorAndStack();
    void aDoneJobTellsWhoRanItAndForHowLong();
    void aPausedQueueSaysSo();
    void aJobOfADeadWorkerIsStalled();
    void filtersFindWhatFieldsSay();
    void flowsWaitForTheirChildren();
    void allReadsChangeNothing();
    void namesAreFoundByAWalk();
    void aQueueNobodyMadeIsNotThere();
    void duectlListsAndShowsThem();
};

void TestBullmqLayout::aJobsStateIsWhereItStands()
{
    QFETCH_GLOBAL(QString, module);
    BullmqPlace place(module);
    place.add({uR"({"name":"ok","data":{"n":1}})"_s, uR"({"name":"fail","data":{"n":2}})"_s});
    place.work(2);
    place.add({uR"({"name":"later","data":{"n":3},"opts":{"delay":3600000,"attempts":7}})"_s,
        uR"({"name":"first","data":{"to":"a@example.com"},"opts":{"priority":3}})"_s,
        uR"({"name":"plain","data":{"n":5}})"_s});
    const QueueInfo info = place.info();
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
    for (const Task& task : due) {
        QCOMPARE(task.nativeState, task.type == "first" ? QByteArray("prioritized") : QByteArray("waiting"));
        QVERIFY(task.untimed);
        QVERIFY(task.addedAt.has_value());
    }
    // Counts, lists and the merged list agree.
    const TaskPage all = BullmqPlace::value(place.inspector().page({place.queue, {}, 0, 100, StateSet::all()}));
    QCOMPARE(all.total, 5);
    QCOMPARE(idsOf(all.tasks).size(), 5);
    QCOMPARE(all.tasks.back().id, later.id);
}

void TestBullmqLayout::waitingJobsComeInTheOrderInWhichTheyRun()
{
    QFETCH_GLOBAL(QString, module);
    BullmqPlace place(module);
    const QByteArrayList added
        = place.add({uR"({"name":"a"})"_s, uR"({"name":"b"})"_s, uR"({"name":"c","opts":{"lifo":true}})"_s});
    QCOMPARE(idsOf(place.page(TaskState::Due)), (QByteArrayList{added[2], added[0], added[1]}));
    place.work(1);
    QCOMPARE(place.page(TaskState::Done).back().id, added[2]);
}

void TestBullmqLayout::aFailedJobTellsItsErrorAndStack()
{
    QFETCH_GLOBAL(QString, module);
    BullmqPlace place(module);
    const QByteArray id
        = place.add({uR"({"name":"fail mail","data":{"to":"b@example.com"},"opts":{"attempts":2}})"_s}).value(0);
    place.work(2);
    const Task task = place.page(TaskState::Failed).at(0);
    QCOMPARE(task.error, QByteArray("boom: fail mail"));
    QCOMPARE(task.attempt, 2);
    QCOMPARE(task.maxAttempts, 2);
    QCOMPARE(task.preview, QByteArray(R"({"to":"b@example.com"})"));
    const TaskDetail detail = BullmqPlace::value(place.inspector().task(place.queue, id));
    QCOMPARE(detail.attempts.size(), std::size_t(2));
    QCOMPARE(detail.attempts[1].number, 2);
    QVERIFY2(detail.attempts[1].error.startsWith("Error: boom: fail mail\n    at "), detail.attempts[1].error);
    QVERIFY(detail.attempts[1].endedAt > detail.task.addedAt);
    QCOMPARE(BullmqPlace::value(place.inspector().payload(place.queue, id)), QByteArray(R"({"to":"b@example.com"})"));
    QCOMPARE(BullmqPlace::value(place.inspector().payload(place.queue, id, 2, 2)), QByteArray("to"));
}

void TestBullmqLayout::aDoneJobTellsWhoRanItAndForHowLong()
{
    QFETCH_GLOBAL(QString, module);
    BullmqPlace place(module);
    const QByteArray id = place.add({uR"({"name":"mail","data":{"to":"b@example.com"}})"_s}).value(0);
    place.work(1);
    const TaskDetail detail = BullmqPlace::value(place.inspector().task(place.queue, id));
    QCOMPARE(detail.task.state, TaskState::Done);
    QCOMPARE(detail.attempts.size(), std::size_t(1));
    QCOMPARE(detail.attempts[0].number, 1);
    QCOMPARE(detail.attempts[0].outcome, QByteArray("done"));
    QVERIFY(detail.attempts[0].startedAt >= detail.task.addedAt);
    QVERIFY(detail.attempts[0].endedAt >= detail.attempts[0].startedAt);
    QCOMPARE(detail.attempts[0].error, QByteArray());
}

void TestBullmqLayout::aPausedQueueSaysSo()
{
    QFETCH_GLOBAL(QString, module);
    BullmqPlace place(module);
    place.add({uR"({"name":"a"})"_s});
    QVERIFY(!place.info().paused);
    place.call(u"pause"_s);
    QVERIFY(place.info().paused);
    place.add({uR"({"name":"b"})"_s});
    QCOMPARE(place.info().counts[TaskState::Due], 2);
    place.call(u"resume"_s);
    QVERIFY(!place.info().paused);
    QCOMPARE(place.info().counts[TaskState::Due], 2);
}

void TestBullmqLayout::aJobOfADeadWorkerIsStalled()
{
    QFETCH_GLOBAL(QString, module);
    BullmqPlace place(module);
    const QByteArray id = place.add({uR"({"name":"hang"})"_s}).value(0);
    NodePeer worker(place.server, module, place.queue);
    QTRY_COMPARE(place.info().counts[TaskState::Leased], 1);
    const Task held = place.page(TaskState::Leased).at(0);
    QCOMPARE(held.nativeState, QByteArray("active"));
    QCOMPARE(held.attempt, 1);
    QVERIFY(held.at > place.info().serverNow);
    worker.kill9();
    place.server.call({"DEL", "bull:mail:" + id + ":lock"}); // simulates an expired lock
    QCOMPARE(place.page(TaskState::Leased).at(0).nativeState, QByteArray("stalled"));
}

void TestBullmqLayout::filtersFindWhatFieldsSay()
{
    QFETCH_GLOBAL(QString, module);
    BullmqPlace place(module);
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

void TestBullmqLayout::flowsWaitForTheirChildren()
{
    QFETCH_GLOBAL(QString, module);
    BullmqPlace place(module);
    const QByteArray parent = NodePeer::run(place.server, module, place.queue, {u"flow"_s}).value(0);
    QCOMPARE(place.info().counts[TaskState::Scheduled], 1);
    QCOMPARE(place.info().counts[TaskState::Due], 2);
    const Task task = place.page(TaskState::Scheduled).at(0);
    QCOMPARE(task.id, parent);
    QCOMPARE(task.nativeState, QByteArray("waiting-children"));
    QVERIFY(task.untimed);
    const TaskDetail child
        = BullmqPlace::value(place.inspector().task(place.queue, place.page(TaskState::Due).at(0).id));
    QVERIFY(std::any_of(child.facts.begin(), child.facts.end(),
        [&](const TaskFact& fact) { return fact.name == "parent" && fact.value == "bull:mail:" + parent; }));
}

void TestBullmqLayout::allReadsChangeNothing()
{
    QFETCH_GLOBAL(QString, module);
    BullmqPlace place(module);
    place.add({uR"({"name":"log it","data":{"n":1}})"_s, uR"({"name":"fail","data":{"n":2}})"_s});
    place.work(2);
    const QByteArray id
        = place.add({uR"({"name":"later","opts":{"delay":3600000}})"_s, uR"({"name":"now"})"_s}).value(0);
    const QByteArray parent = NodePeer::run(place.server, module, place.queue, {u"flow"_s}).value(0);
    const auto before = keySpaceOf(place.server);
    place.server.call({"CONFIG", "RESETSTAT"});
    {
        CommandMonitor monitor(place.server);
        for (int i = 0; i < 3; ++i)
            place.readEverything(id);
        place.readEverything(parent);
        const auto commands = monitor.taken();
        QVERIFY(commands.size() > 100);
        for (const Command& command : commands)
            QVERIFY2(isReadCommand(command), command.front().constData());
    }
    QCOMPARE(place.found(u"payload:n"_s).size(), std::size_t(4));
    QCOMPARE(writeCommandsRun(place.server), QByteArrayList());
    QCOMPARE(keySpaceOf(place.server), before);
}

void TestBullmqLayout::namesAreFoundByAWalk()
{
    QFETCH_GLOBAL(QString, module);
    BullmqPlace place(module);
    for (const char* queue : {"mail", "web hooks", "reports"}) {
        place.queue = queue;
        place.add({uR"({"name":"a"})"_s});
        // A version 5.0.0 queue can be identified only by the settings that a worker writes.
        if (module == u"bullmq500")
            place.work(1);
    }
    QByteArrayList names;
    for (const QueueInfo& info : BullmqPlace::value(place.inspector().queues()))
        names.append(info.name);
    QCOMPARE(names, (QByteArrayList{"mail", "reports", "web hooks"}));
}

void TestBullmqLayout::aQueueNobodyMadeIsNotThere()
{
    QFETCH_GLOBAL(QString, module);
    BullmqPlace place(module);
    QCOMPARE(place.inspector().queue("nobody").error().code, ErrorCode::NotFound);
    place.add({uR"({"name":"a"})"_s});
    QCOMPARE(place.inspector().task(place.queue, "12345").error().code, ErrorCode::NotFound);
    QCOMPARE(place.inspector().payload(place.queue, "12345").error().code, ErrorCode::NotFound);
    place.server.call({"DEL", "bull:mail:wait"});
    place.server.call({"SET", "bull:mail:wait", "x"});
    QVERIFY(!place.info().unreadable.isEmpty());
}

void TestBullmqLayout::duectlListsAndShowsThem()
{
    QFETCH_GLOBAL(QString, module);
    BullmqPlace place(module);
    const QByteArray id = place.add({uR"({"name":"fail","data":{"to":"alice"}})"_s}).value(0);
    place.work(1);
    place.add({uR"({"name":"later","opts":{"delay":3600000}})"_s});
    const Duectl duectl(place.server.url());
    const QJsonArray queues = duectl.run("--layout bullmq queues --json").array();
    QCOMPARE(queues.size(), 1); // The queue is not listed again as a discovered queue.
    QCOMPARE(queues[0].toObject().value(u"name"_s).toString(), u"mail"_s);
    QCOMPARE(queues[0].toObject().value(u"failed"_s).toInt(), 1);
    QCOMPARE(queues[0].toObject().value(u"scheduled"_s).toInt(), 1);
    const QJsonArray tasks = duectl.run("--layout bullmq list mail --state failed --json").array();
    QCOMPARE(tasks.size(), 1);
    QCOMPARE(tasks[0].toObject().value(u"id"_s).toString().toUtf8(), id);
    QCOMPARE(tasks[0].toObject().value(u"error"_s).toString(), u"boom: fail"_s);
    QCOMPARE(duectl.run("--layout bullmq show mail " + id + " --payload").out, QByteArray(R"({"to":"alice"})"));
    EXIT(duectl.run("--layout bullmq check mail --failed 0"), 1);
    const Answer work = duectl.run("--layout bullmq work --queue mail --handler *=echo --exit-when-empty");
    QVERIFY2(work.code != 0, work.all());
}

QTEST_GUILESS_MAIN(TestBullmqLayout)
#include "tst_bullmqlayout.moc"
