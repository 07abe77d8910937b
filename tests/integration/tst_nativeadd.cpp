// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/layouts/native/nativecodec.h"
#include "core/layouts/native/nativeevents.h"
#include "core/layouts/native/nativekeys.h"
#include "tests/support/nativeplace.h"

using namespace dueline;
using namespace std::chrono_literals;

/// Tests adding tasks of every size, and which events are published.
class TestNativeAdd : public QObject
{
    Q_OBJECT

private:
    NativePlace place;
    const NativeKeys& keys = place.keys;

    static QByteArray bytes(qsizetype size, char seed)
    {
        QByteArray value(size, '\0');
        for (qsizetype i = 0; i < size; ++i)
            value[i] = char(seed + i * 7);
        return value;
    }

private slots:
    void cleanup() { place.empty(); }

    void payloadsOfEverySizeComeBackAsTheyWere();
    void hundredLargePayloadsAreLoadedAtOnce();
    void sameTaskAgainExistsAndOtherContentConflicts();
    void refusedTransactionLeavesNothingBehind();
    void optionsAndDueTimesReachTheTask();
    void orderIsKeptOverTheWaysToAdd();
    void whatItsUniqueKeyKeepsOutLeavesNothingBehind();
    void badNamesAreRefused();
    void wakeIsPublishedForANearerDueTimeOnly();
    void outcomesAndCancelRequestsArrive();
};

void TestNativeAdd::payloadsOfEverySizeComeBackAsTheyWere()
{
    const std::vector<qsizetype> sizes{0, 1, 100, NativeCodec::luaEnvelope - 3, NativeCodec::luaEnvelope - 2, 10'000,
        NativeCodec::bigPayload, NativeCodec::bigPayload + 1, 1'000'000, 20'000'000};
    std::vector<NewTask> tasks;
    for (std::size_t i = 0; i < sizes.size(); ++i)
        tasks.push_back(
            {"mail#" + QByteArray::number(qulonglong(i)), {}, Millis(-1000 + int(i)), {}, bytes(sizes[i], char(i))});
    QCOMPARE(place.add(tasks), std::vector<AddOutcome>(sizes.size(), AddOutcome::Added));
    QCOMPARE(place.server.call({"EXISTS", keys.bigPayload("mail#6")}).integer, 0);
    QCOMPARE(place.server.call({"STRLEN", keys.bigPayload("mail#7")}).integer, sizes[7]);
    const auto leases = place.claim();
    QCOMPARE(leases.size(), sizes.size());
    const auto loads = place.value(place.worker.broker.load("q", leases));
    for (std::size_t i = 0; i < sizes.size(); ++i) {
        QCOMPARE(leases[i].id, tasks[i].id);
        QVERIFY2(!loads[i].damaged && loads[i].payload == tasks[i].payload, tasks[i].id.constData());
    }
    place.server.call({"DEL", keys.bigPayload("mail#8")});
    place.server.call({"APPEND", keys.bigPayload("mail#9"), "x"});
    place.server.call({"SET", keys.bigPayload("mail#7"), "short"});
    const auto damaged = place.value(place.worker.broker.load("q", leases));
    QVERIFY(damaged[7].damaged && damaged[8].damaged && !damaged[6].damaged);
}

void TestNativeAdd::hundredLargePayloadsAreLoadedAtOnce()
{
    std::vector<NewTask> tasks;
    for (int i = 0; i < 100; ++i)
        tasks.push_back({"mail#" + QByteArray::number(100 + i), {}, Millis(-1000 + i), {},
            bytes(i % 2 ? 60'000 : 400'000, char(i))});
    QCOMPARE(place.add(tasks), std::vector<AddOutcome>(100, AddOutcome::Added));
    const auto leases = place.claim();
    const auto loads = place.value(place.worker.broker.load("q", leases));
    for (std::size_t i = 0; i < 100; ++i)
        QVERIFY(!loads[i].damaged && loads[i].payload == tasks[i].payload);
}

void TestNativeAdd::sameTaskAgainExistsAndOtherContentConflicts()
{
    TaskOptions options;
    options.maxAttempts = 3;
    options.backoff = *parseBackoff(u"fixed:5s");
    for (const qsizetype size : {qsizetype(10), qsizetype(5000), NativeCodec::bigPayload + 10}) {
        place.empty();
        const NewTask given{"mail#order-7", {}, 1h, options, bytes(size, 'a')};
        const NewTask generated{makeTaskId("mail", fromMs(place.nowMs())), {}, 1h, {}, bytes(size, 'b')};
        QCOMPARE(place.add({given, generated}), std::vector<AddOutcome>(2, AddOutcome::Added));
        const auto before = place.contentsWithoutMemos();
        NewTask otherPayload = given;
        otherPayload.payload[size - 1] = 'X';
        NewTask otherOptions = given;
        otherOptions.options.maxAttempts = 4;
        // The envelope contains the time of the first call. Repeating the call must not change it.
        QTRY_VERIFY(place.nowMs() > timeOfId(generated.id)->time_since_epoch().count() + 2);
        QCOMPARE(place.add({given, otherPayload, otherOptions, generated}),
            (std::vector{AddOutcome::Exists, AddOutcome::Conflict, AddOutcome::Conflict, AddOutcome::Exists}));
        QVERIFY(place.contentsWithoutMemos() == before);
        QCOMPARE(place.add({{"mail#twice", {}, 1h, {}, "x"}, {"mail#twice", {}, 2h, {}, "x"},
                     {"mail#twice", {}, 1h, {}, "y"}}),
            (std::vector{AddOutcome::Added, AddOutcome::Exists, AddOutcome::Conflict}));
    }
}

void TestNativeAdd::refusedTransactionLeavesNothingBehind()
{
    place.add({{"mail#a", {}, 1h, {}, "x"}});
    place.server.call({"DEL", keys.pending()});
    place.server.call({"SET", keys.pending(), "not ours"});
    const auto before = place.contentsWithoutMemos();
    const auto added = place.worker.adder.add(
        "q", {{"mail#b", {}, 1h, {}, bytes(5000, 'b')}, {"mail#c", {}, 1h, {}, bytes(100'000, 'c')}});
    QVERIFY(!added);
    QCOMPARE(added.error().code, ErrorCode::WrongType);
    QVERIFY2(added.error().message.contains(u"dueline:{q}:pending"), qPrintable(added.error().message));
    QVERIFY(place.contentsWithoutMemos() == before);
}

void TestNativeAdd::optionsAndDueTimesReachTheTask()
{
    TaskOptions options;
    options.maxAttempts = 7;
    options.backoff = *parseBackoff(u"list:1s,5s,1m");
    options.leaseFor = 90s;
    options.expiresAt = fromMs(place.nowMs()) + 1h;
    options.keepResult = true;
    const TimePoint due = fromMs(place.nowMs()) - 5s;
    place.add({{"mail#a", due, {}, options, "p"}, {"mail#b", {}, 1h, {}, ""}, {"mail#c", {}, {}, {}, ""}});
    QCOMPARE(place.score(keys.pending(), "mail#a"), toMs(due));
    QCOMPARE(place.score(keys.expiring(), "mail#a"), toMs(*options.expiresAt));
    const qint64 now = place.nowMs();
    const qint64 in = place.score(keys.pending(), "mail#b").value();
    QVERIFY(in <= now + 3'600'000 && in > now + 3'590'000);
    QVERIFY(place.score(keys.pending(), "mail#c").value() <= now);
    const auto leases = place.claim();
    QCOMPARE(leases.at(0).id, "mail#a");
    const auto load = place.value(place.worker.broker.load("q", leases)).at(0);
    QCOMPARE(load.options, options);
    QCOMPARE(load.payload, "p");
    const auto envelope = NativeCodec::decodeEnvelope(place.field(keys.tasks(), "mail#a"));
    QVERIFY(envelope && envelope->addedAt && *envelope->addedAt <= fromMs(now) && *envelope->addedAt > due);
    const TaskId generated = makeTaskId("mail", fromMs(now));
    place.add({{generated, {}, 1h, {}, ""}});
    QCOMPARE(place.field(keys.tasks(), generated), "{}\n");
}

void TestNativeAdd::orderIsKeptOverTheWaysToAdd()
{
    const TimePoint due = fromMs(place.nowMs()) - 1s;
    std::vector<NewTask> tasks;
    for (int i = 0; i < 2000; ++i)
        tasks.push_back(
            {"mail#" + QByteArray::number(10'000 + i), due, {}, {}, bytes(i % 400 == 399 ? 2000 : 10, 'x')});
    tasks.push_back(tasks[3]);
    const auto outcomes = place.add(tasks);
    QCOMPARE(outcomes.size(), 2001U);
    QCOMPARE(std::count(outcomes.begin(), outcomes.end(), AddOutcome::Added), 2000);
    QCOMPARE(outcomes.back(), AddOutcome::Exists);
    QCOMPARE(place.members(keys.pending()), 2000);
    QCOMPARE(place.fields(keys.tasks()), 2000);
}

void TestNativeAdd::whatItsUniqueKeyKeepsOutLeavesNothingBehind()
{
    for (const qsizetype size : {qsizetype(10), qsizetype(5000), NativeCodec::bigPayload + 10}) {
        place.empty();
        NewTask first{"mail#1", {}, 1h, {}, bytes(size, 'a')};
        first.unique = UniqueKey{"k", 1h};
        QCOMPARE(place.add({first}), std::vector{AddOutcome::Added});
        const auto before = place.contentsWithoutMemos();
        NewTask second = first;
        second.id = "mail#2";
        QCOMPARE(place.add({second, first}), (std::vector{AddOutcome::Exists, AddOutcome::Exists}));
        QVERIFY(place.contentsWithoutMemos() == before);
        const QByteArray entry = place.field(keys.unique(), "k");
        QVERIFY2(entry.endsWith(" mail#1") && entry.left(entry.indexOf(' ')).toLongLong() > place.nowMs(), entry);
        // The error names a key of the wrong type, and nothing is written.
        place.server.call({"DEL", keys.unique()});
        place.server.call({"SET", keys.unique(), "not ours"});
        const auto odd = place.contentsWithoutMemos();
        second.unique->key = "other";
        const auto refused = place.worker.adder.add("q", {second});
        QVERIFY(!refused && refused.error().code == ErrorCode::WrongType);
        QVERIFY(place.contentsWithoutMemos() == odd);
    }
    // A task without a unique key doesn't create the set of unique keys.
    place.empty();
    place.add({{"mail#1", {}, 1h, {}, "x"}, {"mail#2", {}, 1h, {}, bytes(5000, 'a')}});
    QCOMPARE(place.server.call({"EXISTS", keys.unique()}).integer, 0);
}

void TestNativeAdd::badNamesAreRefused()
{
    QCOMPARE(place.worker.adder.add("q{", {{"mail#a", {}, {}, {}, ""}}).error().code, ErrorCode::Usage);
    QCOMPARE(place.worker.adder.add("q", {{"#a", {}, {}, {}, ""}}).error().code, ErrorCode::Usage);
    QVERIFY(place.contentsWithoutMemos().empty());
}

void TestNativeAdd::wakeIsPublishedForANearerDueTimeOnly()
{
    NativeEvents events(place.worker.scripts, {"q"}, true, false);
    QVERIFY(events.open().ok());
    const TimePoint due = fromMs(place.nowMs()) + 1h;
    place.add({{"mail#a", due, {}, {}, ""}});
    // This task needs no wake-up, because an earlier one is already waiting.
    place.add({{"mail#b", due + 1min, {}, {}, ""}});
    place.add({{"mail#c", due - 1min, {}, {}, ""}});
    QByteArrayList woken;
    while (woken.size() < 2) {
        const auto event = place.value(events.next(5s));
        QVERIFY(event);
        QCOMPARE(event->kind, QueueEvent::Kind::Wake);
        QCOMPARE(event->queue, "q");
        woken << event->data;
    }
    QCOMPARE(woken, (QByteArrayList{QByteArray::number(toMs(due)), QByteArray::number(toMs(due - 1min))}));
}

void TestNativeAdd::outcomesAndCancelRequestsArrive()
{
    NativeEvents events(place.worker.scripts, {"q", "r"}, true, true);
    place.addDue({"mail#a", "mail#b"});
    const auto leases = place.claim();
    QVERIFY(events.open().ok());
    place.value(place.worker.broker.ack("q", {{leases[0].id, leases[0].token, {}}}, "[\"first\"]"));
    place.value(place.worker.broker.ack("q", {{leases[0].id, leases[0].token, {}}}, "[\"stale: not published\"]"));
    place.server.call({"PUBLISH", keys.wakeChannel(), "cancel mail#b"});
    const auto result = place.value(events.next(5s));
    QVERIFY(result);
    QCOMPARE(*result, (QueueEvent{QueueEvent::Kind::Results, "q", "[\"first\"]"}));
    const auto cancel = place.value(events.next(5s));
    QVERIFY(cancel);
    QCOMPARE(*cancel, (QueueEvent{QueueEvent::Kind::Cancel, "q", "mail#b"}));
}

QTEST_GUILESS_MAIN(TestNativeAdd)
#include "tst_nativeadd.moc"
