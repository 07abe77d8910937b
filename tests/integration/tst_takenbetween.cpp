// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/integration/celeryacts.h"
#include "tests/integration/rqacts.h"
#include "tests/support/celerypeer.h"
#include "tests/support/rqpeer.h"

using namespace dueline;
using namespace Qt::StringLiterals;

namespace {

/// Two tasks selected for an action. The framework's own worker claims one of them before the action starts.
struct Meant
{
    QByteArray name; ///< used in failure messages
    ActionKind kind;
    TaskId taken;
    TaskId kept;
    std::unique_ptr<OperationRun> run = {};
};

/// Checks that previewed actions skip the task that the worker has since claimed. Each action changes only the other
/// task, and undo restores every byte.
template <typename Place, typename Keys>
void actsOnTheOtherAlone(Place& place, std::vector<Meant>& all, const Keys& theirs)
{
    for (Meant& each : all) {
        const auto before = theirs();
        QVERIFY2(must(each.run->finish(*place.backend)).done == 1, each.name);
        const auto skipped = each.run->skipped().counts();
        QVERIFY2(skipped.size() == 1 && skipped.begin()->second == 1, each.name);
        const SkipReason reason = skipped.begin()->first;
        QVERIFY2(reason == SkipReason::MovedOn || reason == SkipReason::NotFound,
            each.name + ": " + describe(reason).toUtf8());
        QVERIFY2(place.server.call({"HGET", "marks", each.taken}).bytes == "1", each.name);
        QVERIFY2(theirs() != before, each.name);
        if (each.kind == ActionKind::Delete) {
            QVERIFY2(!place.backend->inspector().task("mail", each.kept), each.name);
            continue;
        }
        const UndoProgress undone = place.undo(each.run->id());
        QVERIFY2(undone.restored == 1 && undone.movedOn == 0, each.name);
        QVERIFY2(theirs() == before, each.name);
    }
}

template <typename Place> void previewEach(Place& place, std::vector<Meant>& all)
{
    for (Meant& each : all) {
        OperationRequest request = LayoutActs<>::request("mail", Action{each.kind}, {each.taken, each.kept});
        if (each.kind == ActionKind::Reschedule) {
            request.action.time = Action::Time::At;
            request.action.at = fromMs(9'100'000'000'000);
        }
        each.run = std::make_unique<OperationRun>(request);
        QVERIFY2(must(each.run->preview(*place.backend)).total == 2, each.name);
    }
}

/// Function that adds tasks with the framework.
using AddTasks = std::function<void(const QStringList& tasks)>;

/// Runs actions that make two tasks due. Before the undo, the worker starts the first task, which runs until the next
/// step. The undo must skip it and revert the other.
template <typename Place> class UndoneBeside
{
public:
    UndoneBeside(Place& place, AddTasks add)
        : m_place(place)
        , m_add(std::move(add))
    {
        m_add({u"{\"id\": \"held\", \"task\": \"wait\"}"_s});
        QTRY_VERIFY_WITH_TIMEOUT(hasBegun("held"), 30'000);
    }
    /// Adds two tasks. `seconds` is the time until the first is due, or 0 if both are waiting. With `between`, there is
    /// a third task in between, which blocks the worker once it has claimed the first.
    void add(const QByteArray& name, int seconds, bool between = false)
    {
        QStringList tasks;
        for (const int number : {1, 2}) {
            if (number == 2 && between)
                tasks << u"{\"id\": \"%1between\", \"task\": \"wait\"}"_s.arg(QString::fromLatin1(name));
            tasks << u"{\"id\": \"%1%2\", \"task\": \"%3\"%4}"_s.arg(QString::fromLatin1(name))
                         .arg(number)
                         .arg(number == 1 && !between ? u"wait"_s : u"mark"_s,
                             seconds > 0 ? u", \"in\": %1"_s.arg(seconds * number) : QString());
        }
        m_add(tasks);
    }
    /// Performs the action on both tasks. Restores the first task last, so that it runs next.
    OperationId act(const QByteArray& name, const Action& action)
    {
        OperationRun run(LayoutActs<>::request("mail", action,
            action.kind == ActionKind::Restore ? std::vector{name + '2', name + '1'}
                                               : std::vector{name + '1', name + '2'}));
        const qint64 done = must(run.finish(*m_place.backend)).done;
        if (done != 2)
            qFatal("%s: %lld acted on", name.constData(), done);
        return run.id();
    }
    void runsBeforeTheUndo(const QByteArray& name, const OperationId& id, const char* holds = "1")
    {
        release();
        QTRY_VERIFY2_WITH_TIMEOUT(hasBegun(name + holds), name, 30'000);
        const UndoProgress undone = m_place.undo(id);
        QVERIFY2(undone.restored == 1 && undone.movedOn == 1,
            name + ": " + QByteArray::number(undone.restored) + " and " + QByteArray::number(undone.movedOn));
        QVERIFY2(m_place.server.call({"HGET", "marks", name + '2'}).isNil(), name);
    }
    void release() { m_place.server.call({"SET", "go", "1"}); }

private:
    bool hasBegun(const QByteArray& id) { return m_place.server.call({"HGET", "marks", id}).bytes == "1"; }

    Place& m_place;
    AddTasks m_add;
};

/// Checks each kind of action. `takesAhead`: the worker also claims tasks with a future time and holds them until then.
template <typename Place> void runsOneOfTwoBeforeEachUndo(Place& place, bool takesAhead, const AddTasks& addTasks)
{
    UndoneBeside<Place> beside(place, addTasks);
    beside.add("n", 36'000);
    beside.runsBeforeTheUndo("n", beside.act("n", {ActionKind::RunNow}));
    // The first task becomes due now, the second in ten hours.
    beside.add("r", 36'000, takesAhead);
    Action earlier{ActionKind::Reschedule};
    earlier.time = Action::Time::Shift;
    earlier.by = Millis(-36'000'000);
    beside.runsBeforeTheUndo("r", beside.act("r", earlier), takesAhead ? "between" : "1");
    // A discarded task runs once another client has restored it.
    beside.add("d", 0);
    const OperationId discarded = beside.act("d", {ActionKind::Discard});
    QCOMPARE(place.act(ActionKind::Restore, {"d1"}).done, 1);
    beside.runsBeforeTheUndo("d", discarded);
    beside.add("t", 0);
    beside.act("t", {ActionKind::Discard});
    beside.runsBeforeTheUndo("t", beside.act("t", {ActionKind::Restore}));
    beside.release();
    // A task restored by undo eventually runs.
    QTRY_COMPARE_WITH_TIMEOUT(place.server.call({"HGET", "marks", "d2"}).bytes, QByteArray("1"), 30'000);
    for (const Reply& runs : place.server.call({"HVALS", "marks"}).items)
        QCOMPARE(runs.bytes, QByteArray("1"));
}

} // namespace

/// Tests live RQ and Celery workers that claim a task between preview and action, or run it before the undo. The task
/// must be skipped. For Laravel and asynq, see tst_laravelactions and tst_asynqserver.
class TestTakenBetween : public QObject
{
    Q_OBJECT

private slots:
    void rqsWorkerTakesOneOfTwoBeforeEachAct();
    void rqsWorkerRunsOneOfTwoBeforeEachUndo();
    void celerysWorkerTakesOneOfTwoBeforeEachAct();
    void celerysWorkerRunsOneOfTwoBeforeEachUndo();
};

void TestTakenBetween::rqsWorkerTakesOneOfTwoBeforeEachAct()
{
    if (const QString missing = RqPeer::missing(); !missing.isEmpty())
        QSKIP(qPrintable(missing));
    RqActs place;
    std::vector<Meant> all;
    all.push_back({"run now", ActionKind::RunNow, "n1", "n2"});
    all.push_back({"reschedule", ActionKind::Reschedule, "r1", "r2"});
    all.push_back({"discard of a scheduled one", ActionKind::Discard, "d1", "d2"});
    all.push_back({"delete of a scheduled one", ActionKind::Delete, "x1", "x2"});
    QStringList jobs{u"add"_s};
    for (const Meant& each : all) {
        for (const TaskId& id : {each.taken, each.kept})
            jobs << uR"({"id": "%1", "task": "mark", "in": 36000})"_s.arg(QString::fromLatin1(id));
    }
    // One job is waiting, one has failed and is requeued by RQ itself, and another operator restores one.
    jobs << uR"({"id": "q1", "task": "mark"})"_s << uR"({"id": "q2", "task": "mark", "in": 36000})"_s;
    jobs << uR"({"id": "t1", "task": "mark"})"_s << uR"({"id": "t2", "task": "mark", "in": 36000})"_s;
    RqPeer::run(place.server, jobs);
    place.failed("f1", 11);
    place.failed("f2", 12);
    QCOMPARE(place.act(ActionKind::Discard, {"t1", "t2"}).done, 2);
    all.push_back({"discard of a waiting one", ActionKind::Discard, "q1", "q2"});
    all.push_back({"retry", ActionKind::Retry, "f1", "f2"});
    all.push_back({"restore", ActionKind::Restore, "t1", "t2"});
    previewEach(place, all);

    for (const char* taken : {"n1", "r1", "d1", "x1"}) // as if ten hours had passed
        place.server.call({"ZADD", "rq:scheduled:mail", "XX", "1600000000", taken});
    RqPeer::run(place.server, {u"do"_s, u"requeue"_s, u"f1"_s});
    QCOMPARE(place.act(ActionKind::Restore, {"t1"}).done, 1);
    {
        RqPeer works(place.server, "mail", int(all.size()));
        QVERIFY2(works.finish(), works.said());
    }
    actsOnTheOtherAlone(place, all, [&place] {
        auto keys = place.theirs();
        std::erase_if(keys, [](const auto& key) { // these keys expire
            return key.first.startsWith("rq:worker") || key.first.startsWith("rq:scheduler-lock");
        });
        return keys;
    });
    QCOMPARE(place.server.call({"HLEN", "marks"}).integer, qint64(all.size()));
}

void TestTakenBetween::rqsWorkerRunsOneOfTwoBeforeEachUndo()
{
    if (const QString missing = RqPeer::missing(); !missing.isEmpty())
        QSKIP(qPrintable(missing));
    RqActs place;
    RqPeer works(place.server, "mail");
    runsOneOfTwoBeforeEachUndo(
        place, false, [&place](const QStringList& tasks) { RqPeer::run(place.server, QStringList{u"add"_s} + tasks); });
}

void TestTakenBetween::celerysWorkerTakesOneOfTwoBeforeEachAct()
{
    if (const QString missing = CeleryPeer::missing(); !missing.isEmpty())
        QSKIP(qPrintable(missing));
    CeleryActs place;
    std::vector<Meant> all;
    all.push_back({"run now", ActionKind::RunNow, "n1", "n2"});
    all.push_back({"reschedule", ActionKind::Reschedule, "r1", "r2"});
    all.push_back({"discard", ActionKind::Discard, "d1", "d2"});
    all.push_back({"delete", ActionKind::Delete, "x1", "x2"});
    all.push_back({"restore", ActionKind::Restore, "t1", "t2"});
    // The worker claims the tasks in this order and is blocked before it reaches the tasks to keep.
    QStringList tasks;
    for (const Meant& each : all)
        tasks << uR"({"id": "%1", "task": "mark", "in": 1})"_s.arg(QString::fromLatin1(each.taken));
    tasks << uR"({"id": "held", "task": "wait"})"_s;
    for (const Meant& each : all)
        tasks << uR"({"id": "%1", "task": "mark", "in": 36000})"_s.arg(QString::fromLatin1(each.kept));
    CeleryPeer::add(place.server, tasks);
    QCOMPARE(place.act(ActionKind::Discard, {"t1", "t2"}).done, 2);
    previewEach(place, all);

    QCOMPARE(place.act(ActionKind::Restore, {"t1"}).done, 1);
    const auto isDue = [&] {
        const TimePoint latest = must(place.backend->inspector().task("mail", "x1")).task.at;
        return must(place.backend->serverTime()) > latest;
    };
    QTRY_VERIFY(isDue());
    CeleryPeer works(place.server, "mail");
    QTRY_COMPARE_WITH_TIMEOUT(place.server.call({"HLEN", "marks"}).integer, qint64(all.size()) + 1, 30'000);
    actsOnTheOtherAlone(place, all, [&place] {
        auto keys = place.server.theirs();
        for (auto& [key, words] : keys)
            std::sort(words.begin(), words.end()); // a restored task runs next
        return keys;
    });
}

void TestTakenBetween::celerysWorkerRunsOneOfTwoBeforeEachUndo()
{
    if (const QString missing = CeleryPeer::missing(); !missing.isEmpty())
        QSKIP(qPrintable(missing));
    CeleryActs place;
    CeleryPeer works(place.server, "mail");
    runsOneOfTwoBeforeEachUndo(
        place, true, [&place](const QStringList& tasks) { CeleryPeer::add(place.server, tasks); });
}

QTEST_GUILESS_MAIN(TestTakenBetween)
#include "tst_takenbetween.moc"
