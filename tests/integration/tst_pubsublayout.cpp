// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/layouts/catalogue/layoutregistry.h"
#include "core/redis/subscription.h"
#include "tests/support/listplace.h"

using namespace dueline;
using namespace Qt::StringLiterals;

/// Tests tasks that are keys with a time, announced on a channel.
class TestPubsubLayout : public QObject
{
    Q_OBJECT

private slots:
    void keysAreTasksWithTheirTime();
    void aTaskRunsOnceAtItsTimeAndItsKeyStays();
    void anotherValueIsAnotherTask();
    void addSetsAndPublishes();
    void whatIsAddedIsCountedAndWakes();
    void aKeyThatRanIsSetAnew();
    void aClaimTakesItsWholeLimit();
    void aTaskGivenTwiceIsActedOnOnce();
    void aRemovedQueueLeavesNoTasks();
    void whatItCannotHoldIsRefused();
    void timesAreChangedAndChangedBack();
    void discardIsUndone();
    void whatChangedMeanwhileIsLeftAlone();
    void whatIsNoTimeIsShownAndNeverRun();
    void theEndOfTimeIsNeverDue();
    void keysThatAreGoneAreForgotten();

private:
    static QByteArray text(TimePoint at) { return QByteArray::number(double(toMs(at)) / 1000, 'f', 3); }
};

void TestPubsubLayout::keysAreTasksWithTheirTime()
{
    ListPlace place(u"pubsub:new_job?keys=job*&type=mail"_s);
    const TimePoint now = ListPlace::value(place.backend->serverTime());
    place.server.call({"SET", "job1", text(now + 1h)});
    place.server.call({"SET", "job2", text(now - 1min)});
    place.server.call({"SET", "other", text(now)});
    const auto due = place.page(TaskState::Due);
    QCOMPARE(due.size(), std::size_t(1));
    QCOMPARE(due[0].id, QByteArray("job2"));
    QCOMPARE(typeOf(due[0]), QByteArrayView("mail"));
    const auto scheduled = place.page(TaskState::Scheduled);
    QCOMPARE(scheduled.size(), std::size_t(1));
    QCOMPARE(scheduled[0].at, now + 1h);
    QCOMPARE(place.count(TaskState::Scheduled), 1);
    QCOMPARE(place.count(TaskState::Due), 1);
    QCOMPARE(ListPlace::value(place.backend->inspector().payload(place.queue, "job1")), QByteArray("job1"));
    QVERIFY(!place.backend->inspector().task(place.queue, "other").ok());
    const Claim claimed = place.claim();
    QCOMPARE(claimed.leases.size(), std::size_t(1));
    QCOMPARE(claimed.leases[0].dueAt, now - 1min);
    const Claim nothing = place.claim();
    QCOMPARE(nothing.nextDue, std::optional(now + 1h));
    QVERIFY(nothing.lookAt && *nothing.lookAt <= nothing.serverNow + 100ms);
}

void TestPubsubLayout::aTaskRunsOnceAtItsTimeAndItsKeyStays()
{
    ListPlace place(u"pubsub:new_job?keys=job*"_s);
    const TimePoint now = ListPlace::value(place.backend->serverTime());
    const QByteArray value = text(now - 1s);
    place.server.call({"SET", "job1", value});
    const Claim claimed = place.claim(100, place.other.get());
    QCOMPARE(claimed.leases.size(), std::size_t(1));
    QVERIFY(place.claim().leases.empty());
    QCOMPARE(place.count(TaskState::Leased), 1);
    QCOMPARE(place.count(TaskState::Due), 0);
    QCOMPARE(place.payload(claimed.leases[0]), QByteArray("job1"));
    QCOMPARE(place.ack(claimed.leases).at(0), WriteOutcome::Accepted);
    QCOMPARE(place.server.call({"GET", "job1"}).bytes, value);
    QVERIFY(place.claim().leases.empty());
    QVERIFY(place.claim(100, place.other.get()).leases.empty());
    QCOMPARE(place.count(TaskState::Due), 0);
    QCOMPARE(place.count(TaskState::Done), 1);
    QCOMPARE(ListPlace::value(place.backend->inspector().task(place.queue, "job1")).task.state, TaskState::Done);
}

void TestPubsubLayout::anotherValueIsAnotherTask()
{
    ListPlace place(u"pubsub:new_job?keys=job*"_s);
    const TimePoint now = ListPlace::value(place.backend->serverTime());
    place.server.call({"SET", "job1", text(now - 2s)});
    place.ack(place.claim().leases);
    place.server.call({"SET", "job1", text(now - 1s)});
    QCOMPARE(place.count(TaskState::Due), 1);
    const Claim claimed = place.claim();
    QCOMPARE(claimed.leases.size(), std::size_t(1));
    // The producer sets the key again while the task is running. The new task waits until the running one has ended.
    place.server.call({"SET", "job1", text(now - 500ms)});
    QVERIFY(place.claim().leases.empty());
    QCOMPARE(place.ack(claimed.leases).at(0), WriteOutcome::Accepted);
    QCOMPARE(place.claim().leases.size(), std::size_t(1));
}

void TestPubsubLayout::addSetsAndPublishes()
{
    ListPlace place(u"pubsub:new_job?keys=job*"_s);
    Subscription ears(place.server.config(), {"new_job"});
    QVERIFY(ears.open().ok());
    const TimePoint now = ListPlace::value(place.backend->serverTime());
    NewTask task;
    task.id = "new_job#job7";
    task.dueAt = now + 1h;
    NewTask made;
    made.id = makeTaskId("new_job", now);
    made.dueIn = 2h;
    QCOMPARE(ListPlace::value(place.backend->editor()->add(place.queue, {task, made})),
        (std::vector<AddOutcome>{AddOutcome::Added, AddOutcome::Added}));
    QCOMPARE(place.server.call({"GET", "job7"}).bytes, text(now + 1h));
    auto message = ears.next(5s);
    QVERIFY(message.ok() && *message);
    QCOMPARE((*message)->payload, QByteArray("job7"));
    message = ears.next(5s);
    QVERIFY(message.ok() && *message);
    QCOMPARE((*message)->payload, place.backend->editor()->idFor(place.queue, made));
    QVERIFY((*message)->payload.startsWith("job"));
    QCOMPARE(place.count(TaskState::Scheduled), 2);
    QCOMPARE(ListPlace::value(place.backend->editor()->add(place.queue, {task})).at(0), AddOutcome::Exists);
    task.dueAt = now + 3h;
    QCOMPARE(ListPlace::value(place.backend->editor()->add(place.queue, {task})).at(0), AddOutcome::Conflict);
    QCOMPARE(place.server.call({"GET", "job7"}).bytes, text(now + 1h));
}

void TestPubsubLayout::whatIsAddedIsCountedAndWakes()
{
    ListPlace place(u"pubsub:new_job?keys=job*"_s);
    const auto source = ListPlace::value(place.other->events({place.queue}, true, false));
    QVERIFY(source && source->open().ok());
    std::vector<NewTask> tasks(2);
    tasks[0].id = "new_job#job1";
    tasks[1].id = "new_job#job2";
    tasks[0].dueIn = tasks[1].dueIn = 1h;
    ListPlace::value(place.backend->editor()->add(place.queue, tasks));
    QVERIFY(place.isWoken(*source));
    QCOMPARE(place.countedAsAdded(), 2);
    ListPlace::value(place.backend->editor()->add(place.queue, {tasks[0]})); // The task already exists.
    QCOMPARE(place.countedAsAdded(), 2);
}

void TestPubsubLayout::aKeyThatRanIsSetAnew()
{
    ListPlace place(u"pubsub:new_job?keys=job*"_s);
    const TimePoint now = ListPlace::value(place.backend->serverTime());
    place.server.call({"SET", "job1", text(now - 2s)});
    const Claim claimed = place.claim();
    NewTask task;
    task.id = "new_job#job1";
    task.dueAt = now - 1s;
    // A key can't be set again while its task is running.
    QCOMPARE(ListPlace::value(place.backend->editor()->add(place.queue, {task})).at(0), AddOutcome::Conflict);
    place.ack(claimed.leases);
    QCOMPARE(ListPlace::value(place.backend->editor()->add(place.queue, {task})).at(0), AddOutcome::Added);
    QCOMPARE(place.server.call({"GET", "job1"}).bytes, text(now - 1s));
    QCOMPARE(place.claim().leases.size(), std::size_t(1));
}

void TestPubsubLayout::aClaimTakesItsWholeLimit()
{
    ListPlace place(u"pubsub:new_job?keys=job*"_s);
    const QByteArray value = text(ListPlace::value(place.backend->serverTime()) - 1s);
    for (int i = 0; i < 130; ++i)
        place.server.call({"SET", "job" + QByteArray::number(i), value});
    QCOMPARE(place.claim(120).leases.size(), std::size_t(120));
    QCOMPARE(place.claim(120).leases.size(), std::size_t(10));
}

void TestPubsubLayout::aTaskGivenTwiceIsActedOnOnce()
{
    ListPlace place(u"pubsub:new_job?keys=job*"_s);
    const TimePoint now = ListPlace::value(place.backend->serverTime());
    const std::vector<ItemOutcome> once{ItemOutcome::Done, ItemOutcome::MovedOn};
    place.server.call({"SET", "job1", text(now + 1h)});
    const TaskRef seen = place.refs(TaskState::Scheduled).at(0);
    QCOMPARE(place.act(ActionKind::Reschedule, {seen, seen}, "op1", now + 2h), once);
    QCOMPARE(place.undo().restored, 1);
    QCOMPARE(place.server.call({"GET", "job1"}).bytes, text(now + 1h));
    QCOMPARE(place.act(ActionKind::Discard, {seen, seen}, "op2"), once);
    QCOMPARE(place.count(TaskState::Trash), 1);
}

void TestPubsubLayout::aRemovedQueueLeavesNoTasks()
{
    ListPlace place(u"pubsub:new_job?keys=job*"_s);
    const TimePoint now = ListPlace::value(place.backend->serverTime());
    place.server.call({"SET", "job1", text(now - 1s)});
    place.ack(place.claim().leases);
    place.server.call({"SET", "job2", text(now + 1h)});
    place.server.call({"SET", "job3", "hello"});
    place.server.call({"SET", "other", text(now)});
    const auto removed = place.backend->editor()->removeQueue(place.queue, false);
    QVERIFY2(removed.ok(), removed ? "" : qPrintable(removed.error().message));
    QCOMPARE(place.server.call({"EXISTS", "job1", "job2", "{new_job}:dueline:ran"}).integer, 0);
    QCOMPARE(place.server.call({"EXISTS", "job3", "other"}).integer, 2); // not tasks
}

void TestPubsubLayout::whatItCannotHoldIsRefused()
{
    ListPlace place(u"pubsub:new_job?keys=job*"_s);
    NewTask task;
    task.id = "new_job#work7";
    auto added = place.backend->editor()->add(place.queue, {task});
    QVERIFY(!added && added.error().code == ErrorCode::Refused && added.error().message.contains("job*"_L1));
    task.id = "new_job#job7";
    task.payload = "x";
    added = place.backend->editor()->add(place.queue, {task});
    QVERIFY(!added && added.error().code == ErrorCode::Refused);
    QCOMPARE(place.server.call({"EXISTS", "job7", "work7"}).integer, 0);
}

void TestPubsubLayout::timesAreChangedAndChangedBack()
{
    ListPlace place(u"pubsub:new_job?keys=job*"_s);
    const TimePoint now = ListPlace::value(place.backend->serverTime());
    place.server.call({"SET", "job1", text(now + 1h), "EX", "9000"});
    place.server.call({"SET", "job2", text(now + 2h)});
    QCOMPARE(place.act(ActionKind::Reschedule, place.refs(TaskState::Scheduled), "op1", now + 3h),
        (std::vector<ItemOutcome>{ItemOutcome::Done, ItemOutcome::Done}));
    QCOMPARE(place.server.call({"GET", "job1"}).bytes, text(now + 3h));
    QVERIFY(place.server.call({"TTL", "job1"}).integer > 0); // the expiry is unchanged
    place.server.call({"SET", "job2", text(now + 4h)}); // The test acts as the producer.
    const UndoStep undone = place.undo();
    QCOMPARE(undone.restored, 1);
    QCOMPARE(undone.movedOn, 1);
    QCOMPARE(place.server.call({"GET", "job1"}).bytes, text(now + 1h));
    QCOMPARE(place.server.call({"GET", "job2"}).bytes, text(now + 4h));
    QCOMPARE(place.act(ActionKind::RunNow, {place.refs(TaskState::Scheduled)[0]}, "op2").at(0), ItemOutcome::Done);
    QCOMPARE(place.claim().leases.size(), std::size_t(1));
}

void TestPubsubLayout::discardIsUndone()
{
    ListPlace place(u"pubsub:new_job?keys=job*"_s);
    const QByteArray value = text(ListPlace::value(place.backend->serverTime()) + 1h);
    place.server.call({"SET", "job1", value});
    QCOMPARE(place.act(ActionKind::Discard, place.refs(TaskState::Scheduled)).at(0), ItemOutcome::Done);
    QCOMPARE(place.server.call({"EXISTS", "job1"}).integer, 0);
    QCOMPARE(place.count(TaskState::Trash), 1);
    QCOMPARE(place.undo().restored, 1);
    QCOMPARE(place.server.call({"GET", "job1"}).bytes, value);
    QCOMPARE(place.count(TaskState::Trash), 0);
    QCOMPARE(place.count(TaskState::Scheduled), 1);
    QCOMPARE(place.act(ActionKind::Delete, place.refs(TaskState::Scheduled), "op2").at(0), ItemOutcome::Done);
    QCOMPARE(place.server.call({"EXISTS", "job1"}).integer, 0);
    QCOMPARE(place.count(TaskState::Trash), 0);
}

void TestPubsubLayout::whatChangedMeanwhileIsLeftAlone()
{
    ListPlace place(u"pubsub:new_job?keys=job*"_s);
    const TimePoint now = ListPlace::value(place.backend->serverTime());
    place.server.call({"SET", "job1", text(now + 1h)});
    place.server.call({"SET", "job2", text(now + 2h)});
    const auto seen = place.refs(TaskState::Scheduled);
    place.server.call({"SET", "job1", text(now + 3h)});
    place.server.call({"DEL", "job2"});
    QCOMPARE(
        place.act(ActionKind::Discard, seen), (std::vector<ItemOutcome>{ItemOutcome::MovedOn, ItemOutcome::NotFound}));
    QCOMPARE(place.server.call({"GET", "job1"}).bytes, text(now + 3h));
}

void TestPubsubLayout::whatIsNoTimeIsShownAndNeverRun()
{
    ListPlace place(u"pubsub:new_job?keys=job*"_s);
    place.server.call({"SET", "job1", "hello"});
    place.server.call({"SET", "job2", QByteArray(1024 * 1024, '1')});
    place.server.call({"SET", "job3", QByteArray("\0\xff", 2)});
    place.server.call({"SET", "job4", ""});
    place.server.call({"HSET", "job5", "a", "b"});
    place.server.call({"SET", "job6", "nan"});
    QVERIFY(place.claim().leases.empty());
    const auto shown = place.page(TaskState::Due);
    QCOMPARE(shown.size(), std::size_t(6));
    for (const Task& task : shown)
        QVERIFY2(task.error.contains("does not contain a time"), task.error.constData());
    QCOMPARE(ListPlace::value(place.backend->inspector().queue(place.queue)).damaged, 6);
    QCOMPARE(place.count(TaskState::Due), 0);
    QCOMPARE(
        place.act(ActionKind::Discard, place.refs(TaskState::Due)), std::vector<ItemOutcome>(6, ItemOutcome::Refused));
    QCOMPARE(place.server.call({"STRLEN", "job2"}).integer, 1024 * 1024);
    QCOMPARE(place.server.call({"TYPE", "job5"}).bytes, QByteArray("hash"));
}

void TestPubsubLayout::theEndOfTimeIsNeverDue()
{
    ListPlace place(u"pubsub:new_job?keys=job*"_s);
    place.server.call({"SET", "job1", "inf"});
    place.server.call({"SET", "job2", "1e300"});
    place.server.call({"SET", "job3", "-inf"});
    place.server.call({"SET", "job4", "-5"});
    QCOMPARE(place.count(TaskState::Scheduled), 2);
    QCOMPARE(place.count(TaskState::Due), 2);
    QCOMPARE(place.claim().leases.size(), std::size_t(2));
    QCOMPARE(place.server.call({"GET", "job1"}).bytes, QByteArray("inf"));
}

void TestPubsubLayout::keysThatAreGoneAreForgotten()
{
    ListPlace place(u"pubsub:new_job?keys=job*"_s);
    const TimePoint now = ListPlace::value(place.backend->serverTime());
    for (int i = 0; i < 300; ++i)
        place.server.call({"SET", "job" + QByteArray::number(i), text(now - 1s)});
    qsizetype ran = 0;
    while (ran < 300) {
        const Claim claimed = place.claim();
        QVERIFY(!claimed.leases.empty());
        place.ack(claimed.leases);
        ran += qsizetype(claimed.leases.size());
    }
    QCOMPARE(place.server.call({"HLEN", "{new_job}:dueline:ran"}).integer, 300);
    for (int i = 0; i < 200; ++i)
        place.server.call({"DEL", "job" + QByteArray::number(i)});
    for (int step = 0; step < 100 && ListPlace::value(place.backend->broker()->sweep(place.queue)); ++step) { }
    QCOMPARE(place.server.call({"HLEN", "{new_job}:dueline:ran"}).integer, 100);
    QVERIFY(place.claim().leases.empty());
}

QTEST_GUILESS_MAIN(TestPubsubLayout)
#include "tst_pubsublayout.moc"
