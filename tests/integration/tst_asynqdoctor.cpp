// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/redis/readcommands.h"
#include "tests/integration/asynqacts.h"
#include "tests/integration/duectlprogram.h"
#include "tests/support/asynqpeer.h"
#include "tests/support/commandmonitor.h"

#include <QTest>

using namespace dueline;
using namespace Qt::StringLiterals;

using Fault = QueueAudit::Fault;
using Risk = QueueFinding::Risk;

namespace {

class AsynqDoctorPlace : public AsynqActs
{
public:
    qint64 now() { return server.call({"TIME"}).items[0].bytes.toLongLong(); }
    std::vector<QueueFinding> findings()
    {
        backend = open(server.config()); // a new backend that scans again
        const QueueInfo info = must(backend->inspector().queue("mail"));
        const auto checkup = backend->checkup(info, "mail@asynq");
        while (must(checkup->step())) { }
        for (const QueueFinding& finding : checkup->findings()) {
            if (!finding.reason.endsWith(u'.') || !finding.remedy.endsWith(u'.'))
                qFatal("a finding without sentences: %s", finding.kind.constData());
        }
        return checkup->findings();
    }
    /// Returns the ids of the tasks that the audit reports this fault for.
    std::set<TaskId> mendable(QueueAudit::Fault fault)
    {
        backend = open(server.config());
        const auto audit = backend->audit("mail");
        while (must(audit->step())) { }
        return audit->found(fault);
    }
    QByteArrayList words()
    {
        QByteArrayList words;
        for (const QueueFinding& finding : findings())
            words.append(finding.kind);
        if (!mendable(Fault::Doubled).empty())
            words.append("state-differs");
        if (!mendable(Fault::Stray).empty())
            words.append("stray");
        return words;
    }
    /// Returns the first finding of this kind in the JSON output of `duectl doctor`, or an empty object.
    QJsonObject told(const QString& kind)
    {
        const Answer json = Duectl(server.url()).run("doctor --json");
        for (const QJsonValue& finding : json.array()) {
            if (finding.toObject().value(u"kind"_s) == kind)
                return finding.toObject();
        }
        return {};
    }
    QByteArrayList archived()
    {
        QByteArrayList ids;
        for (const Reply& id : server.call({"ZRANGE", base + "archived", "0", "-1"}).items)
            ids.append(id.bytes);
        return ids;
    }
    QueueFinding only(const QByteArray& word)
    {
        const auto found = findings();
        if (found.size() != 1 || found[0].kind != word)
            QTest::qFail(words().join(' ').constData(), __FILE__, __LINE__);
        return found.empty() ? QueueFinding() : found[0];
    }
    /// Adds a task that has been pending for this many seconds.
    void wait(const QByteArray& id, qint64 seconds)
    {
        put(id, "pending");
        server.call({"HSET", base + "t:" + id, "pending_since", QByteArray::number(now() - seconds) + "000000000"});
    }
};

} // namespace

/// Tests the doctor's findings in asynq queues: each names its cause and a remedy that works.
class TestAsynqDoctor : public QObject
{
    Q_OBJECT

private slots:
    void queuesThatAreWorkedHaveNoFindings();
    void aServerThatDiedIsTold();
    void leasesThatAreOverAreTold();
    void whatRunsWithoutALeaseIsTold();
    void aTaskThatStandsElsewhereThanItSaysIsMended();
    void anIdWithoutATaskIsTold();
    void aTaskThatStandsNowhereIsArchived();
    void whatMovedOrMayRunIsLeftAlone();
    void aFullArchiveTakesNoMore();
    void aFullArchiveIsTold();
    void whatWaitsWithoutAServerIsTold();
    void examiningIsReadsAlone();
    void duectlPrintsThem();
};

void TestAsynqDoctor::queuesThatAreWorkedHaveNoFindings()
{
    if (const QString missing = AsynqPeer::missing(); !missing.isEmpty())
        QSKIP(qPrintable(missing));
    AsynqDoctorPlace place;
    place.fill();
    place.wait("p3", 10);
    QCOMPARE(place.words(), QByteArrayList());
    for (int i = 0; i < 400; ++i)
        place.put('m' + QByteArray::number(i), "pending", 0, i % 9 ? "mark" : "fail");
    AsynqPeer::add(place.server, {uR"({"id":"u","unique":60,"in":60})"_s, uR"({"id":"d","retention":60})"_s});
    AsynqPeer worker(place.server, "mail");
    do
        QCOMPARE(place.words(), QByteArrayList());
    while (place.server.call({"LLEN", AsynqActs::base + "pending"}).integer > 0);
}

void TestAsynqDoctor::aServerThatDiedIsTold()
{
    if (const QString missing = AsynqPeer::missing(); !missing.isEmpty())
        QSKIP(qPrintable(missing));
    AsynqDoctorPlace place;
    place.put("h1", "pending", 0, "hang");
    {
        AsynqPeer worker(place.server, "mail");
        QTRY_VERIFY_WITH_TIMEOUT(worker.said().contains("began h1"), 30'000);
        QCOMPARE(place.words(), QByteArrayList());
        worker.kill9();
    }
    QCOMPARE(place.words(), QByteArrayList()); // The server's report hasn't expired yet.
    // The report has expired, and no server is extending the lease.
    for (const char* set : {"asynq:servers", "asynq:workers"}) {
        const QByteArray report = place.server.call({"ZRANGE", set, "0", "0"}).items.at(0).bytes;
        place.server.call({"DEL", report});
        place.server.call({"ZADD", set, QByteArray::number(place.now() - 5), report});
    }
    place.server.call({"ZADD", AsynqActs::base + "lease", QByteArray::number(place.now() + 10), "h1"});
    const QueueFinding lost = place.only("lost-server");
    QCOMPARE(lost.count, 1);
    QCOMPARE(lost.risk, Risk::Possible);
    QVERIFY2(lost.reason.contains(u"h1"_s) && lost.reason.contains(u"exited without deregistering"_s),
        qPrintable(lost.reason));
    // Once the lease has expired, a second server recovers the task.
    place.server.call({"ZADD", AsynqActs::base + "lease", "1", "h1"});
    AsynqPeer other(place.server, "mail");
    QTRY_VERIFY2(place.words().isEmpty(), place.words().join(' '));
    QCOMPARE(place.stateOf("h1"), QByteArray("retry"));
}

void TestAsynqDoctor::leasesThatAreOverAreTold()
{
    AsynqDoctorPlace place;
    place.put("a1", "active", place.now() - 70);
    place.put("a2", "active", place.now() - 40); // a server may be about to recover this task
    place.put("a3", "active", place.now() + 29);
    QCOMPARE(place.words(), (QByteArrayList{"lease-over", "lost-server"}));
    const QueueFinding over = place.findings()[0];
    QCOMPARE(over.count, 1);
    QCOMPARE(place.findings()[1].count, 1);
    QCOMPARE(over.risk, Risk::Present);
    QVERIFY2(over.reason.contains(u"(a1)"_s) && over.reason.contains(u"not be put back"_s), qPrintable(over.reason));
    if (const QString missing = AsynqPeer::missing(); !missing.isEmpty())
        QSKIP(qPrintable(missing));
    AsynqPeer worker(place.server, "mail");
    QTRY_VERIFY2(!place.words().contains("lease-over"), place.words().join(' '));
}

void TestAsynqDoctor::whatRunsWithoutALeaseIsTold()
{
    AsynqDoctorPlace place;
    place.put("a1", "active", place.now() + 29);
    place.server.call({"ZREM", AsynqActs::base + "lease", "a1"});
    const QueueFinding without = place.only("without-lease");
    QCOMPARE(without.risk, Risk::Present);
    QCOMPARE(without.reason,
        u"1 task in mail@asynq is in the list of running tasks but has no lease (a1). An asynq server puts back "
        u"only tasks whose lease has expired, so it will remain there forever unless a server is still running it."_s);
    QCOMPARE(without.remedy,
        u"Make sure that none of your servers is still running a1, then write an expired lease (redis-cli ZADD "
        u"'asynq:{mail}:lease' 1 a1); a server will put the task back within a minute."_s);
    place.put("a2", "active", place.now() + 29);
    place.server.call({"ZREM", AsynqActs::base + "lease", "a2"});
    const QString both = place.only("without-lease").reason;
    QVERIFY2(both.startsWith(u"2 tasks in mail@asynq are in the list of running tasks but have no lease (a"_s)
            && both.endsWith(u"so they will remain there forever unless a server is still running them."_s),
        qPrintable(both));
    place.server.call({"LREM", AsynqActs::base + "active", "1", "a2"});
    place.server.call({"DEL", AsynqActs::base + "t:a2"});
    if (const QString missing = AsynqPeer::missing(); !missing.isEmpty())
        QSKIP(qPrintable(missing));
    place.server.call({"ZADD", AsynqActs::base + "lease", "1", "a1"});
    AsynqPeer worker(place.server, "mail");
    QTRY_COMPARE(place.stateOf("a1"), QByteArray("retry"));
    QCOMPARE(place.words(), QByteArrayList());
}

void TestAsynqDoctor::aTaskThatStandsElsewhereThanItSaysIsMended()
{
    for (const char* state : {"pending", "active", "scheduled", "retry", "archived", "completed"}) {
        AsynqDoctorPlace place;
        place.put("x1", state, 9'000'000'000);
        place.server.call(
            {"HSET", AsynqActs::base + "t:x1", "pending_since", QByteArray::number(place.now()) + "000000000"});
        const bool isRun = qstrcmp(state, "active") == 0;
        const auto before = place.theirs();
        const QByteArray said = qstrcmp(state, "pending") == 0 ? "scheduled" : "pending";
        place.server.call({"HSET", AsynqActs::base + "t:x1", "state", said});
        QCOMPARE(place.mendable(Fault::Doubled), (std::set<TaskId>{"x1"}));
        QCOMPARE(place.mendable(Fault::Stray), std::set<TaskId>());
        const QJsonObject differs = place.told(u"state-differs"_s);
        QCOMPARE(differs.value(u"count"_s).toInt(), 1);
        QCOMPARE(differs.value(u"severity"_s).toString(), u"critical"_s);
        QVERIFY2(differs.value(u"reason"_s).toString().contains(u"(x1)"_s), state);
        const Duectl duectl(place.server.url());
        const Answer dry = duectl.run("doctor --repair --dry-run"); // A dry run only previews.
        QVERIFY2(dry.out.contains("--repair: the state of 1 task will be corrected."), dry.all());
        QCOMPARE(place.stateOf("x1"), said);
        const Answer repaired = duectl.run("doctor --repair --yes");
        EXIT(repaired, 0);
        QVERIFY2(repaired.out.contains("1 task in mail@asynq repaired"), repaired.all());
        QCOMPARE(place.theirs(), before); // No task was moved, run or deleted.
        QVERIFY(!place.words().contains("state-differs"));
        QCOMPARE(place.stateOf("x1"), QByteArray(state));
        if (!isRun)
            QCOMPARE(place.words(), QByteArrayList());
    }
}

void TestAsynqDoctor::anIdWithoutATaskIsTold()
{
    AsynqDoctorPlace place;
    place.fill();
    place.server.call({"DEL", AsynqActs::base + "t:p1", AsynqActs::base + "t:f2"});
    const QueueFinding gone = place.only("without-task");
    QCOMPARE(gone.count, 2);
    QVERIFY2(gone.reason.contains(u"(p1, f2)"_s), qPrintable(gone.reason));
    const Duectl duectl(place.server.url());
    for (const char* id : {"p1", "f2"})
        EXIT(duectl.run({u"delete"_s, u"mail@asynq"_s, QString::fromLatin1(id), u"--yes"_s}), 0);
    QCOMPARE(place.words(), QByteArrayList());
}

void TestAsynqDoctor::aTaskThatStandsNowhereIsArchived()
{
    AsynqDoctorPlace place;
    place.fill();
    place.server.call({"ZREM", AsynqActs::base + "scheduled", "s1"});
    place.server.call({"LREM", AsynqActs::base + "pending", "0", "p2"});
    place.put("done", "completed", 9'000'000'000);
    place.server.call({"ZREM", AsynqActs::base + "completed", "done"});
    place.server.call({"SADD", AsynqActs::base + "groups", "team"});
    place.server.call({"HSET", AsynqActs::base + "t:g1", "state", "aggregating"});
    place.server.call({"HSET", "asynq:{mail2}:t:o1", "state", "pending"}); // another queue's task
    QCOMPARE(place.mendable(Fault::Stray), (std::set<TaskId>{"done", "p2", "s1"}));
    QCOMPARE(place.mendable(Fault::Doubled), std::set<TaskId>());
    const QJsonObject stray = place.told(u"stray"_s);
    QCOMPARE(stray.value(u"count"_s).toInt(), 3);
    QVERIFY(stray.value(u"remedy"_s).toString().contains(u"duectl list --state failed mail@asynq"_s));
    const QByteArrayList before = place.archived();
    const Duectl duectl(place.server.url());
    EXIT(duectl.run("doctor --repair"), 1); // Several repairs need confirmation, but there is no terminal.
    QCOMPARE(place.archived(), before);
    const Answer repaired = duectl.run("doctor --repair --yes");
    EXIT(repaired, 0);
    QVERIFY2(repaired.out.contains("3 tasks in mail@asynq repaired"), repaired.all());
    QCOMPARE(place.archived().size(), before.size() + 2);
    for (const char* id : {"s1", "p2"}) {
        QVERIFY(place.archived().contains(id));
        QCOMPARE(place.stateOf(id), QByteArray("archived"));
        QVERIFY(place.server.call({"HGET", AsynqActs::base + "t:" + id, "msg"}).bytes.size() > 0);
    }
    QVERIFY(
        place.server.call({"ZSCORE", AsynqActs::base + "completed", "done"}).bytes.toLongLong() > place.now() + 86'000);
    QVERIFY(!place.words().contains("stray"));
    // Repaired tasks can be retried like any other failed task.
    QCOMPARE(place.act(ActionKind::Retry, {"s1"}, {TaskState::Failed}).done, 1);
    QCOMPARE(place.stateOf("s1"), QByteArray("pending"));
}

/// Checks that a repair skips tasks that have changed since the scan, and tasks that a server may still be running.
void TestAsynqDoctor::whatMovedOrMayRunIsLeftAlone()
{
    AsynqDoctorPlace place;
    place.fill();
    place.put("runs", "active", place.now() + 600);
    place.server.call({"LREM", AsynqActs::base + "active", "0", "runs"}); // The lease is still valid.
    place.put("twice", "scheduled", 9'000'000'000);
    place.server.call({"ZADD", AsynqActs::base + "retry", "9000000000", "twice"});
    const auto before = place.theirs();
    const auto audit = place.backend->audit("mail");
    QCOMPARE(must(audit->mend({"p1", "s1", "f1", "runs", "twice", "nobody"}, "somebody")), 0);
    QCOMPARE(place.theirs(), before);
    place.server.call({"DEL", AsynqActs::base + "lease"});
    place.server.call({"SET", AsynqActs::base + "lease", "x"});
    const auto damaged = audit->mend({"runs"}, "somebody");
    QVERIFY(!damaged && damaged.error().code == ErrorCode::WrongType);
}

void TestAsynqDoctor::aFullArchiveTakesNoMore()
{
    AsynqDoctorPlace place;
    place.put("x1", "pending");
    place.server.call({"DEL", AsynqActs::base + "pending"});
    Command add{"ZADD", AsynqActs::base + "archived"};
    for (int i = 0; i < 9'990; ++i)
        add.insert(add.end(), {"1600000000", 'x' + QByteArray::number(10 + i)});
    place.server.call(add);
    const auto refused = place.backend->audit("mail")->mend({"x1"}, "somebody");
    QVERIFY(!refused && refused.error().code == ErrorCode::Refused);
    QVERIFY2(refused.error().message.contains(u"would drop its oldest"_s), qPrintable(refused.error().message));
    QCOMPARE(place.stateOf("x1"), QByteArray("pending"));
    place.server.call({"ZREM", AsynqActs::base + "archived", "x10"});
    QCOMPARE(must(place.backend->audit("mail")->mend({"x1"}, "somebody")), 1);
}

void TestAsynqDoctor::aFullArchiveIsTold()
{
    AsynqDoctorPlace place;
    for (int from = 0; from < 9'999; from += 1'111) {
        Command add{"ZADD", AsynqActs::base + "archived"};
        for (int i = from; i < from + 1'111; ++i) {
            add.insert(add.end(), {"1600000000", 'x' + QByteArray::number(i)});
            place.server.call({"HSET", AsynqActs::base + "t:x" + QByteArray::number(i), "state", "archived"});
        }
        place.server.call(add);
        if (from == 0)
            QCOMPARE(place.words(), QByteArrayList());
    }
    const QueueFinding full = place.only("archive-full");
    QCOMPARE(full.count, 9'999);
    QVERIFY2(full.remedy.contains(u"duectl export --state failed mail@asynq"_s), qPrintable(full.remedy));
}

void TestAsynqDoctor::whatWaitsWithoutAServerIsTold()
{
    AsynqDoctorPlace place;
    place.wait("p1", 90);
    place.put("s1", "scheduled", place.now() - 90);
    QCOMPARE(place.only("unserved").count, 2);
    place.server.call({"SET", AsynqActs::base + "paused", "1"});
    QCOMPARE(place.words(), QByteArrayList()); // A pause is intentional, so it is not a finding.
    place.server.call({"DEL", AsynqActs::base + "paused"});
    if (const QString missing = AsynqPeer::missing(); !missing.isEmpty())
        QSKIP(qPrintable(missing));
    AsynqPeer elsewhere(place.server, "other");
    QCOMPARE(place.only("unserved").count, 2);
    AsynqPeer worker(place.server, "mail", 2);
    QVERIFY(worker.finish());
    QCOMPARE(place.words(), QByteArrayList());
}

void TestAsynqDoctor::examiningIsReadsAlone()
{
    AsynqDoctorPlace place;
    place.fill();
    place.wait("p3", 90);
    place.put("a1", "active", place.now() - 100);
    place.server.call({"ZREM", AsynqActs::base + "retry", "r1"});
    place.server.call({"HSET", AsynqActs::base + "t:s2", "state", "retry"});
    // asynq itself removes this entry when it lists its servers
    place.server.call({"ZADD", "asynq:servers", "1", "asynq:servers:{web1:77:abc}"});
    const auto before = keySpaceOf(place.server);
    {
        CommandMonitor monitor(place.server);
        QCOMPARE(place.words(), (QByteArrayList{"lease-over", "state-differs", "stray"}));
        for (const Command& command : monitor.taken())
            QVERIFY2(isReadCommand(command), command.front().constData());
    }
    QCOMPARE(keySpaceOf(place.server), before);
}

void TestAsynqDoctor::duectlPrintsThem()
{
    AsynqDoctorPlace place;
    place.put("a1", "active", place.now() - 100);
    const Answer json = Duectl(place.server.url()).run("doctor --json"); // Without --layout, duectl detects the layout.
    EXIT(json, 1);
    QJsonObject over;
    for (const QJsonValue& finding : json.array()) {
        if (finding.toObject().value(u"kind"_s) == u"lease-over"_s)
            over = finding.toObject();
    }
    QCOMPARE(over.value(u"queue"_s).toString(), u"mail@asynq"_s);
    QCOMPARE(over.value(u"count"_s).toInt(), 1);
    QCOMPARE(over.value(u"severity"_s).toString(), u"critical"_s);
}

QTEST_GUILESS_MAIN(TestAsynqDoctor)
#include "tst_asynqdoctor.moc"
