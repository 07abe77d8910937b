// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/clock.h"
#include "core/console/witness/recordfile.h"
#include "tests/integration/recordplace.h"
#include "tests/support/commandmonitor.h"
#include "tests/support/rediscluster.h"
#include "tests/support/redissentinels.h"
#include "tests/support/redisserver.h"
#include "tests/support/sendsignal.h"
#include "tests/support/sourcepath.h"
#include "tests/support/writecommands.h"

#include <QFile>
#include <QRegularExpression>
#include <QStandardPaths>

#include <csignal>

using namespace dueline;
using namespace Qt::StringLiterals;

/// Tests `duectl record`, `changed` and `mark` with a real server.
class DuectlRecord : public QObject, private RecordPlace
{
    Q_OBJECT

    /// Returns the strings of all recorded events of a kind.
    QStringList events(const QString& kind) const
    {
        QStringList texts;
        for (const QJsonValue& event : changedInLastHour()[u"events"_s].toArray()) {
            if (event[u"kind"_s] == kind)
                texts << event[u"text"_s].toString();
        }
        return texts;
    }

private slots:
    void init() { useNewFile(); }

    void aFlushAMarkAndAnOperationAreRecorded()
    {
        RedisServer redis;
        const Duectl duectl(redis.url());
        EXIT(duectl.run("add mail send --copies 30"), 0);
        const auto recorder = record(duectl);
        QTRY_COMPARE(due(u"mail"_s), 30);
        const Answer marked = duectl.run({u"mark"_s, u"deploy 1.2.3"_s});
        QVERIFY2(marked.code == 0 && marked.out.endsWith("  deploy 1.2.3\n"), marked.all());
        EXIT(duectl.run("discard mail --all --yes --reason secret-reason"), 0);
        QTRY_COMPARE(events(u"operation"_s), QStringList{u"discard: 30 tasks"_s});
        EXIT(duectl.run("pause mail"), 0);
        QTRY_COMPARE(events(u"operation"_s), (QStringList{u"discard: 30 tasks"_s, u"The queue was paused"_s}));
        QTRY_COMPARE(events(u"mark"_s), QStringList{u"deploy 1.2.3"_s});
        QCOMPARE(changed()[u"around"_s][u"kind"_s], QJsonValue(u"mark"_s));
        const auto keys = redis.call({"DBSIZE"}).integer;
        redis.call({"FLUSHALL"});
        QTRY_COMPARE(events(u"flush"_s), QStringList{u"FLUSHALL ran once: keys %1 to 0"_s.arg(keys)});
        QTRY_VERIFY(changed()[u"queues"_s][0][u"after"_s][u"absent"_s].toBool());
        stop(*recorder);

        const Answer text = Duectl().run({u"changed"_s, m_path});
        EXIT(text, 0);
        QVERIFY2(text.out.contains(", starting just before this event: FLUSHALL ran once: keys "
                     + QByteArray::number(keys) + " to 0\n"),
            text.all());
        QVERIFY2(text.out.contains("\nmail ") && text.out.contains("no longer exists"), text.all());
        QVERIFY2(text.err.isEmpty() && !text.out.contains("gap"), text.all());
        QFile file(m_path);
        QVERIFY(file.open(QIODevice::ReadOnly));
        QVERIFY(!file.readAll().contains("secret-reason"));
    }

    void aRecorderWritesNothingToRedis()
    {
        RedisServer redis;
        const Duectl duectl(redis.url());
        EXIT(duectl.run("add mail send --copies 5"), 0);
        EXIT(duectl.run({u"mark"_s, u"before"_s}), 0);
        const auto before = keySpaceOf(redis);
        redis.call({"CONFIG", "RESETSTAT"});
        CommandMonitor monitor(redis);
        EXIT(duectl.run({u"record"_s, m_path, u"--every"_s, u"100ms"_s, u"--for"_s, u"2s"_s}), 0);
        const auto commands = monitor.taken();
        QVERIFY(commands.size() > 40);
        for (const Command& command : commands)
            QVERIFY2(command.empty() || command.front().toUpper() != "XADD", command.front());
        QCOMPARE(writeCommandsRun(redis), QByteArrayList());
        QCOMPARE(keySpaceOf(redis), before);
    }

    void noIdAndNoPayloadIsStored()
    {
        RedisServer redis;
        const Duectl duectl(redis.url());
        EXIT(duectl.run("add mail canary-type --id canary-id --payload canary-payload"), 0);
        const auto recorder = record(duectl);
        QTRY_COMPARE(due(u"mail"_s), 1);
        EXIT(duectl.run("discard mail --match id:canary-type#canary-id --yes"), 0);
        QTRY_COMPARE(events(u"operation"_s).size(), 1);
        for (const QString& path : {m_path, m_path + u"-wal"_s}) { // Both files exist while recording.
            QFile file(path);
            QVERIFY(file.open(QIODevice::ReadOnly));
            QVERIFY2(!file.readAll().contains("canary"), qPrintable(path));
        }
        stop(*recorder);
        QFile file(m_path);
        QVERIFY(file.open(QIODevice::ReadOnly) && !file.readAll().contains("canary"));
    }

    void anAbsentServerIsAGapAndARestartIsAnEvent()
    {
        RedisServer redis;
        const Duectl duectl(redis.url());
        EXIT(duectl.run("add mail send --copies 3"), 0);
        const auto recorder = record(duectl);
        QTRY_COMPARE(due(u"mail"_s), 3);
        for (int round = 1; round <= 2; ++round) {
            redis.kill9();
            QByteArray seen;
            QVERIFY2(Duectl::waitFor(*recorder, QProcess::StandardError, "a gap until Redis responds.", seen), seen);
            redis.start();
            QVERIFY2(Duectl::waitFor(*recorder, QProcess::StandardError, "Recording again.", seen), seen);
            QTRY_COMPARE(events(u"restart"_s).size(), round);
            const QJsonArray gaps = changedInLastHour()[u"gaps"_s].toArray();
            QCOMPARE(gaps.size(), round);
            QCOMPARE(gaps.last()[u"reason"_s], QJsonValue(u"server away"_s));
        }
        QVERIFY(events(u"flush"_s).isEmpty());
        stop(*recorder);
        // The next recorder appends to the file and records the restart that it missed.
        redis.restart();
        EXIT(duectl.run({u"record"_s, m_path, u"--for"_s, u"1s"_s}), 0);
        QCOMPARE(events(u"restart"_s).size(), 3);
        QCOMPARE(changedInLastHour()[u"gaps"_s].toArray().last()[u"reason"_s], QJsonValue(u"stopped"_s));
    }

    void aNewRoleIsAnEvent()
    {
        RedisServer redis;
        const Duectl duectl(redis.url());
        const auto recorder = record(duectl);
        QTRY_VERIFY(changed()[u"running"_s].toBool());
        redis.call({"REPLICAOF", "127.0.0.1", "1"});
        QTRY_COMPARE(events(u"failover"_s),
            QStringList{u"The server's role changed from master to slave: keys unchanged at 0"_s});
        redis.call({"REPLICAOF", "NO", "ONE"});
        QTRY_COMPARE(events(u"failover"_s).size(), 2);
        QVERIFY(changed()[u"gaps"_s].toArray().isEmpty());
        stop(*recorder);
    }

    void aFailoverIsAnEventAndNoRestart()
    {
        RedisSentinels sentinels;
        const Duectl duectl(sentinels.url());
        EXIT(duectl.run("add mail send --copies 3"), 0);
        const auto recorder = record(duectl);
        QTRY_COMPARE(due(u"mail"_s), 3);
        sentinels.failover();
        QTRY_COMPARE_WITH_TIMEOUT(events(u"failover"_s).size(), 1, 60'000);
        QVERIFY(events(u"restart"_s).isEmpty() && events(u"flush"_s).isEmpty());
        QCOMPARE(due(u"mail"_s), 3);
        stop(*recorder);
    }

    void aClusterIsRecordedAsASum()
    {
        RedisCluster cluster;
        const Duectl duectl(cluster.url());
        for (const char* queue : {"a", "b", "c", "d"})
            EXIT(duectl.run({u"add"_s, QString::fromLatin1(queue), u"send"_s}), 0);
        const auto recorder = record(duectl);
        QTRY_COMPARE(due(u"d"_s), 1);
        EXIT(duectl.run({u"mark"_s, u"deployed"_s}), 0);
        QTRY_COMPARE(events(u"mark"_s), QStringList{u"deployed"_s});
        qint64 keys = 0;
        for (int i = 0; i < cluster.size(); ++i)
            keys += cluster.node(i).call({"DBSIZE"}).integer;
        const qint64 lost = cluster.node(0).call({"DBSIZE"}).integer;
        cluster.node(0).call({"FLUSHALL"});
        QTRY_COMPARE(events(u"flush"_s), QStringList{u"FLUSHALL ran once: keys %1 to %2"_s.arg(keys).arg(keys - lost)});
        QVERIFY(events(u"restart"_s).isEmpty() && events(u"failover"_s).isEmpty());
        stop(*recorder);
    }

    void anEvictionIsAnEvent()
    {
        RedisServer redis;
        const Duectl duectl(redis.url());
        const auto recorder = record(duectl);
        QTRY_VERIFY(changed()[u"running"_s].toBool());
        redis.call({"CONFIG", "SET", "maxmemory-policy", "allkeys-random"});
        for (int i = 0; i < 200; ++i)
            redis.call({"SET", "filler:" + QByteArray::number(i), QByteArray(20'000, 'x')});
        redis.call({"CONFIG", "SET", "maxmemory", "3mb"});
        redis.call({"SET", "filler:last", "x"});
        QTRY_COMPARE(events(u"evicted"_s).size(), 1);
        static const QRegularExpression sentence(
            u"^Redis evicted [0-9,]+ keys?, because memory is limited to 3 MiB$"_s);
        QVERIFY2(sentence.match(events(u"evicted"_s).first()).hasMatch(), qPrintable(events(u"evicted"_s).first()));
        const Answer forecast = Duectl().run({u"forecast"_s, m_path, u"--json"_s});
        QCOMPARE(forecast.object()[u"memory"_s][u"policy"_s].toString(), u"allkeys-random"_s);
        stop(*recorder);
    }

    void aKilledRecorderAndASuspendedOneLeaveGaps()
    {
        RedisServer redis;
        const Duectl duectl(redis.url());
        auto recorder = record(duectl);
        QTRY_VERIFY(changed()[u"running"_s].toBool());
        QVERIFY(sendSignal(*recorder, SIGKILL));
        QVERIFY(recorder->waitForFinished());
        recorder = record(duectl);
        QTRY_COMPARE(changedInLastHour()[u"gaps"_s].toArray().size(), 1);
        QCOMPARE(changedInLastHour()[u"gaps"_s][0][u"reason"_s], QJsonValue(u"killed"_s));
        QVERIFY(sendSignal(*recorder, SIGSTOP));
        QTest::qSleep(6'000); // Only gaps of more than 5 s are recorded.
        QVERIFY(sendSignal(*recorder, SIGCONT));
        QTRY_COMPARE(changedInLastHour()[u"gaps"_s].toArray().size(), 2);
        QCOMPARE(changedInLastHour()[u"gaps"_s][1][u"reason"_s], QJsonValue(u"asleep"_s));
        QVERIFY(sendSignal(*recorder, SIGINT));
        EXIT(Duectl::finish(*recorder), 0);
    }

    /// DUELINE_RECORDER_KILLS sets the number of kills.
    void aRecorderThatIsKilledAgainAndAgainLosesNothing()
    {
        const int kills = std::max(qEnvironmentVariableIntValue("DUELINE_RECORDER_KILLS"), 5);
        RedisServer redis;
        const Duectl duectl(redis.url());
        for (int i = 0; i < kills; ++i) {
            const auto recorder = record(duectl, {u"--payloads"_s});
            EXIT(duectl.run("add mail send --copies 20 --in 1h --payload {}"), 0);
            QVERIFY(hasReadAgain());
            QTest::qSleep(i * 37 % 100);
            const qint64 seen = changed()[u"seen_ms"_s].toInteger();
            QVERIFY(sendSignal(*recorder, SIGKILL));
            QVERIFY(recorder->waitForFinished());
            const QJsonObject report = changedInLastHour(); // Reading the report checks the file too.
            QVERIFY(report[u"seen_ms"_s].toInteger() >= seen);
            QCOMPARE(report[u"gaps"_s].toArray().size(), i);
        }
        const auto recorder = record(duectl, {u"--payloads"_s});
        QVERIFY(hasReadAgain());
        QVERIFY(hasReadAgain());
        stop(*recorder);
        const auto file = RecordFile::read(m_path);
        QVERIFY(file.ok());
        const auto known = (*file)->database().number("SELECT count(*) FROM waiting WHERE body IS NOT NULL");
        QCOMPARE(known->value_or(0), qint64(kills) * 20);
        const auto whole
            = (*file)->database().number("SELECT count(*) FROM pragma_integrity_check WHERE integrity_check='ok'");
        QCOMPARE(whole->value_or(0), qint64(1));
    }

    void whatTheUserMayNotDoIsNamed()
    {
        RedisServer redis({.tcp = true, .aof = false, .password = {}, .arguments = {}});
        EXIT(Duectl(redis.url()).run("add mail send --copies 4"), 0);
        // This user may neither run INFO nor read Dueline's marks.
        QVERIFY(redis
                    .call({"ACL", "SETUSER", "u", "reset", "on", ">p", "%R~dueline:{*", "%R~dueline:queues", "+@all",
                        "-info"})
                    .isStatus());
        const Duectl user(u"redis://u:p@127.0.0.1:%1"_s.arg(redis.port()));
        EXIT(user.run({u"--layout"_s, u"native"_s, u"record"_s, m_path, u"--every"_s, u"100ms"_s, u"--for"_s, u"1s"_s}),
            0);
        QCOMPARE(due(u"mail"_s), 4);
        const Answer text = Duectl().run({u"changed"_s, m_path});
        QVERIFY2(text.out.contains("The recorder's Redis user is not allowed to run INFO, so restarts, flushes, "
                                   "evictions and memory are unknown.\n")
                && text.out.contains("The recorder's Redis user is not allowed to read marks, such as deployments."),
            text.all());
    }

    void aFlushThatCannotBeSeenIsNamed()
    {
        RedisServer redis({.tcp = true, .aof = false, .password = {}, .arguments = {}});
        EXIT(Duectl(redis.url()).run("add mail send --copies 4"), 0);
        QVERIFY(
            redis.call({"ACL", "SETUSER", "u", "reset", "on", ">p", "%R~dueline:*", "+@all", "-info", "+info|default"})
                .isStatus());
        const Duectl user(u"redis://u:p@127.0.0.1:%1"_s.arg(redis.port()));
        const auto recorder = record(user, {u"--layout"_s, u"native"_s});
        QTRY_COMPARE(due(u"mail"_s), 4);
        redis.call({"FLUSHALL"});
        QTRY_VERIFY(changed()[u"queues"_s][0][u"after"_s][u"absent"_s].toBool());
        stop(*recorder);
        const Answer text = Duectl().run({u"changed"_s, m_path});
        QVERIFY2(text.out.contains("The recorder's Redis user is not allowed to run INFO commandstats, so it is "
                                   "unknown whether FLUSHALL or FLUSHDB ran.\n")
                && text.out.contains(" to 0; memory ") && text.out.contains("no longer exists"),
            text.all());
        QVERIFY(events(u"flush"_s).isEmpty());
    }

    void refusalsHaveTheirExitCodes()
    {
        RedisServer redis;
        const Duectl duectl(redis.url());
        FAILS(Duectl(u"unix:/nowhere"_s).run({u"record"_s, m_path}), 3, "nowhere");
        QVERIFY(!QFile::exists(m_path));
        const auto recorder = record(duectl);
        FAILS(duectl.run({u"record"_s, m_path}), 1,
            "is being written by duectl, pid " + QByteArray::number(recorder->processId()) + ".");
        stop(*recorder);
        RedisServer other;
        FAILS(Duectl(other.url()).run({u"record"_s, m_path}), 1, "Use another file for ");
        QFile file(m_path);
        QVERIFY(file.open(QIODevice::WriteOnly | QIODevice::Truncate));
        file.write("no recording");
        file.close();
        FAILS(duectl.run({u"record"_s, m_path}), 1, "is not a Dueline recording");
        FAILS(duectl.run({u"changed"_s, m_path}), 1, "is not a Dueline recording");
        FAILS(duectl.run({u"changed"_s, m_path + u"-none"_s}), 1, "does not exist.");
        for (const char* options : {"--every 1ms", "--keep 1s", "--max-size 5", "--json", "--for soon"})
            QVERIFY2(duectl.run(QStringList{u"record"_s, m_path} + words(options)).isError(2), options);
        FAILS(duectl.run({u"mark"_s, u"  "_s}), 2, "1 to 500 bytes");
    }

    /// The kernel keeps the file from growing, as on a full disk.
    void aFullDiskIsToldOnce()
    {
        RedisServer redis;
        const Duectl duectl(redis.url());
        EXIT(duectl.run("add mail send"), 0);
        const QString shell = u"trap '' XFSZ; ulimit -f 400; exec \"$DUECTL\" --url %1 record %2 --every 100ms"_s.arg(
            redis.url(), m_path);
        QProcess process;
        process.start(u"/bin/sh"_s, {u"-c"_s, shell});
        QByteArray seen;
        QVERIFY2(Duectl::waitFor(process, QProcess::StandardError, "the next attempt is in a minute.", seen), seen);
        QVERIFY2(seen.count('\n') <= 2, seen); // The first line reports that the recording has started.
        process.terminate();
        const Answer ended = Duectl::finish(process);
        QVERIFY2(ended.err.count("next attempt") == 0, ended.all()); // The message was already read above.
        const auto file = RecordFile::read(m_path);
        QVERIFY2(file.ok(), file ? "" : qPrintable(file.error().message));
    }

    void aLockedFileLeavesAGapOnlyWhileItIsLocked()
    {
        RedisServer redis;
        const Duectl duectl(redis.url());
        EXIT(duectl.run("add mail send"), 0);
        const auto recorder = record(duectl);
        QTRY_COMPARE(due(u"mail"_s), 1);
        auto other = SqliteDatabase::open(m_path, SqliteDatabase::Mode::Write);
        QVERIFY(other && (*other)->run("BEGIN IMMEDIATE"));
        QByteArray seen;
        QVERIFY2(Duectl::waitFor(*recorder, QProcess::StandardError, "until the file is unlocked.", seen), seen);
        QTest::qWait(5'000); // A pause of less than 5 seconds is not a gap.
        QVERIFY((*other)->run("ROLLBACK"));
        const auto reasons = [this] {
            QStringList all;
            for (const QJsonValue& gap : changedInLastHour()[u"gaps"_s].toArray())
                all << gap[u"reason"_s].toString();
            return all;
        };
        QTRY_COMPARE_WITH_TIMEOUT(reasons(), QStringList{u"locked"_s}, 10'000);
        stop(*recorder);
    }

    void theUnitsAreWellFormed_data()
    {
        QTest::addColumn<QString>("path");
        QTest::newRow("system") << u"dueline-witness@.service"_s;
        QTest::newRow("user") << u"user/dueline-witness@.service"_s;
    }
    void theUnitsAreWellFormed()
    {
        QFETCH(QString, path);
        QFile source(sourcePath(u"packaging/systemd/"_s + path));
        QVERIFY(source.open(QIODevice::ReadOnly));
        QByteArray unit = source.readAll();
        QVERIFY(unit.contains("\nExecStart=/usr/bin/duectl $DUELINE_OPTIONS record %S/dueline-witness-%i/"));
        QVERIFY(unit.contains("\nStateDirectory=dueline-witness-%i\n"));
        const QString analyze = QStandardPaths::findExecutable(u"systemd-analyze"_s);
        if (analyze.isEmpty())
            QSKIP("systemd-analyze is not installed");
        unit.replace("/usr/bin/duectl", qgetenv("DUECTL"));
        QTemporaryDir folder;
        QFile file(folder.filePath(u"dueline-witness@shop.service"_s));
        QVERIFY(file.open(QIODevice::WriteOnly) && file.write(unit) == unit.size());
        file.close();
        QProcess process;
        process.setProcessChannelMode(QProcess::MergedChannels);
        process.start(analyze, {u"verify"_s, u"--man=no"_s, file.fileName()});
        QVERIFY(process.waitForFinished(30'000));
        const QByteArray said = process.readAll();
        if (process.exitCode() != 0
            && (said.contains("Failed to initialize manager") || said.contains("Failed to connect")))
            QSKIP(said.constData());
        QVERIFY2(process.exitCode() == 0 && !said.contains("dueline"), said);
    }
};

QTEST_GUILESS_MAIN(DuectlRecord)
#include "tst_duectl_record.moc"
