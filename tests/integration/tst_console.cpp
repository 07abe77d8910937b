// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/console/connect/openbackend.h"
#include "core/console/connect/refresher.h"
#include "core/console/operations/findtask.h"
#include "core/console/operations/operationlog.h"
#include "core/console/operations/undorun.h"
#include "tests/support/redisserver.h"

#include <QElapsedTimer>
#include <QLocalSocket>
#include <QSignalSpy>
#include <QTest>
#include <QThread>

using namespace dueline;
using namespace std::chrono_literals;

namespace {

/// Real server, with the backends that the console opens.
class Place
{
public:
    Place() { connection.redis = server.config(); }

    std::unique_ptr<Backend> open(Access access = Access::OperateAndWork)
    {
        auto opened = backendFactory(connection, {}, access)();
        if (!opened)
            qFatal("%s", qPrintable(opened.error().message));
        return std::move(*opened);
    }
    std::unique_ptr<Session> session(Environment environment = Environment::Development)
    {
        Profile profile;
        profile.name = QStringLiteral("here");
        profile.environment = environment;
        return std::make_unique<Session>(
            profile, [this](Access access) { return backendFactory(connection, {}, access); });
    }

    RedisServer server;
    ConnectionSpec connection;
};

TaskId idOf(int number) { return "send#" + QByteArray::number(number).rightJustified(6, '0'); }

void add(Backend& backend, int count, Millis dueIn, Millis step = 0ms, int first = 0)
{
    const auto now = backend.serverTime();
    for (int begin = 0; begin < count; begin += 1000) {
        std::vector<NewTask> tasks;
        for (int i = begin; i < std::min(count, begin + 1000); ++i) {
            NewTask task;
            task.id = idOf(first + i);
            task.dueAt = *now + dueIn + step * i;
            task.payload = "for alice";
            tasks.push_back(task);
        }
        if (!backend.editor()->add("mail", tasks))
            qFatal("nothing could be added");
    }
}

/// Claims up to `limit` due tasks.
std::vector<Lease> claim(Backend& backend, int limit)
{
    ClaimRequest request;
    request.queue = "mail";
    request.limit = limit;
    request.types.all = true;
    auto claimed = backend.broker()->claim(request);
    if (!claimed)
        qFatal("%s", qPrintable(claimed.error().message));
    return claimed->leases;
}

/// Claims due tasks and fails each once. Returns false if no task was due.
bool failSome(Backend& backend, std::optional<Millis> retryIn = {})
{
    const auto leases = claim(backend, 250);
    if (leases.empty())
        return false;
    std::vector<Nack> nacks;
    for (const Lease& lease : leases)
        nacks.push_back({lease.id, lease.token, retryIn, retryIn ? "retry" : "failed", "timeout", lease.dueAt});
    if (!backend.broker()->nack("mail", nacks, {}))
        qFatal("nothing could be failed");
    return true;
}

void failAll(Backend& backend)
{
    while (failSome(backend)) { }
}

StateCounts counts(Backend& backend)
{
    const auto info = backend.inspector().queue("mail");
    return info ? info->counts : StateCounts{};
}

OperationRequest requestOf(ActionKind kind, const QString& filter = {})
{
    OperationRequest request;
    request.queue = "mail";
    request.action.kind = kind;
    request.by = Session::identity();
    if (!filter.isEmpty()) {
        request.selection.kind = TaskSelection::Kind::Filter;
        request.selection.filter = TaskFilter::parse(filter).value();
    }
    return request;
}

} // namespace

/// Tests the console with the native layout on a real server.
class TestConsole : public QObject
{
    Q_OBJECT

private slots:
    void manyTasksAreRetriedAndUndone();
    void aShiftOverAFilterMovesEachTaskOnceWhileWorkersRun();
    void aSpreadIsEven();
    void movedTasksAreNotUndone();
    void deletingFreesEverything();
    void anIdIsFoundByItsBeginning();
    void aRestartedServerIsFoundAgain();
    void watchingAnIdleQueueCostsLittle();
    void aProductionProfileReadsOnly();
};

void TestConsole::manyTasksAreRetriedAndUndone()
{
    Place place;
    const auto backend = place.open();
    constexpr int many = 50'000;
    add(*backend, many, -1s);
    failAll(*backend);
    QCOMPARE(counts(*backend)[TaskState::Failed], many);

    OperationRun run(requestOf(ActionKind::Retry, QStringLiteral("state:failed error:timeout")));
    QElapsedTimer timer;
    timer.start();
    const auto preview = run.preview(*backend);
    QVERIFY2(preview.ok(), preview ? "" : qPrintable(preview.error().message));
    QCOMPARE(preview->total, many);
    const qint64 selecting = timer.restart();
    const auto finished = run.finish(*backend);
    QVERIFY2(finished.ok(), finished ? "" : qPrintable(finished.error().message));
    qInfo("%d tasks selected in %lld ms, retried in %lld ms", many, selecting, timer.elapsed());
    QCOMPARE(finished->done, many);
    QCOMPARE(counts(*backend)[TaskState::Retrying], many);
    const auto kept = findOperation(backend->inspector(), run.id());
    QVERIFY(kept.ok());
    QCOMPARE(kept->done, many);
    QVERIFY(kept->finished && kept->undoable);

    UndoRun undo("mail", run.id(), Session::identity());
    timer.restart();
    const auto undone = undo.finish(*backend);
    QVERIFY2(undone.ok(), undone ? "" : qPrintable(undone.error().message));
    qInfo("undone in %lld ms", timer.elapsed());
    QCOMPARE(undone->restored, many);
    QCOMPARE(undone->movedOn, 0);
    QCOMPARE(counts(*backend)[TaskState::Failed], many);
    const auto detail = backend->inspector().task("mail", idOf(7));
    QCOMPARE(detail->task.error, QByteArray("timeout"));
    QCOMPARE(detail->task.attempt, 1);
    QCOMPARE(findOperation(backend->inspector(), run.id())->undoneBy, undo.id());
    QVERIFY(!findOperation(backend->inspector(), run.id())->undoable);
}

void TestConsole::aShiftOverAFilterMovesEachTaskOnceWhileWorkersRun()
{
    Place place;
    const auto backend = place.open();
    add(*backend, 3'000, 1h, 1s);
    add(*backend, 5'000, -1s, 0ms, 100'000);
    const TimePoint base = backend->inspector().task("mail", idOf(0))->task.at;
    std::atomic<bool> stop = false;
    std::vector<std::unique_ptr<QThread>> workers;
    // Together, the four threads are faster than the scan, which must not process returned tasks again.
    for (int i = 0; i < 4; ++i) {
        workers.emplace_back(QThread::create([&] {
            const auto mine = place.open();
            while (!stop) // Every claimed task fails and immediately returns to the set being scanned.
                failSome(*mine, 1ms);
        }));
        workers.back()->start();
    }
    OperationRequest request = requestOf(ActionKind::Reschedule, QStringLiteral("state:pending"));
    request.action.time = Action::Time::Shift;
    request.action.by = 10min;
    OperationRun run(request);
    const auto finished = run.finish(*backend);
    stop = true;
    for (const auto& worker : workers)
        QVERIFY(worker->wait(30'000));
    QVERIFY2(finished.ok(), finished ? "" : qPrintable(finished.error().message));
    QVERIFY(finished->done >= 3'000);
    QCOMPARE(finished->done + finished->skipped, finished->total);
    for (int i = 0; i < 3'000; i += 7)
        QVERIFY2(backend->inspector().task("mail", idOf(i))->task.at == base + 1s * i + 10min, idOf(i).constData());
}

void TestConsole::aSpreadIsEven()
{
    Place place;
    const auto backend = place.open();
    add(*backend, 601, 1h, 1ms);
    const TimePoint from = *backend->serverTime() + 1h;
    OperationRequest request = requestOf(ActionKind::Reschedule);
    request.action.time = Action::Time::Spread;
    request.action.at = from;
    request.action.until = from + 600s;
    OperationRun run(request);
    QVERIFY(run.finish(*backend).ok());
    for (int i = 0; i < 601; i += 5)
        QVERIFY2(backend->inspector().task("mail", idOf(i))->task.at == from + 1s * i, idOf(i).constData());
}

void TestConsole::movedTasksAreNotUndone()
{
    Place place;
    const auto backend = place.open();
    add(*backend, 20, -1s);
    failAll(*backend);
    OperationRun run(requestOf(ActionKind::Retry));
    QVERIFY(run.finish(*backend).ok());
    QCOMPARE(claim(*backend, 3).size(), 3U);
    UndoRun undo("mail", run.id(), Session::identity());
    const auto undone = undo.finish(*backend);
    QVERIFY(undone.ok());
    QCOMPARE(describe(*undone), QStringLiteral("17 of 20 restored, 3 have changed since"));
    QCOMPARE(counts(*backend)[TaskState::Leased], 3);
    const auto again = UndoRun("mail", run.id(), Session::identity()).finish(*backend);
    QVERIFY(!again.ok());
    QVERIFY(again.error().code == ErrorCode::Refused);
}

void TestConsole::deletingFreesEverything()
{
    Place place;
    const auto backend = place.open();
    add(*backend, 500, 1h);
    OperationRun discard(requestOf(ActionKind::Discard));
    QVERIFY(discard.finish(*backend).ok());
    OperationRun run(requestOf(ActionKind::Delete));
    QCOMPARE(run.preview(*backend)->counts[TaskState::Trash], 500);
    QCOMPARE(run.finish(*backend)->done, 500);
    QVERIFY(counts(*backend) == StateCounts{});
    QVERIFY(UndoRun("mail", run.id(), Session::identity()).preview(*backend).error().code == ErrorCode::Refused);
}

void TestConsole::anIdIsFoundByItsBeginning()
{
    Place place;
    const auto backend = place.open();
    add(*backend, 1'000, 1h);
    QCOMPARE(*findTask(backend->inspector(), "mail", "send#000777"), idOf(777));
    QCOMPARE(*findTask(backend->inspector(), "mail", "000777"), idOf(777));
    const auto several = findTask(backend->inspector(), "mail", "00077");
    QVERIFY(several.error().code == ErrorCode::Refused);
    QVERIFY(findTask(backend->inspector(), "mail", "1").error().code == ErrorCode::NotFound);
}

void TestConsole::aRestartedServerIsFoundAgain()
{
    Place place;
    auto session = place.session();
    session->open();
    QTRY_VERIFY(session->isOnline());
    Refresher refresher(*session);
    refresher.setIntervals(20ms, 20ms);
    QSignalSpy fresh(&refresher, &Refresher::refreshed);
    refresher.watchQueues(true);
    QTRY_VERIFY(fresh.size() >= 2);
    place.server.kill9();
    QTRY_VERIFY_WITH_TIMEOUT(!session->isOnline(), 20'000);
    place.server.restart();
    QTRY_VERIFY_WITH_TIMEOUT(session->isOnline(), 20'000);
    const auto before = fresh.size();
    QTRY_VERIFY(fresh.size() > before);
}

void TestConsole::watchingAnIdleQueueCostsLittle()
{
    Place place;
    {
        const auto backend = place.open();
        add(*backend, 200, 1h, 1min);
    }
    auto session = place.session();
    session->open();
    QTRY_VERIFY(session->isOnline());
    Refresher refresher(*session); // with the default intervals
    int overviews = 0;
    connect(&refresher, &Refresher::refreshed, this,
        [&](Refresher::Subject subject) { overviews += subject == Refresher::Subject::Queues; });
    refresher.watchQueues(true);
    refresher.watchOperations(true);
    QTRY_VERIFY_WITH_TIMEOUT(overviews >= 4, 20'000); // Intervals of 1, 2 and 4 s come before the longest one.

    QLocalSocket monitor;
    monitor.connectToServer(place.server.config().socketPath);
    monitor.write("MONITOR\r\n");
    QElapsedTimer timer;
    timer.start();
    // Wait for two complete passes over queues and operations.
    QTRY_VERIFY_WITH_TIMEOUT(overviews >= 6, 20'000);
    int commands = 0;
    for (const QByteArray& line : monitor.readAll().split('\n'))
        commands += line.contains(" [0 ") && !line.contains(" [0 lua]");
    const double perSecond = commands * 1000.0 / double(timer.elapsed());
    qInfo("%d commands in %lld ms: %.1f a second", commands, timer.elapsed(), perSecond);
    QVERIFY(commands >= 4);
    QVERIFY2(perSecond <= 3.0, QByteArray::number(perSecond));
}

void TestConsole::aProductionProfileReadsOnly()
{
    Place place;
    add(*place.open(), 1, 1h);
    auto session = place.session(Environment::Production);
    session->open();
    QTRY_VERIFY(session->isOnline());
    std::optional<Result<OperationProgress>> answer;
    const auto retry = [](Backend& backend) {
        OperationRun run(requestOf(ActionKind::RunNow));
        return run.finish(backend);
    };
    const auto keep = [&](Result<OperationProgress> progress) { answer = std::move(progress); };
    session->run(Session::Lane::Interactive, this, retry, keep);
    QTRY_VERIFY(answer);
    QVERIFY(answer->error().code == ErrorCode::Refused);
    QVERIFY(session->unlock(true, false).ok());
    answer.reset();
    session->run(Session::Lane::Interactive, this, retry, keep);
    QTRY_VERIFY(answer);
    QVERIFY2(answer->ok(), answer->ok() ? "" : qPrintable(answer->error().message));
    QCOMPARE((*answer)->done, 1);
}

QTEST_GUILESS_MAIN(TestConsole)
#include "tst_console.moc"
