// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/layouts/list/listitemid.h"
#include "core/redis/subscription.h"
#include "tests/support/listplace.h"

#include <set>

using namespace dueline;
using namespace Qt::StringLiterals;

namespace {

std::vector<QByteArray> listIdsOf(const std::vector<Task>& tasks)
{
    std::vector<QByteArray> ids;
    for (const Task& task : tasks)
        ids.push_back(task.id);
    return ids;
}

QByteArray hashOf(const QByteArray& item) { return ListItemId::hashOf(item); }

} // namespace

/// Tests that a list's items can be read, changed and run while other programs push and pop items.
class TestListLayout : public QObject
{
    Q_OBJECT

private slots:
    void itemsAreShownInTheOrderInWhichTheyAreTaken();
    void equalItemsHaveIdsOfTheirOwn();
    void whatIsTakenIsInTheOverlayUntilItIsDone();
    void itemsAreClaimedInTheirOrder();
    void twoWorkersShareTheItems();
    void resultsArePublishedAsTheirWorkerDoes();
    void aTaskThatFailsComesBackAndIsKept();
    void aWorkerThatDiesLosesNothing();
    void discardIsUndoneIntoTheList();
    void aRestoreAndAnUndoKeepTheOrder_data();
    void aRestoreAndAnUndoKeepTheOrder();
    void whatIsGoneHasMovedOn();
    void deleteRemovesOneOfEqualItems();
    void addPushesAsTheirProducersDo();
    void whatIsAddedIsCountedAndWakes();
    void aClaimTakesItsWholeLimit();
    void aSearchMissesNothingThatStays();
    void anExportSearchesTheListOnce();
    void aPausedQueueIsLeftAlone();
};

void TestListLayout::itemsAreShownInTheOrderInWhichTheyAreTaken()
{
    ListPlace place(u"list:task_queue?type=mail"_s);
    QCOMPARE(place.backend->inspector().queue("task_queue").error().code, ErrorCode::NotFound);
    place.push({"first", "second", "third"});
    const auto tasks = place.page(TaskState::Due);
    QCOMPARE(listIdsOf(tasks), (std::vector<QByteArray>{hashOf("first"), hashOf("second"), hashOf("third")}));
    QCOMPARE(typeOf(tasks[0]), QByteArrayView("mail"));
    QCOMPARE(tasks[0].preview, QByteArray("first"));
    QCOMPARE(tasks[0].size, 5);
    QVERIFY(tasks[0].untimed);
    QCOMPARE(place.count(TaskState::Due), 3);
    const auto detail = ListPlace::value(place.backend->inspector().task(place.queue, hashOf("second")));
    QCOMPARE(detail.task.state, TaskState::Due);
    QCOMPARE(ListPlace::value(place.backend->inspector().payload(place.queue, hashOf("second"))), QByteArray("second"));
    QCOMPARE(place.backend->inspector().task(place.queue, hashOf("none")).error().code, ErrorCode::NotFound);
    const TimePoint now = ListPlace::value(place.backend->serverTime());
    const auto bins = ListPlace::value(place.backend->inspector().timeline(place.queue, now - 1h, now + 1h, 60));
    qint64 due = 0;
    for (const TimelineBin& bin : bins)
        due += bin.counts[TaskState::Due];
    QCOMPARE(due, 3);
}

void TestListLayout::equalItemsHaveIdsOfTheirOwn()
{
    ListPlace place(u"list:q"_s);
    place.push({"ping", "ping", "pong", "ping"});
    const QByteArray ping = hashOf("ping");
    QCOMPARE(listIdsOf(place.page(TaskState::Due)),
        (std::vector<QByteArray>{ping, ping + "~2", hashOf("pong"), ping + "~3"}));
    QVERIFY(place.backend->inspector().task(place.queue, ping + "~3").ok());
    QVERIFY(!place.backend->inspector().task(place.queue, ping + "~4").ok());
    // A running item keeps its id, and meanwhile no item in the list gets it.
    const Claim claimed = place.claim(1);
    QCOMPARE(claimed.leases.at(0).id, ping);
    QCOMPARE(
        listIdsOf(place.page(TaskState::Due)), (std::vector<QByteArray>{ping + "~2", hashOf("pong"), ping + "~3"}));
    QVERIFY(place.backend->inspector().task(place.queue, ping + "~3").ok());
    QCOMPARE(ListPlace::value(place.backend->inspector().task(place.queue, ping)).task.state, TaskState::Leased);
    const Claim rest = place.claim();
    QCOMPARE(rest.leases.size(), std::size_t(3));
    std::set<QByteArray> ids{ping};
    for (const Lease& lease : rest.leases)
        QVERIFY2(ids.insert(lease.id).second, lease.id.constData());
}

void TestListLayout::whatIsTakenIsInTheOverlayUntilItIsDone()
{
    ListPlace place(u"list:q"_s);
    place.push({"a", "b"});
    const Claim claimed = place.claim();
    QCOMPARE(claimed.leases.size(), std::size_t(2));
    QCOMPARE(typeOf(claimed.leases[0]), QByteArrayView("q"));
    QCOMPARE(claimed.leases[0].attempt, 1);
    QCOMPARE(place.payload(claimed.leases[0]), QByteArray("a"));
    QVERIFY(place.items().isEmpty());
    QCOMPARE(place.count(TaskState::Leased), 2);
    QVERIFY(!place.page(TaskState::Leased)[0].untimed); // the lease has an expiry
    QCOMPARE(place.server.call({"HGET", "{q}:dueline:tasks", hashOf("a")}).bytes, QByteArray("{}\na"));
    QCOMPARE(place.ack(claimed.leases), (std::vector<WriteOutcome>{WriteOutcome::Accepted, WriteOutcome::Accepted}));
    QCOMPARE(place.count(TaskState::Leased), 0);
    QCOMPARE(place.count(TaskState::Due), 0);
    const Claim nothing = place.claim();
    QVERIFY(nothing.leases.empty());
    QVERIFY(nothing.lookAt && *nothing.lookAt <= nothing.serverNow + 100ms);
}

void TestListLayout::itemsAreClaimedInTheirOrder()
{
    ListPlace place(u"list:q"_s);
    QByteArrayList items;
    for (int i = 0; i < 250; ++i)
        items << "item " + QByteArray::number(i);
    place.push(items);
    QByteArrayList got;
    while (got.size() < items.size()) {
        const Claim claimed = place.claim(40);
        QVERIFY(!claimed.leases.empty());
        for (const TaskLoad& load : ListPlace::value(place.backend->broker()->load(place.queue, claimed.leases)))
            got << load.payload;
    }
    QCOMPARE(got, items);
}

void TestListLayout::twoWorkersShareTheItems()
{
    ListPlace place(u"list:q"_s);
    for (int i = 0; i < 300; ++i)
        place.push({QByteArray::number(i % 100)}); // Each value occurs three times.
    std::set<QByteArray> given;
    for (int round = 0; round < 10; ++round) {
        for (Backend* by : {place.backend.get(), place.other.get()}) {
            for (const Lease& lease : place.claim(37, by).leases)
                QVERIFY2(given.insert(lease.id).second, lease.id.constData());
        }
    }
    QCOMPARE(given.size(), std::size_t(300));
}

void TestListLayout::resultsArePublishedAsTheirWorkerDoes()
{
    ListPlace place(u"list:q?results=task_results"_s);
    Subscription ears(place.server.config(), {"task_results"});
    QVERIFY(ears.open().ok());
    place.push({"one", "two"});
    const Claim claimed = place.claim();
    QVERIFY(ListPlace::value(place.backend->broker()->load(place.queue, claimed.leases)).at(0).options.keepResult);
    place.ack({claimed.leases[0]});
    place.ack({claimed.leases[1]}, "42");
    Lease stale = claimed.leases[0];
    QCOMPARE(place.ack({stale}).at(0), WriteOutcome::Stale); // a stale ack publishes nothing
    place.push({"three"});
    place.ack(place.claim().leases);
    for (const QByteArray& expected : {QByteArray("done one"), QByteArray("42"), QByteArray("done three")}) {
        const auto message = ears.next(5s);
        QVERIFY(message.ok() && *message);
        QCOMPARE((*message)->payload, expected);
    }
}

void TestListLayout::aTaskThatFailsComesBackAndIsKept()
{
    ListPlace place(u"list:q"_s);
    place.push({"x"});
    Lease lease = place.claim().leases.at(0);
    QCOMPARE(ListPlace::value(
                 place.backend->broker()->nack(place.queue, {{lease.id, lease.token, 0ms, "failed", "no", {}}}, {}))
                 .at(0),
        WriteOutcome::Accepted);
    // While waiting for its retry, the task is not in the list, because another worker would ignore the backoff.
    QVERIFY(place.items().isEmpty());
    lease = place.claim().leases.at(0);
    QCOMPARE(lease.attempt, 2);
    place.backend->broker()
        ->nack(place.queue, {{lease.id, lease.token, std::nullopt, "failed", "no more", {}}}, {})
        .value();
    const auto failed = place.page(TaskState::Failed);
    QCOMPARE(failed.size(), std::size_t(1));
    QCOMPARE(failed[0].error, QByteArray("no more"));
    QCOMPARE(failed[0].preview, QByteArray("x"));
    QCOMPARE(place.act(ActionKind::Retry, place.refs(TaskState::Failed)).at(0), ItemOutcome::Done);
    QCOMPARE(place.claim().leases.size(), std::size_t(1));
}

void TestListLayout::aWorkerThatDiesLosesNothing()
{
    ListPlace place(u"list:q"_s);
    place.push({"a", "b"});
    QCOMPARE(place.value(place.backend->broker()->claim({place.queue, 10, 1ms, {true, {}, {}}})).leases.size(),
        std::size_t(2));
    place.backend.reset(); // ends the worker while it still holds leases
    place.backend = place.open("worker-c");
    QTRY_COMPARE(
        ListPlace::value(place.backend->broker()->recover(place.queue, 100)).retried + place.count(TaskState::Retrying),
        2);
    QCOMPARE(place.claim().leases.size(), std::size_t(2));
}

void TestListLayout::discardIsUndoneIntoTheList()
{
    ListPlace place(u"list:q"_s);
    place.push({"a", "b", "c"});
    QCOMPARE(place.act(ActionKind::Discard, {place.refs(TaskState::Due)[1]}).at(0), ItemOutcome::Done);
    QCOMPARE(place.items(), (QByteArrayList{"a", "c"}));
    QCOMPARE(place.page(TaskState::Trash).at(0).preview, QByteArray("b"));
    QCOMPARE(place.undo().restored, 1);
    QCOMPARE(place.items(), (QByteArrayList{"a", "b", "c"}));
    QCOMPARE(place.count(TaskState::Trash), 0);
    QCOMPARE(place.count(TaskState::Retrying), 0);
    QCOMPARE(place.undo().restored, 0);

    QCOMPARE(place.act(ActionKind::Discard, place.refs(TaskState::Due), "op2").size(), std::size_t(3));
    QVERIFY(place.items().isEmpty());
    QCOMPARE(place.act(ActionKind::Restore, {place.refs(TaskState::Trash)[0]}, "op3").at(0), ItemOutcome::Done);
    QCOMPARE(place.items().size(), 1);
    QCOMPARE(place.count(TaskState::Trash), 2);
}

void TestListLayout::aRestoreAndAnUndoKeepTheOrder_data()
{
    QTest::addColumn<QByteArrayList>("discarded");
    QTest::newRow("all equal items") << QByteArrayList{"a"};
    QTest::newRow("neighbours and others") << QByteArrayList{"b", "c", "x3"};
    QTest::newRow("all") << QByteArrayList{"a", "b", "c", "x2", "x3"};
}

/// Checks that items are restored between their former neighbors, whatever the order of actions. Trashed items have no
/// due time, because list items have none.
void TestListLayout::aRestoreAndAnUndoKeepTheOrder()
{
    QFETCH(QByteArrayList, discarded);
    const QByteArrayList items{"a", "b", "a", "c", "a", "x2", "x3"};
    for (const bool isUndo : {true, false}) {
        ListPlace place(u"list:q"_s);
        place.push(items);
        std::vector<TaskRef> refs;
        for (const Task& task : place.page(TaskState::Due)) {
            if (discarded.contains(task.preview))
                refs.push_back(refOf(task));
        }
        place.act(ActionKind::Discard, refs);
        QCOMPARE(place.count(TaskState::Trash), qint64(refs.size()));
        for (const Task& task : place.page(TaskState::Trash)) {
            QVERIFY(!task.dueAt);
            const auto detail = ListPlace::value(place.backend->inspector().task(place.queue, task.id));
            QVERIFY(detail.restoresTo && detail.restoresTo->state == TaskState::Due);
        }
        if (isUndo)
            QCOMPARE(place.undo().restored, qint64(refs.size()));
        else
            place.act(ActionKind::Restore, place.refs(TaskState::Trash), "op2");
        QCOMPARE(place.items(), items);
    }
}

void TestListLayout::whatIsGoneHasMovedOn()
{
    ListPlace place(u"list:q"_s);
    place.push({"a", "b"});
    const auto seen = place.refs(TaskState::Due);
    place.server.call({"RPOP", place.queue}); // the application's own worker claims a
    QCOMPARE(place.act(ActionKind::Discard, seen), (std::vector<ItemOutcome>{ItemOutcome::MovedOn, ItemOutcome::Done}));
    place.push({"c"});
    const auto again = place.refs(TaskState::Due);
    QCOMPARE(place.claim().leases.size(), std::size_t(1)); // Dueline's worker claims c
    QCOMPARE(place.act(ActionKind::Discard, again, "op2"), std::vector<ItemOutcome>{ItemOutcome::MovedOn});
    QCOMPARE(place.act(ActionKind::Delete, {{"0123456789abcdef", TaskState::Due, {}, {}}}, "op3"),
        std::vector<ItemOutcome>{ItemOutcome::NotFound});
    QCOMPARE(place.act(ActionKind::RunNow, {{hashOf("b"), TaskState::Due, {}, {}}}, "op4"),
        std::vector<ItemOutcome>{ItemOutcome::Refused});
}

void TestListLayout::deleteRemovesOneOfEqualItems()
{
    ListPlace place(u"list:q"_s);
    place.push({"a", "a", "a"});
    const auto seen = place.refs(TaskState::Due);
    QCOMPARE(place.act(ActionKind::Delete, {seen[0], seen[2]}),
        (std::vector<ItemOutcome>{ItemOutcome::Done, ItemOutcome::Done}));
    QCOMPARE(place.items(), QByteArrayList{"a"});
    QCOMPARE(place.count(TaskState::Trash), 0);
}

void TestListLayout::addPushesAsTheirProducersDo()
{
    ListPlace place(u"list:q?type=mail"_s);
    NewTask first;
    first.id = "mail#order-7";
    NewTask second;
    second.id = makeTaskId("mail", SystemClock().now());
    second.payload = QByteArray("bytes \0 \xff", 9);
    QCOMPARE(ListPlace::value(place.backend->editor()->add(place.queue, {first, second})),
        (std::vector<AddOutcome>{AddOutcome::Added, AddOutcome::Added}));
    QCOMPARE(place.items(), (QByteArrayList{"order-7", second.payload}));
    QCOMPARE(place.backend->editor()->idFor(place.queue, first), hashOf("order-7"));
    QCOMPARE(place.backend->editor()->idFor(place.queue, second), hashOf(second.payload));
    QVERIFY(place.backend->inspector().task(place.queue, hashOf(second.payload)).ok());
}

void TestListLayout::whatIsAddedIsCountedAndWakes()
{
    ListPlace place(u"list:q"_s);
    const auto source = ListPlace::value(place.other->events({place.queue}, true, false));
    QVERIFY(source && source->open().ok());
    std::vector<NewTask> tasks(3);
    for (std::size_t i = 0; i < tasks.size(); ++i)
        tasks[i].id = "q#" + QByteArray::number(i);
    ListPlace::value(place.backend->editor()->add(place.queue, tasks));
    QCOMPARE(place.countedAsAdded(), 3);
    QVERIFY(place.isWoken(*source));
}

void TestListLayout::aClaimTakesItsWholeLimit()
{
    ListPlace place(u"list:q"_s);
    QByteArrayList items;
    for (int i = 0; i < 260; ++i)
        items << "item " + QByteArray::number(i);
    place.push(items);
    const Claim claimed = place.claim(250);
    QCOMPARE(claimed.leases.size(), std::size_t(250));
    QByteArrayList got;
    for (const TaskLoad& load : ListPlace::value(place.backend->broker()->load(place.queue, claimed.leases)))
        got << load.payload;
    QCOMPARE(got, items.mid(0, 250));
    QCOMPARE(place.items(), items.mid(250));
    QCOMPARE(place.claim(250).leases.size(), std::size_t(10));
}

void TestListLayout::aSearchMissesNothingThatStays()
{
    ListPlace place(u"list:q"_s);
    for (int i = 0; i < 500; ++i)
        place.push({"item " + QByteArray::number(i % 250)});
    SearchRequest request;
    request.queue = place.queue;
    std::set<QByteArray> found;
    int steps = 0;
    do {
        const auto step = ListPlace::value(place.backend->inspector().search(request));
        for (const Task& task : step.matches)
            QVERIFY2(found.insert(task.id).second || steps > 2, task.id.constData());
        request.cursor = step.cursor;
        if (++steps == 2) { // meanwhile, other clients use the list
            place.server.call({"RPOP", place.queue});
            place.push({"new"});
        }
    } while (!request.cursor.isEmpty());
    QVERIFY(steps >= 5);
    for (const Task& task : place.page(TaskState::Due))
        QVERIFY2(
            found.contains(task.id) || task.preview == "new" || task.preview == "item 0", task.preview.constData());
    SearchRequest filtered;
    filtered.queue = place.queue;
    filtered.filter = TaskFilter::parse(u"payload:\"item 17\" type:q"_s).value();
    std::size_t matches = 0;
    do {
        const auto step = ListPlace::value(place.backend->inspector().search(filtered));
        matches += step.matches.size();
        filtered.cursor = step.cursor;
    } while (!filtered.cursor.isEmpty());
    QCOMPARE(matches, std::size_t(22)); // 17 and 170 to 179, twice each
}

/// Checks the cost of reading all items found by a search. A list has no index, so searching for each item would take
/// quadratic time.
void TestListLayout::anExportSearchesTheListOnce()
{
    ListPlace place(u"list:q"_s);
    QByteArrayList items;
    for (int i = 0; i < 300; ++i)
        items << "item " + QByteArray::number(i);
    place.push(items);
    QueueInspector& inspector = place.backend->inspector();
    SearchRequest request;
    request.queue = place.queue;
    request.examine = 1000;
    std::vector<TaskId> ids;
    do {
        const auto step = ListPlace::value(inspector.search(request));
        for (const Task& task : step.matches)
            ids.push_back(task.id);
        request.cursor = step.cursor;
    } while (!request.cursor.isEmpty());
    QCOMPARE(ids.size(), std::size_t(300));
    const auto calls = [&] { return place.server.call({"INFO", "commandstats"}).bytes.count("cmdstat_lpos"); };
    place.server.call({"CONFIG", "RESETSTAT"});
    for (std::size_t from = 0; from < ids.size(); from += 100) {
        const auto read = ListPlace::value(
            inspector.readRecords(place.queue, {ids.begin() + qptrdiff(from), ids.begin() + qptrdiff(from + 100)}));
        for (const auto& record : read)
            QVERIFY(record && record->payload.startsWith("item "));
    }
    QCOMPARE(calls(), 0);
    // A single task is found by searching the list.
    place.server.call({"DEL", place.queue});
    QVERIFY(!inspector.task(place.queue, ids.front()));
}

void TestListLayout::aPausedQueueIsLeftAlone()
{
    ListPlace place(u"list:q"_s);
    place.push({"a"});
    QVERIFY(place.backend->editor()->setPaused(place.queue, true).ok());
    QVERIFY(place.claim().paused);
    QCOMPARE(place.items(), QByteArrayList{"a"});
    QVERIFY(place.backend->editor()->setPaused(place.queue, false).ok());
    QCOMPARE(place.claim().leases.size(), std::size_t(1));
}

QTEST_GUILESS_MAIN(TestListLayout)
#include "tst_listlayout.moc"
