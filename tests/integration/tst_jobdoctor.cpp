// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/layouts/catalogue/layoutregistry.h"
#include "core/redis/readcommands.h"
#include "tests/integration/diagnosing.h"
#include "tests/integration/duectlprogram.h"
#include "tests/integration/jobplace.h"
#include "tests/support/commandmonitor.h"

#include <QTest>

using namespace dueline;
using namespace Qt::StringLiterals;

using Severity = DoctorFinding::Severity;

namespace {

/// Server with a queue filled and processed by the given framework version.
class DoctorPlace : public JobPlace
{
public:
    explicit DoctorPlace(const QString& module)
        : JobPlace(module, module.startsWith(u"bullmq") ? u"bullmq"_s : u"bull"_s)
    { }

    QByteArray key(const QByteArray& name) const { return "bull:" + queue + ':' + name; }
    Diagnosis diagnosis(const RedisConfig& config)
    {
        return value(examine({config, parseLayout(layout).value(), "dueline"}, never));
    }
    Diagnosis diagnosis() { return diagnosis(server.config()); }
    /// Returns the names of the findings that the layout reports.
    QByteArrayList words()
    {
        QByteArrayList words;
        for (const DoctorFinding& finding : ofKind(diagnosis(), DoctorFinding::Kind::OfLayout))
            words.append(findingName(finding));
        return words;
    }
    std::optional<DoctorFinding> finding(const QByteArray& word, const RedisConfig& config)
    {
        for (const DoctorFinding& finding : diagnosis(config).findings) {
            if (findingName(finding) == word)
                return finding;
        }
        return std::nullopt;
    }
    std::optional<DoctorFinding> finding(const QByteArray& word) { return finding(word, server.config()); }
    /// Makes a job look as if it was added `ms` milliseconds earlier.
    void age(const QByteArray& id, qint64 ms)
    {
        const qint64 then = server.call({"HGET", key(id), "timestamp"}).bytes.toLongLong() - ms;
        server.call({"HSET", key(id), "timestamp", QByteArray::number(then)});
    }
    /// Creates a user who may not list connections, as on many hosted servers, and returns that user's configuration.
    RedisConfig withoutClientList()
    {
        server.call({"ACL", "SETUSER", "small", "on", ">pw", "~*", "&*", "+@all", "-client|list"});
        RedisConfig config = server.config();
        config.user = u"small"_s;
        config.password = Secret("pw");
        return config;
    }
    Duectl duectl() const { return Duectl(server.url()); }
    Answer run(const QString& line) { return duectl().run(QStringList{u"--layout"_s, layout} + line.split(u' ')); }
};

} // namespace

/// Tests the doctor on queues filled by Bull and BullMQ: each finding names its cause, and its remedy resolves it.
class TestJobDoctor : public QObject
{
    Q_OBJECT

private slots:
    void init()
    {
        QFETCH_GLOBAL(QString, module);
        if (const QString missing = NodePeer::missing(module); !missing.isEmpty())
            QSKIP(qPrintable(missing));
    }
    void initTestCase_data()
    {
        QTest::addColumn<QString>("module");
        QTest::addRow("BullMQ 6") << u"bullmq"_s;
        QTest::addRow("BullMQ 5") << u"bullmq5"_s;
        QTest::addRow("Bull 4") << u"bull"_s;
        QTest::addRow("Bull 3.29") << u"bull3"_s;
    }
    void queuesThatAreWorkedHaveNoFindings();
    void aJobOfADeadWorkerIsStalledUntilAnotherOneCame();
    void jobsThatStallRepeatedlyAreSuspects();
    void aJobThatStandsNowhereIsAStray();
    void strayKeysOfOthersAreNone();
    void dueJobsWithoutAMarkerWakeNobody();
    void aListThatPauseLeftIsJoinedByItsRemedy();
    void whatWaitsWithoutAWorkerIsTold();
    void whatCannotBeSeenIsNotClaimed();
    void examiningIsReadsAlone();
    void duectlPrintsThem();
};

void TestJobDoctor::queuesThatAreWorkedHaveNoFindings()
{
    QFETCH_GLOBAL(QString, module);
    DoctorPlace place(module);
    place.add({uR"({"name":"log","data":{"n":1},"copies":60})"_s, uR"({"name":"fail","copies":20})"_s,
        uR"({"name":"later","opts":{"delay":3600000}})"_s});
    QCOMPARE(place.words(), QByteArrayList());
    NodePeer worker(place.server, module, place.queue, 80);
    for (int i = 0; i < 15; ++i)
        QCOMPARE(place.words(), QByteArrayList());
    QVERIFY(worker.finish());
    QCOMPARE(place.words(), QByteArrayList());
}

void TestJobDoctor::aJobOfADeadWorkerIsStalledUntilAnotherOneCame()
{
    QFETCH_GLOBAL(QString, module);
    DoctorPlace place(module);
    const QByteArray id = place.add({uR"({"name":"hang"})"_s}).value(0);
    {
        NodePeer worker(place.server, module, place.queue);
        QTRY_COMPARE(place.info().counts[TaskState::Leased], 1);
        QVERIFY(!place.finding("stalled"));
        worker.kill9();
    }
    QVERIFY(!place.finding("stalled")); // The lock hasn't expired yet.
    place.server.call({"DEL", place.key(id + ":lock")}); // simulates the lock's expiry
    QTRY_VERIFY(place.finding("stalled")); // Redis needs time to notice that the connection is closed
    const DoctorFinding stalled = place.finding("stalled").value();
    QCOMPARE(stalled.severity, Severity::Critical);
    QCOMPARE(stalled.count, 1);
    QVERIFY2(stalled.reason.contains(u"1 job in mail"), qPrintable(stalled.reason));
    QVERIFY(stalled.remedy.contains(u"Start a worker"));
    NodePeer other(place.server, module, place.queue);
    QVERIFY(!place.finding("stalled"));
}

void TestJobDoctor::jobsThatStallRepeatedlyAreSuspects()
{
    QFETCH_GLOBAL(QString, module);
    DoctorPlace place(module);
    const QByteArrayList ids = place.add({uR"({"name":"log","copies":3})"_s});
    const QByteArray field = module.startsWith(u"bullmq") ? "stc" : "stalledCounter";
    place.server.call({"HSET", place.key(ids[0]), field, "1"});
    QVERIFY(!place.finding("crash-suspects"));
    place.server.call({"HSET", place.key(ids[0]), field, "2"});
    const auto suspect = place.finding("crash-suspects");
    QVERIFY(suspect);
    QCOMPARE(suspect->severity, Severity::Warning);
    QVERIFY2(suspect->reason.startsWith(u"1 job in mail (log) runs again and again"), qPrintable(suspect->reason));
    // A job whose workers allow more than one stall is active again.
    place.server.call({"LREM", place.key("wait"), "1", ids[1]});
    place.server.call({"LPUSH", place.key("active"), ids[1]});
    place.server.call({"HSET", place.key(ids[1]), field, "4"});
    QCOMPARE(place.finding("crash-suspects").value().count, 2);
}

void TestJobDoctor::aJobThatStandsNowhereIsAStray()
{
    QFETCH_GLOBAL(QString, module);
    DoctorPlace place(module);
    const QByteArrayList ids = place.add({uR"({"name":"a","copies":3})"_s});
    place.server.call({"LREM", place.key("wait"), "1", ids[1]});
    QVERIFY(!place.finding("strays")); // The job may still be on its way to a list.
    for (const QByteArray& id : ids)
        place.age(id, 120'000);
    const auto stray = place.finding("strays");
    QVERIFY(stray);
    QCOMPARE(stray->severity, Severity::Warning);
    QCOMPARE(stray->count, 1);
    QVERIFY2(stray->reason.contains(u"(%1)"_s.arg(QString::fromLatin1(ids[1]))), qPrintable(stray->reason));
    place.server.call({"RPUSH", place.key("wait"), ids[1]});
    QVERIFY(!place.finding("strays"));
}

/// Checks that other kinds of keys under the prefix, such as locks, logs, settings, schedules and foreign keys, don't
/// count as stray jobs.
void TestJobDoctor::strayKeysOfOthersAreNone()
{
    QFETCH_GLOBAL(QString, module);
    DoctorPlace place(module);
    place.add({uR"({"name":"log"})"_s, uR"({"name":"again","opts":{"repeat":{"every":3600000}}})"_s});
    place.work(1);
    place.server.call({"HSET", place.key("notes"), "data", "1"});
    place.server.call({"SET", place.key("5000"), "a string"});
    place.server.call({"HSET", place.key("5001:processed"), "timestamp", "1", "opts", "{}"});
    place.server.call({"HSET", "bull:other:7", "timestamp", "1", "opts", "{}"});
    for (const Reply& key : place.server.call({"KEYS", place.key("*")}).items) {
        if (place.server.call({"TYPE", key.bytes}).bytes == "hash"
            && place.server.call({"HEXISTS", key.bytes, "timestamp"}).integer)
            place.server.call({"HSET", key.bytes, "timestamp", "1"});
    }
    QVERIFY(!place.finding("strays"));
}

void TestJobDoctor::dueJobsWithoutAMarkerWakeNobody()
{
    QFETCH_GLOBAL(QString, module);
    DoctorPlace place(module);
    const QByteArray id = place.add({uR"({"name":"later","opts":{"delay":3600000}})"_s}).value(0);
    const qint64 due = toMs(place.info().serverNow) - 30'000;
    place.server.call({"ZADD", place.key("delayed"), QByteArray::number(due * 4096), id});
    QVERIFY(!place.finding("unmarked")); // BullMQ's marker exists; Bull has none
    place.server.call({"DEL", place.key("marker")});
    QCOMPARE(bool(place.finding("unmarked")), module.startsWith(u"bullmq"));
    if (!module.startsWith(u"bullmq"))
        return;
    QCOMPARE(place.finding("unmarked")->severity, Severity::Warning);
    const QByteArray added = place.add({uR"({"name":"any"})"_s}).value(0); // the suggested remedy is to add a job
    QVERIFY(!place.finding("unmarked"));
    QByteArrayList ran = place.work(2);
    std::sort(ran.begin(), ran.end());
    QCOMPARE(ran, (QByteArrayList{id, added}));
}

void TestJobDoctor::aListThatPauseLeftIsJoinedByItsRemedy()
{
    QFETCH_GLOBAL(QString, module);
    DoctorPlace place(module);
    const QByteArrayList left = place.add({uR"({"name":"a","copies":2})"_s});
    place.server.call({"RENAME", place.key("wait"), place.key("paused")});
    const QByteArrayList later = place.add({uR"({"name":"b"})"_s});
    const auto found = place.finding("left-paused");
    QVERIFY(found);
    QCOMPARE(found->severity, Severity::Critical);
    QCOMPARE(found->count, 2);
    EXIT(place.run(u"pause mail"_s), 0);
    QVERIFY(!place.finding("left-paused")); // resuming the queue will requeue these jobs
    EXIT(place.run(u"resume mail"_s), 0);
    QVERIFY(!place.finding("left-paused"));
    QByteArrayList ran = place.work(3);
    std::sort(ran.begin(), ran.end());
    QCOMPARE(ran, left + later);
}

void TestJobDoctor::whatWaitsWithoutAWorkerIsTold()
{
    QFETCH_GLOBAL(QString, module);
    DoctorPlace place(module);
    const QByteArray id = place.add({uR"({"name":"hang"})"_s}).value(0);
    QVERIFY(!place.finding("unserved")); // the job has been waiting only briefly
    place.age(id, 300'000);
    const auto found = place.finding("unserved");
    QVERIFY(found);
    QCOMPARE(found->severity, Severity::Warning);
    QVERIFY2(found->reason.contains(u"5m"), qPrintable(found->reason));
    NodePeer worker(place.server, module, place.queue);
    QTRY_VERIFY(!place.finding("unserved")); // the worker's connection needs time to set its name
}

/// Checks that no missing worker is reported if connections can't be listed. BullMQ's workers can be found only among
/// the connections; Bull's can be counted as a channel's subscribers.
void TestJobDoctor::whatCannotBeSeenIsNotClaimed()
{
    QFETCH_GLOBAL(QString, module);
    DoctorPlace place(module);
    const RedisConfig small = place.withoutClientList();
    const QByteArray id = place.add({uR"({"name":"a"})"_s}).value(0);
    place.age(id, 300'000);
    QVERIFY(place.finding("unserved"));
    const bool isCounted = !module.startsWith(u"bullmq");
    QCOMPARE(bool(place.finding("unserved", small)), isCounted);
    const QByteArray held = place.add({uR"({"name":"b"})"_s}).value(0);
    place.server.call({"LREM", place.key("wait"), "1", held});
    place.server.call({"LPUSH", place.key("active"), held});
    const auto stalled = place.finding("stalled", small);
    QVERIFY(stalled);
    QCOMPARE(stalled->severity, isCounted ? Severity::Critical : Severity::Warning);
    QCOMPARE(stalled->reason.contains(u"does not show whether"), !isCounted);
}

void TestJobDoctor::examiningIsReadsAlone()
{
    QFETCH_GLOBAL(QString, module);
    DoctorPlace place(module);
    const QByteArrayList ids = place.add({uR"({"name":"a","copies":5})"_s});
    for (const QByteArray& id : ids)
        place.age(id, 300'000);
    place.server.call({"LREM", place.key("wait"), "1", ids[1]});
    place.server.call({"LMOVE", place.key("wait"), place.key("active"), "RIGHT", "LEFT"});
    const auto before = keySpaceOf(place.server);
    {
        CommandMonitor monitor(place.server);
        QVERIFY(place.words().size() >= 2);
        for (const Command& command : monitor.taken())
            QVERIFY2(isReadCommand(command), command.front().constData());
    }
    QCOMPARE(keySpaceOf(place.server), before);
}

void TestJobDoctor::duectlPrintsThem()
{
    QFETCH_GLOBAL(QString, module);
    DoctorPlace place(module);
    const QByteArray id = place.add({uR"({"name":"a"})"_s}).value(0);
    place.server.call({"LMOVE", place.key("wait"), place.key("active"), "RIGHT", "LEFT"});
    const Answer json = place.duectl().run("doctor --json"); // duectl opens every layout found on the server
    EXIT(json, 1);
    QJsonObject stalled;
    for (const QJsonValue& finding : json.array()) {
        if (finding.toObject().value(u"kind"_s) == u"stalled"_s)
            stalled = finding.toObject();
    }
    QCOMPARE(stalled.value(u"queue"_s).toString(), u"mail@"_s + place.layout);
    QCOMPARE(stalled.value(u"count"_s).toInt(), 1);
    QCOMPARE(stalled.value(u"severity"_s).toString(), u"critical"_s);
    QVERIFY2(stalled.value(u"reason"_s).toString().contains(u"1 job in mail@"_s + place.layout), json.all());
    const Answer text = place.run(u"doctor"_s);
    EXIT(text, 1);
    QVERIFY2(text.out.contains("critical  1 job in mail, listed as active, no longer has a lock"), text.all());
}

QTEST_GUILESS_MAIN(TestJobDoctor)
#include "tst_jobdoctor.moc"
