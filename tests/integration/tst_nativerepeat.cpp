// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/layouts/catalogue/layoutregistry.h"
#include "core/layouts/native/nativebackend.h"
#include "core/layouts/native/nativekeys.h"
#include "tests/support/chaosproxy.h"
#include "tests/support/redisserver.h"

#include <QTest>
#include <QThread>

#include <algorithm>
#include <map>

using namespace dueline;
using namespace Qt::StringLiterals;

namespace {

const QueueName queue = "q";

std::unique_ptr<NativeBackend> openBackend(const RedisConfig& config)
{
    NativeOptions options;
    options.redis = config;
    options.access = Access::OperateAndWork;
    Result<std::unique_ptr<NativeBackend>> backend = NativeBackend::open(options);
    if (!backend)
        qFatal("%s", qPrintable(backend.error().message));
    return std::move(backend.value());
}

std::vector<NewTask> tasksOf(int count, qsizetype size)
{
    std::vector<NewTask> tasks;
    for (int i = 0; i < count; ++i) {
        NewTask task;
        // With the time in its id, the task needs no request to the server.
        task.id = makeTaskId("mail", SystemClock().now());
        task.dueAt = fromMs(1000 + i);
        task.payload = QByteArray(size, 'p');
        tasks.push_back(task);
    }
    return tasks;
}

/// Claims and acks tasks until none is due. Returns the number of tasks.
int runAll(Backend& worker)
{
    int ran = 0;
    for (;;) {
        ClaimRequest request;
        request.queue = queue;
        request.types.all = true;
        const Result<Claim> claim = worker.broker()->claim(request);
        if (!claim)
            qFatal("%s", qPrintable(claim.error().message));
        if (claim->leases.empty())
            return ran;
        std::vector<Ack> acks;
        for (const Lease& lease : claim->leases)
            acks.push_back({lease.id, lease.token, {}});
        const auto written = worker.broker()->ack(queue, acks, {});
        if (!written)
            qFatal("%s", qPrintable(written.error().message));
        ran += int(std::count(written->begin(), written->end(), WriteOutcome::Accepted));
    }
}

} // namespace

/// Tests repeating calls after a lost reply. Other clients may act between the two calls. If done tasks are not kept,
/// their ids are forgotten too.
class TestNativeRepeat : public QObject
{
    Q_OBJECT

private slots:
    void aClaimWhoseAnswerIsLostTellsWhenItsTasksWereDueAllTheSame_data()
    {
        QTest::addColumn<QString>("layout");
        QTest::addColumn<bool>("everyType");
        QTest::addColumn<bool>("withRetry");
        QTest::addColumn<QList<int>>("dues"); // due times of mail#0, mail#1, and so on, in units of 5 s
        const std::pair<const char*, QList<int>> orders[] = {
            {"as the ids", {0, 1, 2, 3, 4, 5}},
            {"all at once", {0, 0, 0, 0, 0, 0}},
            {"some at once", {1, 1, 0, 1, 1, 0}},
            {"the later ids first", {3, 4, 5, 0, 1, 2}},
            {"every other id first", {3, 0, 4, 1, 5, 2}},
            {"the last id first", {5, 4, 3, 2, 1, 0}},
        };
        for (const auto& [order, dues] : orders) {
            QTest::addRow("every type, %s", order) << u"native"_s << true << false << dues;
            QTest::addRow("every type, one tried before, %s", order) << u"native"_s << true << true << dues;
            QTest::addRow("one type, %s", order) << u"native"_s << false << false << dues;
            QTest::addRow("of another design's set, %s", order) << u"zset:q"_s << true << true << dues;
        }
    }

    /// Checks that a handler gets the same task data even if the first reply to a claim is lost.
    void aClaimWhoseAnswerIsLostTellsWhenItsTasksWereDueAllTheSame()
    {
        QFETCH(QString, layout);
        QFETCH(bool, everyType);
        QFETCH(bool, withRetry);
        QFETCH(QList<int>, dues);
        RedisServer server;
        ChaosProxy proxy(server.config());
        const LayoutSpec spec = parseLayout(layout).value();
        const auto other = openLayout(spec, server.config(), "dueline", {}, Access::OperateAndWork).value();
        const auto worker = openLayout(spec, proxy.config(), "dueline", {}, Access::OperateAndWork).value();
        const bool isNative = layout == u"native";
        std::vector<NewTask> tasks(std::size_t(dues.size()));
        std::map<TaskId, TimePoint> dueAt;
        for (int i = 0; i < dues.size(); ++i) {
            NewTask& task = tasks[std::size_t(i)];
            task.id = "mail#" + QByteArray::number(i);
            task.dueAt = fromMs(1'000'000 + 5'000 * dues[i]);
            dueAt[task.id] = *task.dueAt;
            if (!isNative)
                server.call({"ZADD", queue, QByteArray::number(1'000 + 5 * dues[i]), task.id});
        }
        if (isNative)
            QVERIFY(other->editor()->add(queue, tasks).ok());
        ClaimRequest request;
        request.queue = queue;
        request.types.all = everyType;
        if (!everyType)
            request.types.exact = {"mail"};
        if (withRetry) {
            request.limit = 1;
            const Lease early = other->broker()->claim(request).value().leases.at(0);
            const Nack nack{early.id, early.token, Millis(0), "failed", "no", early.dueAt};
            QCOMPARE(other->broker()->nack(queue, {nack}, {}).value().at(0), WriteOutcome::Accepted);
            dueAt.erase(early.id); // the task is now due at the time of its failure
            request.limit = 100;
        }
        ClaimRequest none = request;
        none.types = {.all = false, .exact = {"what nobody has"}, .prefixes = {}};
        // The first claim sends the requests that a worker needs only once.
        QVERIFY(worker->broker()->claim(none).ok());

        ChaosPlan lost{ChaosPlan::Fault::Swallow};
        lost.times = 1;
        const qint64 before = proxy.faults();
        proxy.setPlan(lost);
        auto claim = worker->broker()->claim(request);
        if (!claim) // the client repeats the call once before the worker does
            claim = worker->broker()->claim(request);
        QVERIFY2(claim.ok(), claim ? "" : qPrintable(claim.error().message));
        QCOMPARE(proxy.faults(), before + 1); // without this fault, the test would prove nothing
        QCOMPARE(claim->leases.size(), tasks.size());
        std::vector<Ack> acks;
        for (const Lease& lease : claim->leases) {
            const auto known = dueAt.find(lease.id);
            QCOMPARE(lease.attempt, known == dueAt.end() ? 2 : 1);
            if (known == dueAt.end())
                QVERIFY(lease.dueAt > fromMs(1'000'000'000));
            else
                QCOMPARE(toMs(lease.dueAt), toMs(known->second));
            acks.push_back({lease.id, lease.token, {}});
        }
        QCOMPARE(worker->broker()->ack(queue, acks, {}).value(),
            std::vector<WriteOutcome>(tasks.size(), WriteOutcome::Accepted));
    }

    void anAddWhoseAnswerIsLostIsNotMadeAgainOnceItsTasksAreDone_data()
    {
        QTest::addColumn<int>("count");
        QTest::addColumn<qsizetype>("size");
        QTest::newRow("one small task") << 1 << qsizetype(20);
        QTest::newRow("several calls in one round trip") << 250 << qsizetype(20);
        QTest::newRow("through a transaction") << 3 << qsizetype(2'000);
        QTest::newRow("payloads with keys of their own") << 2 << qsizetype(100'000);
    }

    void anAddWhoseAnswerIsLostIsNotMadeAgainOnceItsTasksAreDone()
    {
        QFETCH(int, count);
        QFETCH(qsizetype, size);
        RedisServer server;
        ChaosProxy proxy(server.config());
        const auto worker = openBackend(server.config());
        const auto adder = openBackend(proxy.config());
        // The first add sends the requests that a producer needs only once.
        QVERIFY(adder->editor()->add(queue, tasksOf(1, size)));
        QueueSettings settings;
        settings.keepDone = Millis(0);
        QVERIFY(adder->editor()->configure(queue, settings));
        QCOMPARE(runAll(*worker), 1);

        // Two replies are lost: to the call and to its repeat.
        int ranBetween = 0;
        int reconnects = 0;
        ChaosPlan once{ChaosPlan::Fault::Swallow};
        once.times = 1;
        const auto before = adder->client().reconnected;
        adder->client().reconnected = [&](const ServerIdentity& identity) {
            if (before)
                before(identity);
            // The server may still be reading the forwarded request when the client notices that the reply was lost.
            for (int look = 0; look < 100 && ranBetween < count; ++look) {
                ranBetween += runAll(*worker);
                if (ranBetween < count)
                    QThread::msleep(20);
            }
            if (++reconnects == 1)
                proxy.setPlan(once);
        };
        proxy.setPlan(once);
        const auto added = adder->editor()->add(queue, tasksOf(count, size));
        QVERIFY2(added, added ? "" : qPrintable(added.error().message));
        QCOMPARE(reconnects, 2); // with a different number of reconnects, the test would prove nothing
        QCOMPARE(ranBetween, count);
        QCOMPARE(*added, std::vector<AddOutcome>(std::size_t(count), AddOutcome::Added));
        QCOMPARE(runAll(*worker), 0);

        const NativeKeys keys("dueline", queue);
        QCOMPARE(server.call({"HLEN", keys.tasks()}).integer, 0);
        QCOMPARE(server.call({"KEYS", keys.bigPayloadPrefix() + "*"}).items.size(), std::size_t(0));
    }

    void aTaskThatExpiredAndWasRetriedLeavesNothingBehind()
    {
        RedisServer server;
        const auto backend = openBackend(server.config());
        std::vector<NewTask> tasks = tasksOf(1, 20);
        tasks[0].options.expiresAt = fromMs(2000);
        QVERIFY(backend->editor()->add(queue, tasks));
        QueueSettings settings;
        settings.keepDone = Millis(0);
        QVERIFY(backend->editor()->configure(queue, settings));
        QCOMPARE(runAll(*backend), 0); // the task expired before it started
        const auto failed = backend->inspector().page({queue, TaskState::Failed});
        QVERIFY(failed && failed->tasks.size() == 1);
        ActionStep step;
        step.queue = queue;
        step.operation = "q/retry";
        step.refs = {{failed->tasks[0].id, TaskState::Failed, {}, failed->tasks[0].at}};
        const auto outcomes = backend->editor()->act(step);
        QVERIFY(outcomes && outcomes->front() == ItemOutcome::Done);
        QCOMPARE(runAll(*backend), 1);
        const NativeKeys keys("dueline", queue);
        for (const QByteArray& key : {keys.tasks(), keys.tries(), keys.history()})
            QCOMPARE(server.call({"HLEN", key}).integer, 0);
    }
};

QTEST_GUILESS_MAIN(TestNativeRepeat)
#include "tst_nativerepeat.moc"
