// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/console/openbackend.h"
#include "core/console/operationlog.h"
#include "core/console/undorun.h"
#include "core/queue/bulkeditor.h"
#include "tests/support/redisserver.h"

#include <QTest>

#include <map>
#include <set>

using namespace dueline;
using namespace std::chrono_literals;

namespace {

using Scores = std::map<QByteArray, std::map<QByteArray, QByteArray>>; ///< set → id → score

class BulkPlace
{
public:
    BulkPlace()
    {
        connection.redis = server.config();
        backend = open();
    }

    std::unique_ptr<Backend> open()
    {
        auto opened = backendFactory(connection, {}, Access::OperateAndWork)();
        if (!opened)
            qFatal("%s", qPrintable(opened.error().message));
        return std::move(*opened);
    }
    static QByteArray key(const QByteArray& role) { return "dueline:{mail}:" + role; }
    static TaskId idOf(int number) { return "send#" + QByteArray::number(number).rightJustified(6, '0'); }

    void add(int count, Millis dueIn, Millis step, int first = 0)
    {
        const TimePoint now = *backend->serverTime();
        std::vector<NewTask> tasks;
        for (int i = 0; i < count; ++i) {
            NewTask task;
            task.id = idOf(first + i);
            task.dueAt = now + dueIn + step * i;
            task.payload = "for alice";
            tasks.push_back(task);
        }
        if (!backend->editor()->add("mail", tasks))
            qFatal("nothing could be added");
    }
    std::vector<Lease> claim(int limit)
    {
        ClaimRequest request;
        request.queue = "mail";
        request.limit = limit;
        request.types.all = true;
        return backend->broker()->claim(request).value().leases;
    }
    void failAll(std::optional<Millis> retryIn = {})
    {
        for (auto leases = claim(250); !leases.empty(); leases = claim(250)) {
            std::vector<Nack> nacks;
            for (const Lease& lease : leases)
                nacks.push_back({lease.id, lease.token, retryIn, retryIn ? "retry" : "failed", "timeout", lease.dueAt});
            if (!backend->broker()->nack("mail", nacks, {}))
                qFatal("nothing could be failed");
        }
    }
    /// Every set as it is, from outside.
    Scores scores()
    {
        Scores all;
        for (const char* role : {"pending", "retry", "leased", "failed", "done", "trash"}) {
            const Reply reply = server.call({"ZRANGE", key(role), "0", "-1", "WITHSCORES"});
            for (std::size_t i = 0; i + 1 < reply.items.size(); i += 2)
                all[role][reply.items[i].bytes] = reply.items[i + 1].bytes;
        }
        return all;
    }
    /// id → what `tries` holds.
    std::map<QByteArray, QByteArray> tries()
    {
        std::map<QByteArray, QByteArray> all;
        const Reply reply = server.call({"HGETALL", key("tries")});
        for (std::size_t i = 0; i + 1 < reply.items.size(); i += 2)
            all[reply.items[i].bytes] = reply.items[i + 1].bytes;
        return all;
    }
    OperationRecord record(const OperationId& id)
    {
        return findOperation(backend->inspector(), id).value();
    }
    QByteArray field(const OperationId& id, const char* name)
    {
        return server.call({"HGET", key("op:" + id.mid(5)), name}).bytes;
    }
    qint64 listed(const OperationId& id) { return server.call({"LLEN", key("op:" + id.mid(5) + ":list")}).integer; }
    /// As if the program that carries it out had been gone for a while.
    void forgetHolder(const OperationId& id) { server.call({"HSET", key("op:" + id.mid(5)), "held", "0"}); }
    qint64 undo(const OperationId& id)
    {
        UndoRun run("mail", id, "bob@here");
        const auto finished = run.finish(*backend);
        if (!finished)
            qFatal("%s", qPrintable(finished.error().message));
        return finished->restored;
    }

    RedisServer server;
    ConnectionSpec connection;
    std::unique_ptr<Backend> backend;
};

OperationRequest requestFor(ActionKind kind, Action::Time time = Action::Time::None, Millis by = {})
{
    OperationRequest request;
    request.queue = "mail";
    request.action.kind = kind;
    request.action.time = time;
    request.action.by = by;
    request.by = "alice@there";
    return request;
}

#define DONE(run, backend) \
    do { \
        const auto finished = (run).finish(backend); \
        QVERIFY2(finished.ok(), finished ? "" : qPrintable(finished.error().message)); \
    } while (false)

} // namespace

/// Operations on whole states, whose tasks stand on a list in Redis.
class TestBulk : public QObject
{
    Q_OBJECT

private slots:
    void everyActionIsUndoneToTheLastScore_data();
    void everyActionIsUndoneToTheLastScore();
    void whatArrivesAfterThePreviewIsNotTouched();
    void manyAtOneInstantAreEachMetOnce();
    void aSpreadIsEvenOverAllSteps();
    void whatMovedOnIsToldByName();
    void aForcedDiscardTakesLeases();
    void anInterruptedOperationIsGoneOnWithExactly();
    void aFilteredOperationIsGoneOnWithToo();
    void onlyOneGoesOn();
    void anInterruptedOperationThatIsUndoneHasEnded();
    void anInterruptedUndoIsGoneOnWith();
    void twoOperatorsShareAMillion_data();
    void twoOperatorsShareAMillion();
    void pauseCancelAndPaceAreAskedForInTheQueue();
    void aCanaryStopsWhereItsTasksFail();
    void aCanaryGoesOnWhereTheyEndWell();
    void undoHoldsAtMost120BytesATask();
    void aFullServerIsActedOnWithoutAList();
    void theListIsForgottenWithThePreview();
};

void TestBulk::everyActionIsUndoneToTheLastScore_data()
{
    QTest::addColumn<int>("kind");
    QTest::addColumn<qint64>("tasks");
    QTest::newRow("discard") << int(ActionKind::Discard) << qint64(3700);
    QTest::newRow("retry") << int(ActionKind::Retry) << qint64(1200);
    QTest::newRow("run now") << int(ActionKind::RunNow) << qint64(3100);
    QTest::newRow("reschedule") << int(ActionKind::Reschedule) << qint64(3100);
}

void TestBulk::everyActionIsUndoneToTheLastScore()
{
    QFETCH(int, kind);
    QFETCH(qint64, tasks);
    BulkPlace place;
    place.add(600, -1min, 7ms);
    place.failAll();
    place.add(600, -1min, 7ms, 1000);
    place.failAll(1h);
    place.add(2500, 1h, 13ms, 2000);
    const Scores before = place.scores();
    const auto triesBefore = place.tries();
    OperationRun run(requestFor(ActionKind(kind), kind == int(ActionKind::Reschedule) ? Action::Time::Shift : Action::Time::None, 10min));
    DONE(run, *place.backend);
    QCOMPARE(run.progress().done, tasks);
    QCOMPARE(run.progress().skipped, 0);
    const OperationRecord record = place.record(run.id());
    QVERIFY(record.finished && record.undoable && !record.isInterrupted());
    QCOMPARE(record.done, tasks);
    QCOMPARE(place.listed(run.id()), 0);
    QVERIFY(place.scores() != before);
    if (kind == int(ActionKind::Reschedule)) {
        const Scores after = place.scores();
        for (const char* role : {"pending", "retry"}) {
            for (const auto& [id, score] : before.at(role))
                QCOMPARE(after.at(role).at(id).toLongLong(), score.toLongLong() + 600'000);
        }
    }
    QCOMPARE(place.undo(run.id()), tasks);
    QVERIFY(place.scores() == before);
    QVERIFY(place.tries() == triesBefore);
    QCOMPARE(place.server.call({"HLEN", place.key("before")}).integer, 0);
}

void TestBulk::whatArrivesAfterThePreviewIsNotTouched()
{
    BulkPlace place;
    place.add(1200, 1h, 1s);
    OperationRun run(requestFor(ActionKind::Discard));
    QCOMPARE(run.preview(*place.backend)->total, 1200);
    QCOMPARE(place.scores()["pending"].size(), 1200U);
    place.add(700, 1h + 500ms, 1s, 5000); // in between them
    DONE(run, *place.backend);
    QCOMPARE(run.progress().done, 1200);
    const Scores after = place.scores();
    QCOMPARE(after.at("pending").size(), 700U);
    for (const auto& [id, score] : after.at("pending"))
        QVERIFY2(id >= place.idOf(5000), id.constData());
}

void TestBulk::manyAtOneInstantAreEachMetOnce()
{
    BulkPlace place;
    place.add(2600, 1h, 0ms);
    OperationRun run(requestFor(ActionKind::Reschedule, Action::Time::Shift, 1min));
    DONE(run, *place.backend);
    QCOMPARE(run.progress().done, 2600);
    QCOMPARE(run.progress().skipped, 0);
    QCOMPARE(place.undo(run.id()), 2600);
}

void TestBulk::aSpreadIsEvenOverAllSteps()
{
    BulkPlace place;
    place.add(1001, 1h, 3ms);
    OperationRequest request = requestFor(ActionKind::Reschedule, Action::Time::Spread);
    request.action.at = *place.backend->serverTime() + 2h;
    request.action.until = request.action.at + 1001s;
    OperationRun run(request);
    DONE(run, *place.backend);
    const Scores after = place.scores();
    for (int i = 0; i < 1001; ++i)
        QCOMPARE(after.at("pending").at(place.idOf(i)).toLongLong(), toMs(request.action.at) + 1001 * qint64(i));
}

void TestBulk::whatMovedOnIsToldByName()
{
    BulkPlace place;
    place.add(600, 1h, 1s);
    OperationRun run(requestFor(ActionKind::Discard));
    QVERIFY(run.preview(*place.backend).ok());
    place.server.call({"ZADD", place.key("pending"), "1795000000000", place.idOf(5)}); // another program did
    place.server.call({"ZREM", place.key("pending"), place.idOf(6)});
    place.server.call({"HDEL", place.key("tasks"), place.idOf(6)});
    DONE(run, *place.backend);
    QCOMPARE(run.progress().done, 598);
    QCOMPARE(run.progress().skipped, 2);
    QVERIFY(run.skipped().counts() == (std::map<SkipReason, qint64>{{SkipReason::NotFound, 1}, {SkipReason::MovedOn, 1}}));
    QCOMPARE(run.skipped().named().size(), 2U);
    QCOMPARE(place.record(run.id()).skipped, 2);
    QCOMPARE(place.scores()["pending"].size(), 1U);
}

void TestBulk::aForcedDiscardTakesLeases()
{
    BulkPlace place;
    place.add(20, -1s, 0ms);
    place.add(5, 1h, 0ms, 100);
    const auto leases = place.claim(20);
    QCOMPARE(leases.size(), 20U);
    OperationRequest request = requestFor(ActionKind::Discard);
    OperationRun gentle(request);
    const auto preview = gentle.preview(*place.backend);
    QCOMPARE(preview->skipped.counts().at(SkipReason::NeedsForce), 20);
    gentle.drop(*place.backend);
    request.action.force = true;
    OperationRun run(request);
    DONE(run, *place.backend);
    QCOMPARE(run.progress().done, 25);
    QCOMPARE(place.scores()["trash"].size(), 25U);
}

void TestBulk::anInterruptedOperationIsGoneOnWithExactly()
{
    BulkPlace place;
    place.add(3000, 1h, 11ms);
    const Scores before = place.scores();
    OperationId id;
    {
        OperationRun killed(requestFor(ActionKind::Reschedule, Action::Time::Shift, 1h));
        QVERIFY(killed.preview(*place.backend).ok());
        for (int i = 0; i < 4; ++i)
            QVERIFY(killed.step(*place.backend).ok());
        id = killed.id();
    }
    OperationRecord record = place.record(id);
    QVERIFY(record.running && !record.isInterrupted());
    QCOMPARE(record.done, 1000);
    const auto tooEarly = OperationRun::resume(record);
    QCOMPARE(tooEarly.error().code, ErrorCode::Busy);
    place.forgetHolder(id);
    record = place.record(id);
    QVERIFY(record.isInterrupted());
    QVERIFY2(describe(record).contains(QStringLiteral("interrupted")), qPrintable(describe(record)));
    place.add(500, 1h, 11ms, 10'000); // has come since and is not meant
    const auto other = place.open();
    auto run = OperationRun::resume(record);
    QVERIFY(run.ok());
    DONE(**run, *other);
    QCOMPARE((*run)->progress().done, 3000);
    const Scores after = place.scores();
    for (const auto& [task, score] : before.at("pending"))
        QCOMPARE(after.at("pending").at(task).toLongLong(), score.toLongLong() + 3'600'000);
    QVERIFY(place.record(id).finished);
    QCOMPARE(place.undo(id), 3000);
    for (const auto& [task, score] : before.at("pending"))
        QCOMPARE(place.scores()["pending"].size() == 3500U ? score : QByteArray(), score);
}

void TestBulk::aFilteredOperationIsGoneOnWithToo()
{
    BulkPlace place;
    place.add(2500, 1h, 11ms);
    OperationRequest request = requestFor(ActionKind::Discard);
    request.selection.kind = TaskSelection::Kind::Filter;
    request.selection.filter = TaskFilter::parse(QStringLiteral("payload:alice")).value();
    OperationId id;
    {
        OperationRun killed(request);
        QCOMPARE(killed.preview(*place.backend)->total, 2500);
        while (killed.progress().done < 500)
            QVERIFY(killed.step(*place.backend).ok());
        id = killed.id();
    }
    place.forgetHolder(id);
    auto run = OperationRun::resume(place.record(id));
    QVERIFY(run.ok());
    DONE(**run, *place.backend);
    QCOMPARE(place.scores()["trash"].size(), 2500U);
    QCOMPARE(place.record(id).done, 2500);
}

void TestBulk::onlyOneGoesOn()
{
    BulkPlace place;
    place.add(2000, 1h, 11ms);
    OperationRun killed(requestFor(ActionKind::Discard));
    QVERIFY(killed.preview(*place.backend).ok());
    QVERIFY(killed.step(*place.backend).ok());
    place.forgetHolder(killed.id());
    const OperationRecord record = place.record(killed.id());
    auto first = OperationRun::resume(record);
    auto second = OperationRun::resume(record);
    QVERIFY(first.ok() && second.ok());
    const auto other = place.open();
    QVERIFY((*first)->step(*place.backend).ok());
    const auto refused = (*second)->step(*other);
    QVERIFY(!refused);
    QCOMPARE(refused.error().code, ErrorCode::Busy);
    QVERIFY2(refused.error().message.contains(QStringLiteral("alice@there")), qPrintable(refused.error().message));
    // The one that was thought dead is told, too, and does nothing.
    QCOMPARE(killed.step(*other).error().code, ErrorCode::Busy);
    DONE(**first, *place.backend);
    QCOMPARE((*first)->progress().done, 2000);
    QCOMPARE(killed.step(*other).error().code, ErrorCode::Refused);
}

void TestBulk::anInterruptedOperationThatIsUndoneHasEnded()
{
    BulkPlace place;
    place.add(2000, 1h, 11ms);
    const Scores before = place.scores();
    OperationRun killed(requestFor(ActionKind::Discard));
    QVERIFY(killed.preview(*place.backend).ok());
    for (int i = 0; i < 3; ++i)
        QVERIFY(killed.step(*place.backend).ok());
    UndoRun early("mail", killed.id(), "bob@here");
    QCOMPARE(early.step(*place.backend).error().code, ErrorCode::Busy);
    place.forgetHolder(killed.id());
    QCOMPARE(place.undo(killed.id()), 750);
    QVERIFY(place.scores() == before);
    QCOMPARE(killed.step(*place.backend).error().code, ErrorCode::Refused);
    QCOMPARE(OperationRun::resume(place.record(killed.id())).error().code, ErrorCode::Refused);
    QVERIFY(place.scores() == before);
    QCOMPARE(place.listed(killed.id()), 0);
}

void TestBulk::anInterruptedUndoIsGoneOnWith()
{
    BulkPlace place;
    place.add(2000, 1h, 11ms);
    const Scores before = place.scores();
    OperationRun run(requestFor(ActionKind::Discard));
    DONE(run, *place.backend);
    UndoRun killed("mail", run.id(), "bob@here");
    for (int i = 0; i < 4; ++i)
        QVERIFY(killed.step(*place.backend).ok());
    place.forgetHolder(killed.id());
    const OperationRecord record = place.record(killed.id());
    QVERIFY(record.isInterrupted());
    UndoRun resumed(record);
    const auto finished = resumed.finish(*place.open());
    QVERIFY2(finished.ok(), finished ? "" : qPrintable(finished.error().message));
    QCOMPARE(finished->restored, 2000);
    QVERIFY(place.scores() == before);
    QCOMPARE(place.record(run.id()).undoneBy, killed.id());
}

void TestBulk::twoOperatorsShareAMillion_data()
{
    QTest::addColumn<int>("first");
    QTest::addColumn<int>("second");
    QTest::newRow("discard, discard") << int(ActionKind::Discard) << int(ActionKind::Discard);
    QTest::newRow("reschedule, reschedule") << int(ActionKind::Reschedule) << int(ActionKind::Reschedule);
    QTest::newRow("discard, reschedule") << int(ActionKind::Discard) << int(ActionKind::Reschedule);
}

/// Ten thousand stand for the million: both saw the same tasks, and act in turns.
void TestBulk::twoOperatorsShareAMillion()
{
    QFETCH(int, first);
    QFETCH(int, second);
    BulkPlace place;
    place.add(10'000, 1h, 11ms);
    const Scores before = place.scores();
    const auto other = place.open();
    const auto request = [](int kind, Millis by) {
        return requestFor(ActionKind(kind), kind == int(ActionKind::Reschedule) ? Action::Time::Shift : Action::Time::None, by);
    };
    OperationRun a(request(first, 1h));
    OperationRun b(request(second, 2h));
    QVERIFY(a.preview(*place.backend).ok());
    QVERIFY(b.preview(*other).ok());
    for (int i = 0; !a.finished() || !b.finished(); ++i) {
        // Now the one is ahead, now the other.
        for (int n = 0; n < 1 + i % 3; ++n)
            QVERIFY(a.step(*place.backend).ok());
        for (int n = 0; n < 3 - i % 3; ++n)
            QVERIFY(b.step(*other).ok());
    }
    QVERIFY(a.progress().done > 0 && b.progress().done > 0);
    QCOMPARE(a.progress().done + b.progress().done, 10'000);
    QCOMPARE(a.progress().done + a.progress().skipped, 10'000);
    QCOMPARE(b.progress().done + b.progress().skipped, 10'000);
    // What each was told is what there is.
    const Scores after = place.scores();
    std::map<qint64, qint64> shifts;
    qint64 discarded = 0;
    for (const auto& [id, score] : before.at("pending")) {
        const auto found = after.contains("pending") ? after.at("pending").find(id) : before.at("pending").end();
        if (after.contains("pending") && found != after.at("pending").end())
            ++shifts[found->second.toLongLong() - score.toLongLong()];
        else
            ++discarded;
    }
    QCOMPARE(discarded, (first == int(ActionKind::Discard) ? a.progress().done : 0)
            + (second == int(ActionKind::Discard) ? b.progress().done : 0));
    QCOMPARE(shifts[3'600'000], first == int(ActionKind::Reschedule) ? a.progress().done : 0);
    QCOMPARE(shifts[7'200'000], second == int(ActionKind::Reschedule) ? b.progress().done : 0);
    QCOMPARE(place.undo(a.id()) + place.undo(b.id()), 10'000);
    QVERIFY(place.scores() == before);
}

void TestBulk::pauseCancelAndPaceAreAskedForInTheQueue()
{
    BulkPlace place;
    place.add(3000, 1h, 11ms);
    OperationRun run(requestFor(ActionKind::Discard));
    QVERIFY(run.preview(*place.backend).ok());
    QVERIFY(run.step(*place.backend).ok());
    BulkEditor& bulk = *place.backend->editor()->bulk();
    QVERIFY(bulk.wish("mail", run.id(), "pause").ok());
    QVERIFY(run.step(*place.backend)->paused); // it was on its way
    const qint64 done = run.progress().done;
    const auto paused = run.step(*place.backend);
    QVERIFY(paused->paused && paused->wait > 0ms);
    QCOMPARE(paused->done, done);
    QVERIFY2(describe(place.record(run.id())).contains(QStringLiteral("paused")), "");
    QVERIFY(bulk.wish("mail", run.id(), "pace 50").ok());
    QVERIFY(run.step(*place.backend).ok());
    const auto paced = run.step(*place.backend);
    QVERIFY(!paced->paused && paced->wait > 100ms);
    QVERIFY(bulk.wish("mail", run.id(), "cancel").ok());
    while (!run.finished())
        QVERIFY(run.step(*place.backend).ok());
    QVERIFY(run.progress().cancelled);
    const OperationRecord record = place.record(run.id());
    QVERIFY(record.finished && record.done < 3000);
    QCOMPARE(qint64(place.scores()["trash"].size()), record.done);
    QCOMPARE(place.listed(run.id()), 0);
    QCOMPARE(bulk.wish("mail", run.id(), "pause").error().code, ErrorCode::NotFound);
}

void TestBulk::aCanaryStopsWhereItsTasksFail()
{
    BulkPlace place;
    place.add(400, -1min, 1ms);
    place.failAll();
    OperationRequest request = requestFor(ActionKind::Retry);
    request.canary = Canary{20, 1min};
    OperationRun run(request);
    int acts = 0;
    while (!run.finished()) {
        QVERIFY(run.step(*place.backend).ok());
        QVERIFY(++acts < 100);
        // The first ends well, of the ten three fail.
        const auto leases = place.claim(250);
        const bool first = run.progress().done == 1;
        for (std::size_t i = 0; i < leases.size(); ++i) {
            if (!first && i < 3)
                QVERIFY(place.backend->broker()->nack("mail", {{leases[i].id, leases[i].token, 1h, "retry", "timeout", {}}}, {}).ok());
            else
                QVERIFY(place.backend->broker()->ack("mail", {{leases[i].id, leases[i].token, {}}}, {}).ok());
        }
    }
    QVERIFY(run.progress().stopped);
    QCOMPARE(run.progress().done, 11);
    QCOMPARE(run.progress().stage, QStringLiteral("stopped: 3 of 10 failed"));
    const OperationRecord record = place.record(run.id());
    QVERIFY(record.finished);
    QCOMPARE(record.stage, QByteArray("stopped: 3 of 10 failed"));
    QCOMPARE(place.scores()["failed"].size(), 389U);
}

void TestBulk::aCanaryGoesOnWhereTheyEndWell()
{
    BulkPlace place;
    place.add(400, -1min, 1ms);
    place.failAll();
    OperationRequest request = requestFor(ActionKind::Retry);
    request.canary = Canary{};
    OperationRun run(request);
    std::set<qint64> seen;
    for (int acts = 0; !run.finished() && acts < 100; ++acts) {
        QVERIFY(run.step(*place.backend).ok());
        seen.insert(run.progress().done);
        if (run.progress().done > 11)
            continue;
        for (const Lease& lease : place.claim(250))
            QVERIFY(place.backend->broker()->ack("mail", {{lease.id, lease.token, {}}}, {}).ok());
    }
    QVERIFY(run.finished() && !run.progress().stopped);
    QVERIFY(seen.contains(1) && seen.contains(11));
    QCOMPARE(run.progress().done, 400);
}

void TestBulk::undoHoldsAtMost120BytesATask()
{
    BulkPlace place;
    constexpr int many = 30'000; // all tables of a hash are grown then
    std::vector<NewTask> tasks;
    for (int i = 0; i < many; ++i) {
        NewTask task;
        task.id = makeTaskId("mail.send", *place.backend->serverTime());
        task.dueAt = *place.backend->serverTime() + 1h;
        tasks.push_back(task);
    }
    QVERIFY(place.backend->editor()->add("mail", tasks).ok());
    OperationRun run(requestFor(ActionKind::Discard));
    QCOMPARE(run.preview(*place.backend)->undoBytes, many * 120);
    DONE(run, *place.backend);
    const auto bytes
        = [&] { return place.server.call({"MEMORY", "USAGE", place.key("before"), "SAMPLES", "0"}).integer; };
    QTRY_VERIFY2(bytes() <= many * 120, qPrintable(QString::number(bytes() / double(many))));
}

void TestBulk::aFullServerIsActedOnWithoutAList()
{
    BulkPlace place;
    place.add(1200, 1h, 1s);
    place.server.call({"CONFIG", "SET", "maxmemory", "1"});
    OperationRun run(requestFor(ActionKind::Discard));
    const auto preview = run.preview(*place.backend);
    QVERIFY2(preview.ok(), preview ? "" : qPrintable(preview.error().message));
    QCOMPARE(preview->total, 1200);
    QCOMPARE(preview->listBytes, 0);
    DONE(run, *place.backend);
    QCOMPARE(run.progress().done, 1200);
    QVERIFY(place.record(run.id()).plan.isEmpty());
}

void TestBulk::theListIsForgottenWithThePreview()
{
    BulkPlace place;
    place.add(1200, 1h, 1s);
    OperationRun run(requestFor(ActionKind::Discard));
    QVERIFY(run.preview(*place.backend).ok());
    QVERIFY(place.listed(run.id()) > 0);
    const qint64 ttl = place.server.call({"PTTL", place.key("op:" + run.id().mid(5) + ":list")}).integer;
    QVERIFY(ttl > 0 && ttl <= 3'600'000);
    run.drop(*place.backend);
    QCOMPARE(place.listed(run.id()), 0);
    QVERIFY(operations(place.backend->inspector(), "mail")->empty());
}

QTEST_GUILESS_MAIN(TestBulk)
#include "tst_bulk.moc"
