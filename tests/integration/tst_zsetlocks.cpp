// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/layouts/catalogue/layoutregistry.h"
#include "tests/integration/zsetplace.h"
#include "tests/support/rediscluster.h"

using namespace dueline;
using namespace std::chrono_literals;

/// Tests sorted sets with a lock for each task.
class TestZsetLocks : public QObject, private ZsetPlace
{
    Q_OBJECT

private slots:
    void initTestCase() { m_server.start(); }
    void init() { m_server.call({"FLUSHALL"}); }

    void theirLocksAreLeasesOurOwnAreNone();
    void aLockIsTakenExtendedAndLeftToExpire();
    void lockedTasksInFrontDoNotStarveTheOthers();
    void locksAreRefusedOnACluster();
    void aClusterHasHomeAndOverlayInOneSlot();
};

void TestZsetLocks::theirLocksAreLeasesOurOwnAreNone()
{
    for (const char* id : {"a", "b", "c", "d"})
        put(id, -10);
    m_server.call({"SET", "lock_a", QByteArray("pid \x01 7", 7), "PX", "50000"});
    m_server.call({"SET", "lock_b", "no end"});
    m_server.call({"LPUSH", "lock_c", "odd"});
    m_server.call({"SET", "lock_d", "dueline 1-w.1-1", "PX", "50000"}); // left over from one of Dueline's runs
    const auto backend = open("zset:jobs?lock=lock_%1");
    const QueueInfo info = must(backend->inspector().queue("jobs"));
    QCOMPARE(info.counts[TaskState::Leased], 3);
    QCOMPARE(info.counts[TaskState::Due], 1);
    const Task held = must(backend->inspector().task("jobs", "a")).task;
    QCOMPARE(held.state, TaskState::Leased);
    QVERIFY(toMs(held.at) > nowMs() + 40'000 && toMs(held.at) <= nowMs() + 50'000);
    QVERIFY(held.worker.startsWith("pid ") && !held.worker.contains('\x01'));
    QVERIFY(toMs(must(backend->inspector().task("jobs", "b")).task.at) > nowMs() + 86'400'000);
    PageRequest page;
    page.queue = "jobs";
    page.state = TaskState::Due;
    QCOMPARE(must(backend->inspector().page(page)).tasks.at(0).id, TaskId("d"));
    page.state = TaskState::Leased;
    QCOMPARE(must(backend->inspector().page(page)).total, 3);
    QCOMPARE(must(backend->inspector().page(page)).tasks.size(), std::size_t(3));
    page.states = {TaskState::Due, TaskState::Leased, TaskState::Retrying};
    QCOMPARE(must(backend->inspector().page(page)).total, 4);
    QCOMPARE(must(backend->inspector().page(page)).tasks.size(), std::size_t(4));
    for (const char* id : {"a", "b", "c"}) {
        QCOMPARE(act(*backend, ActionKind::Discard, refOf(*backend, id)), ItemOutcome::Refused);
        QCOMPARE(act(*backend, ActionKind::Discard, {id, TaskState::Due, {}, {}}),
            ItemOutcome::Refused); // the task was read before the lock was set
        QCOMPARE(must(backend->editor()->release("jobs", refOf(*backend, id))), ItemOutcome::Refused);
    }
    QCOMPARE(claim(*backend).leases.size(), std::size_t(1));
    QCOMPARE(m_server.call({"ZCARD", "jobs"}).integer, 3);
}

void TestZsetLocks::aLockIsTakenExtendedAndLeftToExpire()
{
    put("a", -10);
    const auto backend = open("zset:jobs?lock=l:%1:k&lockfor=2s");
    ClaimRequest request;
    request.queue = "jobs";
    request.leaseFor = 1s;
    request.types.all = true;
    const Claim held = must(backend->broker()->claim(request));
    QCOMPARE(m_server.call({"GET", "l:a:k"}).bytes, "dueline " + held.leases.at(0).token);
    QVERIFY(m_server.call({"PTTL", "l:a:k"}).integer <= 2000);
    must(backend->broker()->extend("jobs", held.leases, 1h));
    QVERIFY(m_server.call({"PTTL", "l:a:k"}).integer > 3'500'000);
    m_server.call({"SET", "l:a:k", "somebody else's", "PX", "100"});
    must(backend->broker()->extend("jobs", held.leases, 1h));
    QVERIFY(m_server.call({"PTTL", "l:a:k"}).integer <= 100);
    QTRY_COMPARE(m_server.call({"EXISTS", "l:a:k"}).integer, 0);
    must(backend->broker()->extend("jobs", held.leases, 1h));
    QCOMPARE(must(backend->broker()->ack("jobs", {{"a", held.leases[0].token, {}}}, {})).at(0), WriteOutcome::Accepted);
    QCOMPARE(m_server.call({"EXISTS", "l:a:k"}).integer, 1);
}

void TestZsetLocks::lockedTasksInFrontDoNotStarveTheOthers()
{
    for (int i = 0; i < 700; ++i) {
        put("locked" + QByteArray::number(i), -100);
        m_server.call({"SET", "lock_locked" + QByteArray::number(i), "1"});
    }
    put("free", -1);
    const auto backend = open("zset:jobs?lock=lock_%1");
    QCOMPARE(claim(*backend).leases.at(0).id, TaskId("free"));
    QVERIFY(claim(*backend).leases.empty());
    SearchRequest search;
    search.queue = "jobs";
    search.states = {TaskState::Leased};
    std::size_t found = 0;
    do {
        const SearchStep step = must(backend->inspector().search(search));
        found += step.matches.size();
        search.cursor = step.cursor;
    } while (!search.cursor.isEmpty());
    QCOMPARE(found, std::size_t(701)); // A search has no limit and includes Dueline's own leases.
}

void TestZsetLocks::locksAreRefusedOnACluster()
{
    RedisConfig cluster = m_server.config();
    cluster.topology = Topology::Cluster;
    const auto opened
        = openLayout(must(parseLayout(QStringLiteral("zset:jobs?lock=lock_%1"))), cluster, {}, "w", Access::ReadOnly);
    QVERIFY(!opened);
    QCOMPARE(opened.error().code, ErrorCode::Refused);
    QVERIFY(opened.error().message.contains(QStringLiteral("lock keys")));
    QVERIFY(must(parseLayout(QStringLiteral("zset:{a}b"))).facts().severalSlots.isEmpty());
    QVERIFY(!must(parseLayout(QStringLiteral("zset:a{}b"))).facts().severalSlots.isEmpty());
    QVERIFY(!must(parseLayout(QStringLiteral("zset:a}b"))).facts().severalSlots.isEmpty());
}

void TestZsetLocks::aClusterHasHomeAndOverlayInOneSlot()
{
    RedisCluster cluster;
    for (const char* text : {"zset:jobs", "cron:{some}where", "zset:other"}) {
        const LayoutSpec layout = must(parseLayout(QString::fromLatin1(text)));
        const QueueName key = layout.facts().queue.value();
        const auto backend = must(openLayout(layout, cluster.config(), {}, "w-1", Access::OperateAndWork));
        NewTask task;
        const bool isCron = layout.type().name() == "cron";
        task.id = isCron ? makeTaskId("report", fromMs(nowMs())) : key + "#one";
        task.dueAt = fromMs(nowMs()) - 10s;
        NewTask later = task;
        later.id = isCron ? makeTaskId("later", fromMs(nowMs())) : key + "#two";
        later.dueAt = fromMs(nowMs()) + 1h;
        QCOMPARE(must(backend->editor()->add(key, {task, later})), std::vector(2, AddOutcome::Added));
        const Claim held = claim(*backend, 10, {true, {}, {}}, key.constData());
        QCOMPARE(held.leases.size(), std::size_t(1));
        QCOMPARE(must(backend->broker()->ack(key, {{held.leases[0].id, held.leases[0].token, {}}}, {})).at(0),
            WriteOutcome::Accepted);
        const TaskId second = backend->editor()->idFor(QueueName(), later);
        QCOMPARE(
            act(*backend, ActionKind::Discard, refOf(*backend, second, key.constData()), {}, "x/op1", key.constData()),
            ItemOutcome::Done);
        const StateCounts counts = must(backend->inspector().queue(key)).counts;
        QCOMPARE(counts[TaskState::Done], 1);
        QCOMPARE(counts[TaskState::Trash], 1);
        QCOMPARE(must(backend->inspector().timeline(key, fromMs(nowMs()) - 1h, fromMs(nowMs()) + 2h, 10)).size(),
            std::size_t(10));
    }
}

QTEST_GUILESS_MAIN(TestZsetLocks)
#include "tst_zsetlocks.moc"
