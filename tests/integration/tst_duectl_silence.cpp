// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/console/witness/recordfile.h"
#include "tests/integration/duectlprogram.h"
#include "tests/support/redisserver.h"
#include "tests/support/sendsignal.h"

#include <QTemporaryDir>

#include <csignal>

using namespace dueline;
using namespace Qt::StringLiterals;

/// Tests `duectl check --silent`, with and without a recording.
class DuectlSilence : public QObject
{
    Q_OBJECT

    std::unique_ptr<RedisServer> m_server;
    std::unique_ptr<Duectl> m_duectl;
    QTemporaryDir m_folder;

private slots:
    void init()
    {
        m_server = std::make_unique<RedisServer>();
        m_duectl = std::make_unique<Duectl>(m_server->url());
    }

    void aQueueWithoutWorkersIsSilent()
    {
        EXIT(m_duectl->run("add q t --payload 1"), 0);
        const Answer text = m_duectl->run("check q --silent 2s");
        QVERIFY2(text.code == 1 && text.out.contains("although 1 is due")
                && text.out.contains("No worker for this queue is connected or registered"),
            text.all().constData());
        const Answer nagios = m_duectl->run("check q --silent 2s --nagios");
        QVERIFY2(nagios.code == 2 && nagios.out.startsWith("DUELINE CRITICAL - q: no task has been claimed for ")
                && nagios.out.contains(";2;2;0\n"),
            nagios.all().constData());
        const Answer json = m_duectl->run("check q --silent 2s --json");
        QCOMPARE(json.code, 1);
        const QJsonObject silence = json.object()[u"silence"_s].toObject();
        QCOMPARE(silence[u"silent"_s], QJsonValue(true));
        QCOMPARE(silence[u"workers_state"_s], QJsonValue(u"nobody"_s));
        QCOMPARE(silence[u"hints"_s][0][u"kind"_s], QJsonValue(u"no-worker"_s));
    }

    void aHeldEmptyOrWorkingQueueIsNotSilent()
    {
        EXIT(m_duectl->run("add q t --payload 1 --in 1h"), 0);
        EXIT(m_duectl->run("check q --silent 2s"), 0); // Nothing is due, so the queue is not silent.
        EXIT(m_duectl->run("add q t --payload 1"), 0);
        EXIT(m_duectl->run("pause q"), 0);
        const Answer held = m_duectl->run("check q --silent 2s --json");
        QCOMPARE(held.code, 0);
        QCOMPARE(held.object()[u"silence"_s][u"held"_s], QJsonValue(u"paused"_s));
        EXIT(m_duectl->run("resume q"), 0);
        const auto worker = m_duectl->start(words("work --queue q --concurrency 1 --handler t=sleep:200"));
        for (int i = 0; i < 60; ++i)
            EXIT(m_duectl->run("add q t --payload 1"), 0);
        EXIT(m_duectl->run("check q --silent 10s"), 0);
        worker->terminate();
        EXIT(Duectl::finish(*worker), 0);
    }

    void wrongOptionsAreRefused_data()
    {
        QTest::addColumn<QByteArray>("line");
        QTest::addColumn<QByteArray>("reason");
        QTest::newRow("no queue") << QByteArray("check --silent 5s") << QByteArray("add its name");
        QTest::newRow("too short") << QByteArray("check q --silent 10ms") << QByteArray("from 1s to 10m");
        QTest::newRow("without --silent") << QByteArray("check q --recording f") << QByteArray("requires --silent");
        QTest::newRow("with another limit")
            << QByteArray("check q --silent 5s --recording f --failed 3") << QByteArray("remove --failed");
    }
    void wrongOptionsAreRefused()
    {
        QFETCH(QByteArray, line);
        QFETCH(QByteArray, reason);
        FAILS(m_duectl->run(line.constData()), 2, reason);
    }

    void aRecordingAnswersAtOnceAndKeepsTheEvents()
    {
        const QString path = m_folder.filePath(u"r.dwit"_s);
        EXIT(m_duectl->run("add q t --payload 1"), 0);
        EXIT(m_duectl->run("pause q"), 0);
        auto recorder = m_duectl->start({u"record"_s, path});
        const auto check = [&] {
            return Duectl().run({u"check"_s, u"q"_s, u"--silent"_s, u"5s"_s, u"--recording"_s, path, u"--json"_s});
        };
        const auto kinds = [&] {
            QStringList found;
            const QJsonArray events = Duectl()
                                          .run({u"changed"_s, path, u"--json"_s, u"--from"_s, u"-1h"_s})
                                          .object()[u"events"_s]
                                          .toArray();
            for (const QJsonValue& event : events)
                found << event[u"kind"_s].toString();
            return found;
        };
        QTRY_COMPARE_WITH_TIMEOUT(check().object()[u"held"_s], QJsonValue(u"paused"_s), 30'000);
        QTRY_VERIFY_WITH_TIMEOUT(kinds().contains(u"held"_s), 30'000); // takes 10 seconds
        QCOMPARE(check().code, 0);
        EXIT(m_duectl->run("resume q"), 0);
        QTRY_VERIFY_WITH_TIMEOUT(kinds().contains(u"took"_s), 30'000);
        QTRY_COMPARE_WITH_TIMEOUT(check().code, 1, 30'000);
        QTRY_VERIFY_WITH_TIMEOUT(kinds().contains(u"silent"_s), 90'000); // takes a minute without a worker
        QCOMPARE(check().object()[u"hints"_s][0][u"kind"_s], QJsonValue(u"no-worker"_s));
        recorder->terminate();
        EXIT(Duectl::finish(*recorder), 0);
        QTRY_COMPARE_WITH_TIMEOUT(check().code, 3, 30'000); // The last reading is too old.
    }

    /// The recorder's own limits, which are longer than --silent, don't matter.
    void aRecordingAnswersAboutItsLastReading()
    {
        const QString path = m_folder.filePath(u"last.dwit"_s);
        EXIT(m_duectl->run("add q t --payload 1"), 0);
        auto recorder = m_duectl->start({u"record"_s, path});
        const auto check = [&](const QString& format = u"--nagios"_s) {
            return Duectl().run({u"check"_s, u"q"_s, u"--silent"_s, u"3s"_s, u"--recording"_s, path, format});
        };
        QTRY_COMPARE_WITH_TIMEOUT(check().code, 2, 30'000);
        const Answer silent = check();
        QVERIFY2(silent.out.contains("although 1 is due. No worker for this queue"), silent.all().constData());
        QVERIFY2(!silent.out.contains("silent=0s"), silent.all().constData());
        EXIT(m_duectl->run("add q t --payload 1 --copies 19"), 0);
        QTRY_VERIFY_WITH_TIMEOUT(check().out.contains("although 20 are due"), 10'000);
        QCOMPARE(check(u"--json"_s).object()[u"due"_s], QJsonValue(20));
        EXIT(m_duectl->run("pause q"), 0);
        QTRY_COMPARE_WITH_TIMEOUT(check(u"--json"_s).object()[u"held"_s], QJsonValue(u"paused"_s), 10'000);
        QCOMPARE(check().code, 0);
        m_server->call({"FLUSHALL"});
        QTRY_COMPARE_WITH_TIMEOUT(check().code, 3, 10'000);
        const Answer gone = check();
        QCOMPARE(gone.out, "DUELINE UNKNOWN - According to the recording, the queue \"q\" no longer exists.\n");
        FAILS(
            Duectl().run({u"check"_s, u"q"_s, u"--silent"_s, u"3s"_s, u"--recording"_s, path}), 3, "no longer exists");
        recorder->terminate();
        EXIT(Duectl::finish(*recorder), 0);
    }

    void aRecordingWithoutTheStateOfAQueueIsUnknown_data()
    {
        QTest::addColumn<int>("flags");
        QTest::addColumn<QByteArray>("reason");
        QTest::newRow("absent") << int(RecordSample::Absent) << QByteArray("no longer exists");
        QTest::newRow("unreadable") << int(RecordSample::Unreadable) << QByteArray("cannot read the queue");
        QTest::newRow("not checked") << 0 << QByteArray("do not show whether tasks");
    }
    void aRecordingWithoutTheStateOfAQueueIsUnknown()
    {
        QFETCH(int, flags);
        QFETCH(QByteArray, reason);
        const QString path = m_folder.filePath(u"state%1.dwit"_s.arg(flags));
        {
            auto file = RecordFile::write(path, {"redis://shop", "native", "duectl"});
            QVERIFY(file.ok());
            const TimePoint now = SystemClock().now();
            QVERIFY((*file)->beginSpan({0, now, now, "run", "master", Millis(0), {}}).ok());
            RecordSample sample;
            sample.queue = *(*file)->queueId({0, "q", "native", {}});
            sample.at = now;
            sample.flags = flags;
            QVERIFY((*file)->write(RecordTier::Seconds, sample).ok());
        }
        FAILS(Duectl().run({u"check"_s, u"q"_s, u"--silent"_s, u"3s"_s, u"--recording"_s, path}), 3, reason);
    }

    void aRecorderContinuesTheEventOfItsPredecessor()
    {
        const QString path = m_folder.filePath(u"again.dwit"_s);
        EXIT(m_duectl->run("add q t --payload 1"), 0);
        EXIT(m_duectl->run("pause q"), 0);
        const auto events = [&](const QString& kind) {
            int count = 0;
            const QJsonArray all = Duectl()
                                       .run({u"changed"_s, path, u"--json"_s, u"--from"_s, u"-1h"_s})
                                       .object()[u"events"_s]
                                       .toArray();
            for (const QJsonValue& event : all)
                count += event[u"kind"_s] == kind ? 1 : 0;
            return count;
        };
        auto recorder = m_duectl->start({u"record"_s, path});
        QTRY_VERIFY_WITH_TIMEOUT(QFile::exists(path), 10'000);
        QTRY_COMPARE_WITH_TIMEOUT(events(u"held"_s), 1, 30'000);
        recorder->terminate();
        EXIT(Duectl::finish(*recorder), 0);
        EXIT(m_duectl->run({u"record"_s, path, u"--for"_s, u"13s"_s}), 0);
        QCOMPARE(events(u"held"_s), 1);
        EXIT(m_duectl->run("resume q"), 0);
        EXIT(m_duectl->run({u"record"_s, path, u"--for"_s, u"2s"_s}), 0);
        QCOMPARE(events(u"took"_s), 1);
    }
};

QTEST_GUILESS_MAIN(DuectlSilence)
#include "tst_duectl_silence.moc"
