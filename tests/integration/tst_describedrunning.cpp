// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/layouts/catalogue/layoutregistry.h"
#include "core/layouts/described/describedbackend.h"
#include "core/layouts/described/layoutfiles.h"
#include "core/redis/clustermap.h"
#include "tests/integration/duectlprogram.h"
#include "tests/support/custompeer.h"
#include "tests/support/must.h"
#include "tests/support/rediscluster.h"

#include <QFile>
#include <QTest>

#include <algorithm>

using namespace dueline;
using namespace Qt::StringLiterals;

namespace {

/// Queue with a list, payloads in a hash, and a counter per task.
const QByteArray jobsFile = R"(dueline-layout = 1
name = "jobs"
[queues]
scan = "jobs:<queue>:ready"
[payload]
hash = "jobs:<queue>:payloads"
field = "<id>"
decode = ["json"]
[fields]
type = "$.type"
[place.later]
state = "scheduled"
zset = "jobs:<queue>:later"
score = "ms"
[place.ready]
state = "due"
list = "jobs:<queue>:ready"
next = "tail"
[[companion]]
hash = "jobs:<queue>:tries"
field = "<id>"
[add]
[run]
from = ["ready", "later"]
)";

} // namespace

/// Tests running tasks from queues described by a layout file with a `[run]` table.
class TestDescribedRunning : public QObject
{
    Q_OBJECT

private slots:
    void initTestCase() { m_server = std::make_unique<RedisServer>(); }
    void init()
    {
        m_server->call({"FLUSHALL"});
        open(jobsFile);
    }

    /// A claim removes a task with its payload and companion, and an ack leaves nothing in the file's keys.
    void aClaimTakesTheWholeTask()
    {
        push("1", R"({"type":"mail"})");
        m_server->call({"HSET", "jobs:a:tries", "1", "2"});
        const Claim claimed = claim();
        QCOMPARE(claimed.leases.size(), std::size_t(1));
        QCOMPARE(claimed.leases[0].id, QByteArray("mail#1"));
        QCOMPARE(claimed.leases[0].attempt, 1);
        for (const char* key : {"jobs:a:ready", "jobs:a:payloads", "jobs:a:tries"})
            QCOMPARE(m_server->call({"EXISTS", key}).integer, 0);
        QCOMPARE(broker().load("a", claimed.leases).value().front().payload, QByteArray(R"({"type":"mail"})"));
        QCOMPARE(count(TaskState::Leased), 1);
        // The queue is listed although none of the file's keys exist.
        QCOMPARE(m_backend->inspector().queues().value().size(), std::size_t(1));
        QCOMPARE(broker().ack("a", {{"mail#1", claimed.leases[0].token, {}}}, {}).value(),
            std::vector{WriteOutcome::Accepted});
        QCOMPARE(count(TaskState::Leased), 0);
        QCOMPARE(count(TaskState::Done), 1);
        push("1", R"({"type":"mail"})"); // the same id again
        QCOMPARE(claim().leases.size(), std::size_t(1));
    }

    void scheduledTasksRunWhenTheyAreDue()
    {
        m_server->call({"HSET", "jobs:a:payloads", "1", R"({"type":"mail"})", "2", R"({"type":"mail"})"});
        m_server->call({"ZADD", "jobs:a:later", "1700000000000", "1", "1900000000000", "2"});
        const Claim claimed = claim();
        QCOMPARE(claimed.leases.size(), std::size_t(1));
        QCOMPARE(claimed.leases[0].dueAt, TimePoint(Millis(1'700'000'000'000)));
        const Claim none = claim();
        QCOMPARE(none.nextDue, std::optional(TimePoint(Millis(1'900'000'000'000))));
        QCOMPARE(m_server->call({"ZCARD", "jobs:a:later"}).integer, 1);
    }

    void failedTasksAreRetriedAndListed()
    {
        push("1", R"({"type":"mail"})");
        Lease lease = claim().leases.at(0);
        const Nack again{lease.id, lease.token, Millis(0), "failed", "first", {}};
        QCOMPARE(broker().nack("a", {again}, {}).value(), std::vector{WriteOutcome::Accepted});
        lease = claim().leases.at(0);
        QCOMPARE(lease.attempt, 2);
        const Nack last{lease.id, lease.token, {}, "failed", "second", {}};
        QCOMPARE(broker().nack("a", {last}, {}).value(), std::vector{WriteOutcome::Accepted});
        QCOMPARE(count(TaskState::Failed), 1);
        const TaskDetail detail = m_backend->inspector().task("a", "mail#1").value();
        QCOMPARE(detail.task.state, TaskState::Failed);
        QCOMPARE(typeOf(detail.task), QByteArray("mail"));
        QCOMPARE(m_backend->inspector().payload("a", "mail#1").value(), QByteArray(R"({"type":"mail"})"));
        QCOMPARE(act(ActionKind::Retry, {refOf(detail.task)}, "a/1"), std::vector{ItemOutcome::Done});
        QCOMPARE(claim().leases.size(), std::size_t(1));
    }

    void anExpiredLeaseReturnsTheTask()
    {
        push("1", R"({"type":"mail"})");
        ClaimRequest request{"a", 10, Millis(1), {true, {}, {}}};
        QCOMPARE(must(broker().claim(request)).leases.size(), std::size_t(1));
        QTest::qWait(20);
        QCOMPARE(must(broker().recover("a", 10)).retried, 1);
        QCOMPARE(claim().leases.at(0).attempt, 2);
    }

    void tasksOfOtherTypesAreLeft()
    {
        for (int i = 0; i < 250; ++i)
            push("o" + QByteArray::number(i), R"({"type":"other"})");
        push("1", R"({"type":"mail"})");
        m_server->call({"LPUSH", "jobs:a:ready", "missing"}); // a task without a payload
        const Claim claimed = claim({false, {"mail"}, {}});
        QCOMPARE(claimed.leases.size(), std::size_t(1));
        QCOMPARE(claimed.leases[0].id, QByteArray("mail#1"));
        QCOMPARE(m_server->call({"LLEN", "jobs:a:ready"}).integer, 251);
        QVERIFY(claim({false, {"mail"}, {}}).leases.empty());
    }

    /// If two items have equal bytes, a claim takes the one that runs next, even if the other is at the end of the
    /// list.
    void ofEqualItemsTheNextIsClaimed()
    {
        open(R"(dueline-layout = 1
name = "jobs"
[queues]
names = ["a"]
[payload]
decode = ["json"]
[fields]
type = "$.type"
[place.ready]
state = "due"
list = "<queue>"
next = "tail"
[run]
from = ["ready"]
)");
        const QByteArray twice = R"({"type":"mail"})";
        const QByteArray other = R"({"type":"mail","n":1})";
        m_server->call({"LPUSH", "a", R"({"type":"other"})", twice, other, twice});
        QCOMPARE(claim({false, {"mail"}, {}}, 1).leases.size(), std::size_t(1));
        QCOMPARE(m_server->call({"LINDEX", "a", "0"}).bytes, twice);
        QCOMPARE(m_server->call({"LINDEX", "a", "1"}).bytes, other);
    }

    void aPausedQueueKeepsItsTasks()
    {
        push("1", R"({"type":"mail"})");
        QVERIFY(m_backend->editor()->setPaused("a", true));
        QVERIFY(claim().paused);
        QCOMPARE(m_server->call({"LLEN", "jobs:a:ready"}).integer, 1);
        QVERIFY(m_backend->editor()->setPaused("a", false));
        QCOMPARE(claim().leases.size(), std::size_t(1));
    }

    void inAClusterAllKeysOfAQueueMustShareASlot()
    {
        RedisCluster cluster;
        const auto call = [&cluster](const Command& command) {
            return cluster.node(cluster.nodeOf(clusterSlot(command[1]))).call(command);
        };
        openOn(cluster.config(), QByteArray(jobsFile).replace("jobs:<queue>", "{jobs:<queue>}"));
        call({"HSET", "{jobs:a}:payloads", "1", R"({"type":"mail"})"});
        call({"LPUSH", "{jobs:a}:ready", "1"});
        const Lease lease = claim().leases.at(0);
        QCOMPARE(broker().ack("a", {{lease.id, lease.token, {}}}, {}).value(), std::vector{WriteOutcome::Accepted});
        QCOMPARE(count(TaskState::Done), 1);
        QCOMPARE(call({"EXISTS", "{jobs:a}:payloads"}).integer, 0);

        openOn(cluster.config(), jobsFile);
        call({"HSET", "jobs:a:payloads", "1", R"({"type":"mail"})"});
        call({"LPUSH", "jobs:a:ready", "1"});
        const auto refused = broker().claim({"a", 10, Millis(30'000), {true, {}, {}}});
        QVERIFY(!refused);
        QVERIFY2(refused.error().message.contains(u"are in different slots of this cluster"_s),
            qPrintable(refused.error().message));
        QCOMPARE(call({"LLEN", "jobs:a:ready"}).integer, 1);
        m_backend.reset(); // the cluster stops before the next test opens another backend
    }

    /// One operation discards a waiting and a failed task, and its undo restores both.
    void anOperationCoversBothParts()
    {
        push("1", R"({"type":"mail"})");
        const Lease lease = claim().leases.at(0);
        QVERIFY(broker().nack("a", {{lease.id, lease.token, {}, "failed", "no", {}}}, {}));
        push("2", R"({"type":"mail"})");
        const std::vector refs{refOf(m_backend->inspector().task("a", "mail#1")->task),
            refOf(m_backend->inspector().task("a", "2")->task)};
        OperationRecord record;
        record.id = "a/1";
        record.queue = "a";
        record.kind = "discard";
        record.undoable = true;
        QVERIFY(m_backend->editor()->record(record));
        QCOMPARE(act(ActionKind::Discard, refs, "a/1"), (std::vector{ItemOutcome::Done, ItemOutcome::Done}));
        QCOMPARE(count(TaskState::Trash), 2);
        PageRequest trash;
        trash.queue = "a";
        trash.state = TaskState::Trash;
        QCOMPARE(m_backend->inspector().page(trash)->tasks.size(), std::size_t(2));
        qint64 restored = 0;
        QByteArray cursor;
        do {
            const UndoStep step = must(m_backend->editor()->undo("a", "a/1", "a/2", cursor, {}));
            restored += step.restored;
            cursor = step.cursor;
        } while (!cursor.isEmpty());
        QCOMPARE(restored, 2);
        QCOMPARE(count(TaskState::Failed), 1);
        QCOMPARE(m_server->call({"LLEN", "jobs:a:ready"}).integer, 1);
        QCOMPARE(m_server->call({"HLEN", "jobs:a:payloads"}).integer, 1);
    }

    void aWorkersRightsSuffice()
    {
        const LayoutSpec spec = parseLayout(u"redis-in-action"_s).value();
        const auto rights = spec.type().rights(AclRole::Worker, spec.parameters().get(), "dueline");
        QVERIFY(rights);
        Command rule{"ACL", "SETUSER", "worker", "reset", "on", ">secret"};
        for (const QByteArray& each : rights->rules())
            rule.push_back(each);
        const Reply set = m_server->call(rule);
        QVERIFY2(!set.isError(), set.bytes);
        m_server->call({"RPUSH", "queue:email", R"(["id-1", "email", "send", []])"});
        open(ShippedLayouts::file("redis-in-action"), u"worker"_s, "secret");
        ClaimRequest request{"email", 10, Millis(30'000), {true, {}, {}}};
        const Claim claimed = must(broker().claim(request));
        QCOMPARE(claimed.leases.size(), std::size_t(1));
        QVERIFY(broker().load("email", claimed.leases));
        WorkerInfo worker;
        worker.id = "w";
        worker.queues = {"email"};
        QVERIFY(broker().beat(worker, Millis(1'000), false));
        QVERIFY(must(broker().recover("email", 10)).retried == 0);
        QVERIFY(broker().ack("email", {{claimed.leases[0].id, claimed.leases[0].token, {}}}, {}));
        QVERIFY(broker().sweep("email"));
        const auto noRights = parseLayout(u"bee-queue"_s)
                                  ->type()
                                  .rights(AclRole::Worker, parseLayout(u"bee-queue"_s)->parameters().get(), "dueline");
        QVERIFY(!noRights);
    }

    void filesThatRun()
    {
        QByteArrayList names;
        for (const QByteArray& name : ShippedLayouts::names()) {
            if (Description::parse(ShippedLayouts::file(name))->running)
                names << name;
        }
        QCOMPARE(names.join(' '), QByteArray("redis-in-action redisson"));
        const Answer refused
            = Duectl(m_server->url()).run("--layout bee-queue work --queue mail --handler *=echo --exit-when-empty");
        FAILS(refused, 1, "Dueline can read and change tasks in the bee-queue layout, but not run them.");
    }

    /// A worker is killed while running tasks. Every task runs, and only those it had leased run again.
    void aKilledWorkerLosesNoTask()
    {
        constexpr int tasks = 100;
        for (int i = 0; i < tasks; ++i) {
            m_server->call({"RPUSH", "queue:email",
                QByteArray(R"(["t%1", "email", "send", []])").replace("%1", QByteArray::number(i))});
        }
        QTemporaryDir folder;
        const QString ran = folder.filePath(u"ran"_s);
        QFile script(folder.filePath(u"run"_s));
        QVERIFY(script.open(QIODevice::WriteOnly));
        script.write("#!/bin/sh\npayload=$(cat)\nsleep 0.01\necho \"$payload\" >> " + ran.toUtf8() + '\n');
        script.setPermissions(QFile::ReadOwner | QFile::ExeOwner);
        script.close();
        const auto work = [&] {
            return Duectl(m_server->url())
                .start({u"--layout"_s, u"redis-in-action"_s, u"work"_s, u"--queue"_s, u"email"_s, u"--handler"_s,
                    u"*=command:"_s + script.fileName(), u"--lease"_s, u"1s"_s, u"--concurrency"_s, u"2"_s});
        };
        const auto linesOf = [&ran] {
            QFile file(ran);
            return file.open(QIODevice::ReadOnly) ? file.readAll().split('\n') : QList<QByteArray>();
        };
        auto first = work();
        QTRY_VERIFY_WITH_TIMEOUT(linesOf().size() > 20, 20'000);
        first->kill();
        first->waitForFinished();
        QVERIFY(linesOf().size() < tasks);
        const auto second = work();
        std::map<QByteArray, int> runs;
        const auto countRuns = [&] {
            runs.clear();
            for (const QByteArray& line : linesOf()) {
                if (line.endsWith(']'))
                    ++runs[line];
            }
            return runs.size();
        };
        QTRY_VERIFY2_WITH_TIMEOUT(
            countRuns() >= std::size_t(tasks), qPrintable(QString::number(qsizetype(runs.size()))), 40'000);
        second->terminate();
        QVERIFY(second->waitForFinished(20'000));
        const auto twice = std::count_if(runs.begin(), runs.end(), [](const auto& run) { return run.second > 1; });
        QVERIFY2(twice <= 2, qPrintable(QString::number(twice))); // at most the two tasks that were running
        QCOMPARE(m_server->call({"EXISTS", "queue:email"}).integer, 0);
    }

    /// Dueline and the program that owns a list take tasks from it at the same time.
    void bothWorkersShareAList()
    {
        if (const QString missing = CustomPeer::missing(); !missing.isEmpty())
            QSKIP(qPrintable(missing));
        const QByteArray file = R"(dueline-layout = 1
name = "tasklist"
[queues]
names = ["task_queue"]
[place.home]
state = "due"
list = "task_queue"
next = "tail"
[run]
from = "home"
)";
        open(file);
        CustomPeer theirs(*m_server, u"list work --seconds 30 --sleep 1"_s);
        CustomPeer::produce(*m_server, u"list produce --n 500"_s);
        std::set<QByteArray> ours;
        int acked = 0;
        ClaimRequest request{"task_queue", 5, Millis(30'000), {true, {}, {}}};
        QElapsedTimer timer;
        timer.start();
        while (ours.size() + theirs.count().size() < 500 && timer.elapsed() < 30'000) {
            const Claim claimed = must(broker().claim(request));
            const auto loads = must(broker().load("task_queue", claimed.leases));
            for (std::size_t i = 0; i < loads.size(); ++i) {
                ours.insert(loads[i].payload);
                const std::vector<Ack> acks{{claimed.leases[i].id, claimed.leases[i].token, {}}};
                acked += must(broker().ack("task_queue", acks, {})).front() == WriteOutcome::Accepted ? 1 : 0;
            }
        }
        const auto byThem = theirs.count();
        QCOMPARE(ours.size() + byThem.size(), std::size_t(500));
        QCOMPARE(std::size_t(acked), ours.size());
        for (const auto& [task, times] : byThem)
            QVERIFY2(times == 1 && !ours.contains(task), task);
        QVERIFY(!ours.empty() && !byThem.empty());
    }

private:
    void open(const QByteArray& file, const QString& user = {}, const QByteArray& password = {})
    {
        m_backend.reset();
        RedisConfig config = m_server->config();
        config.user = user;
        config.password = Secret(password);
        openOn(config, file);
    }
    void openOn(const RedisConfig& config, const QByteArray& file)
    {
        m_backend.reset();
        const auto parsed = Description::parse(file);
        QVERIFY2(parsed, qPrintable(parsed ? QString() : parsed.error().message));
        auto opened = DescribedBackend::open(std::make_shared<const Description>(*parsed),
            std::make_shared<RedisLane>(config, Access::OperateAndWork), Access::OperateAndWork,
            {'@' + parsed->name, "dueline", nullptr, "w-1"});
        QVERIFY2(opened, qPrintable(opened ? QString() : opened.error().message));
        m_backend = *std::move(opened);
    }
    TaskBroker& broker() { return *m_backend->broker(); }
    void push(const QByteArray& id, const QByteArray& payload)
    {
        m_server->call({"HSET", "jobs:a:payloads", id, payload});
        m_server->call({"LPUSH", "jobs:a:ready", id});
    }
    Claim claim(const TypeSelection& types = {true, {}, {}}, int limit = 10)
    {
        const ClaimRequest request{"a", limit, Millis(30'000), types};
        Claim claimed = must(broker().claim(request));
        for (int tries = 0; claimed.leases.empty() && claimed.more && tries < 20; ++tries)
            claimed = must(broker().claim(request));
        return claimed;
    }
    std::vector<ItemOutcome> act(ActionKind kind, const std::vector<TaskRef>& refs, const OperationId& operation)
    {
        ActionStep step;
        step.queue = "a";
        step.action.kind = kind;
        step.operation = operation;
        step.refs = refs;
        return must(m_backend->editor()->act(step));
    }
    qint64 count(TaskState state) { return must(m_backend->inspector().queue("a")).counts[state]; }

    std::unique_ptr<RedisServer> m_server;
    std::unique_ptr<DescribedBackend> m_backend;
};

QTEST_GUILESS_MAIN(TestDescribedRunning)
#include "tst_describedrunning.moc"
