// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/redis/readcommands.h"
#include "tests/integration/diagnosing.h"
#include "tests/integration/duectlprogram.h"
#include "tests/integration/readplace.h"
#include "tests/support/commandmonitor.h"
#include "tests/support/rubypeer.h"

#include <QTest>

using namespace dueline;
using namespace Qt::StringLiterals;

using Severity = DoctorFinding::Severity;

namespace {

class SidekiqDoctorPlace : public ReadPlace
{
public:
    SidekiqDoctorPlace()
        : ReadPlace(u"sidekiq"_s, "mail")
    {
        server.call({"INCR", "stat:processed"});
    }

    qint64 nowMs() { return toMs(value(backend().serverTime())); }
    QByteArray secondsAgo(qint64 ms) { return QByteArray::number(double(nowMs() - ms) / 1000, 'f', 3); }
    QByteArray job(const QByteArray& jid, qint64 enqueuedAgoMs)
    {
        return R"({"class":"OkJob","jid":")" + jid + R"(","args":[1],"queue":"mail","enqueued_at":)"
            + secondsAgo(enqueuedAgoMs) + '}';
    }
    /// Adds a process whose last heartbeat was `beatAgoMs` milliseconds ago.
    void report(const QByteArray& identity, qint64 beatAgoMs, const QByteArray& queues = R"(["mail"])")
    {
        server.call({"SADD", "processes", identity});
        server.call({"HSET", identity, "info", R"({"hostname":"host","pid":7,"concurrency":5,"queues":)" + queues + '}',
            "busy", "0", "beat", secondsAgo(beatAgoMs)});
    }
    std::vector<DoctorFinding> findings()
    {
        return value(examine({server.config(), parseLayout(layout).value(), "dueline"}, never)).findings;
    }
    std::optional<DoctorFinding> finding(const QByteArray& word, const QueueName& where)
    {
        for (const DoctorFinding& finding : findings()) {
            if (findingName(finding) == word && finding.queue == where)
                return finding;
        }
        return std::nullopt;
    }
};

} // namespace

/// Tests the doctor on a Sidekiq installation.
class TestSidekiqDoctor : public QObject
{
    Q_OBJECT

private slots:
    void aKilledProcessHoldsTheOnlyCopyOfItsJob();
    void aProcessThatDidNotSignOffIsTold_data();
    void aProcessThatDidNotSignOffIsTold();
    void aQueueThatNobodyWorksIsTold();
    void whatIsDueWithoutAProcessIsTold();
    void aDeadSetAtItsLimitIsTold();
    void aPausedQueueIsNotUnserved();
    void examiningIsReadsAlone();
    void duectlPrintsThem();
};

void TestSidekiqDoctor::aKilledProcessHoldsTheOnlyCopyOfItsJob()
{
    if (const QString missing = RubyPeer::missing(); !missing.isEmpty())
        QSKIP(qPrintable(missing));
    SidekiqDoctorPlace place;
    RubyPeer::run(place.server, {u"add"_s, uR"({"class":"HangJob","queue":"mail"})"_s});
    RubyPeer worker(place.server, "mail");
    // The process reports the job with its next heartbeat.
    QTRY_COMPARE_WITH_TIMEOUT(place.info().counts[TaskState::Leased], 1, 30'000);
    QVERIFY(!place.finding("lost-jobs", "@sidekiq") && !place.finding("lost-worker", "@sidekiq"));
    const QByteArray identity = place.page(TaskState::Leased).at(0).worker;
    worker.kill9();
    place.server.call({"HINCRBYFLOAT", identity, "beat", "-90"});
    place.server.call({"PERSIST", identity});
    const auto lost = place.finding("lost-jobs", "@sidekiq");
    QVERIFY(lost);
    QCOMPARE(lost->severity, Severity::Critical);
    QCOMPARE(lost->count, 1);
    QVERIFY2(lost->reason.contains(u"queue: mail") && lost->reason.contains(QString::fromUtf8(identity)),
        qPrintable(lost->reason));
    // A minute after the last heartbeat, the process's keys expire; only its name remains.
    for (const char* ending : {"", ":workers", ":work"})
        place.server.call({"DEL", identity + ending});
    QVERIFY(!place.finding("lost-jobs", "@sidekiq"));
    QCOMPARE(place.finding("lost-worker", "@sidekiq")->severity, Severity::Warning);
    // As the suggested remedy says, the next process to start removes the name.
    RubyPeer other(place.server, "mail");
    QTRY_VERIFY_WITH_TIMEOUT(!place.finding("lost-worker", "@sidekiq"), 90'000);
}

void TestSidekiqDoctor::aProcessThatDidNotSignOffIsTold_data()
{
    QTest::addColumn<qint64>("beatAgo");
    QTest::addColumn<bool>("reportIsGone");
    QTest::addColumn<QString>("said");
    QTest::newRow("alive") << qint64(30'000) << false << QString();
    QTest::newRow("silent") << qint64(90'000) << false << u"no heartbeat for over a minute"_s;
    QTest::newRow("gone") << qint64(0) << true << u"exited without deregistering"_s;
}

void TestSidekiqDoctor::aProcessThatDidNotSignOffIsTold()
{
    QFETCH(qint64, beatAgo);
    QFETCH(bool, reportIsGone);
    QFETCH(QString, said);
    SidekiqDoctorPlace place;
    place.report("host:7:abc", beatAgo);
    if (reportIsGone)
        place.server.call({"DEL", "host:7:abc"});
    const auto found = place.finding("lost-worker", "@sidekiq");
    QCOMPARE(bool(found), !said.isEmpty());
    if (!found)
        return;
    QCOMPARE(found->severity, Severity::Warning);
    QCOMPARE(found->count, 1);
    QVERIFY2(found->reason.contains(said) && found->reason.contains(u"host:7:abc"), qPrintable(found->reason));
    place.server.call({"SREM", "processes", "host:7:abc"});
    QVERIFY(!place.finding("lost-worker", "@sidekiq"));
}

void TestSidekiqDoctor::aQueueThatNobodyWorksIsTold()
{
    SidekiqDoctorPlace place;
    place.server.call({"SADD", "queues", "mail"});
    place.server.call({"LPUSH", "queue:mail", place.job("a", 10'000)});
    QVERIFY(!place.finding("unserved", "mail"));
    place.server.call({"RPUSH", "queue:mail", place.job("b", 300'000)}); // this job runs next
    const auto none = place.finding("unserved", "mail");
    QVERIFY(none);
    QCOMPARE(none->count, 2);
    QVERIFY2(none->reason.contains(u"5m") && none->reason.contains(u"no Sidekiq process is running"),
        qPrintable(none->reason));
    place.report("host:7:abc", 0, R"(["web"])");
    const auto other = place.finding("unserved", "mail");
    QVERIFY(other && other->reason.contains(u"no process serves the queue"));
    QVERIFY2(other->remedy.contains(u"sidekiq -q mail"), qPrintable(other->remedy));
    place.report("host:7:abc", 0, R"(["web","mail"])");
    QVERIFY(!place.finding("unserved", "mail"));
}

void TestSidekiqDoctor::whatIsDueWithoutAProcessIsTold()
{
    SidekiqDoctorPlace place;
    for (const char* set : {"schedule", "retry"}) {
        place.server.call({"ZADD", set, place.secondsAgo(10'000), place.job("a", 0)});
        QVERIFY(!place.finding("unserved", "@sidekiq"));
        place.server.call({"DEL", set});
        place.server.call({"ZADD", set, place.secondsAgo(300'000), place.job("a", 0)});
        const auto found = place.finding("unserved", "@sidekiq");
        QVERIFY2(found && found->reason.contains(u"5m"), set);
        place.report("host:7:abc", 0, R"(["any"])"); // each process polls these sets
        QVERIFY(!place.finding("unserved", "@sidekiq"));
        place.server.call({"DEL", set, "processes", "host:7:abc"});
    }
}

/// Checks the dead set's limit. Sidekiq keeps one job fewer than dead_max_jobs, which is 10,000 by default.
void TestSidekiqDoctor::aDeadSetAtItsLimitIsTold()
{
    SidekiqDoctorPlace place;
    const auto fillTo = [&place](int count) {
        place.server.call({"EVAL",
            "redis.call('DEL', 'dead') for i = 1, ARGV[1] do redis.call('ZADD', 'dead', 1795601600 + i, '{\"jid\":\"' "
            ".. i "
            ".. '\"}') end",
            "0", QByteArray::number(count)});
    };
    for (const int count : {9'998, 10'001}) {
        fillTo(count);
        QVERIFY(!place.finding("dead-full", "@sidekiq"));
    }
    for (const int count : {9'999, 10'000}) {
        fillTo(count);
        const auto full = place.finding("dead-full", "@sidekiq");
        QVERIFY(full);
        QCOMPARE(full->severity, Severity::Warning);
        QCOMPARE(full->count, count);
        QVERIFY2(full->reason.contains(u"dead_max_jobs") && full->remedy.contains(u"export --state failed @sidekiq"),
            qPrintable(full->remedy));
    }
}

void TestSidekiqDoctor::aPausedQueueIsNotUnserved()
{
    SidekiqDoctorPlace place;
    place.server.call({"SADD", "queues", "mail"});
    place.server.call({"SADD", "paused", "mail"});
    place.server.call({"LPUSH", "queue:mail", place.job("a", 7'200'000)});
    QVERIFY(!place.finding("unserved", "mail"));
    const auto paused = place.finding("paused", "mail");
    QVERIFY(paused);
    QCOMPARE(paused->severity, Severity::Notice);
    QVERIFY2(paused->reason.contains(u"is paused") && paused->reason.contains(u"2h"), qPrintable(paused->reason));
    QVERIFY2(!paused->remedy.contains(u"duectl resume"), qPrintable(paused->remedy)); // resuming needs Sidekiq Pro
}

void TestSidekiqDoctor::examiningIsReadsAlone()
{
    SidekiqDoctorPlace place;
    place.server.call({"SADD", "queues", "mail"});
    place.server.call({"LPUSH", "queue:mail", place.job("a", 300'000)});
    place.report("host:7:abc", 90'000);
    const auto before = keySpaceOf(place.server);
    {
        CommandMonitor monitor(place.server);
        QVERIFY(place.findings().size() >= 2);
        for (const Command& command : monitor.taken())
            QVERIFY2(isReadCommand(command), command.front().constData());
    }
    QCOMPARE(keySpaceOf(place.server), before);
}

void TestSidekiqDoctor::duectlPrintsThem()
{
    SidekiqDoctorPlace place;
    place.server.call({"SADD", "queues", "mail"});
    place.server.call({"LPUSH", "queue:mail", place.job("a", 300'000)});
    place.report("host:7:abc", 90'000);
    // duectl opens every layout found on the server.
    const Answer json = Duectl(place.server.url()).run("doctor --json");
    EXIT(json, 1);
    QMap<QString, QString> found;
    for (const QJsonValue& finding : json.array())
        found[finding.toObject().value(u"kind"_s).toString()] = finding.toObject().value(u"queue"_s).toString();
    QCOMPARE(found.value(u"lost-worker"_s), u"@sidekiq"_s);
    QCOMPARE(found.value(u"unserved"_s), u"mail@sidekiq"_s);
}

QTEST_GUILESS_MAIN(TestSidekiqDoctor)
#include "tst_sidekiqdoctor.moc"
