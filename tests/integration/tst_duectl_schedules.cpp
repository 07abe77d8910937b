// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/integration/duectlprogram.h"
#include "tests/support/redisserver.h"

#include <QDateTime>
#include <QSet>
#include <QTimeZone>

using namespace dueline;
using namespace Qt::StringLiterals;

/// Tests recurring tasks on the command line, and the workers that create their tasks.
class DuectlSchedules : public QObject
{
    Q_OBJECT

private slots:
    void aScheduleIsAddedListedAndChanged()
    {
        RedisServer server;
        const Duectl duectl(server.url());
        const Answer added
            = duectl.run("schedules q add nightly \"30 3 * * mon-fri\" report --zone Asia/Shanghai --payload {}");
        EXIT(added, 0);
        QVERIFY2(added.out.startsWith("nightly: next "), added.all());
        const QJsonObject listed = duectl.run("schedules q --json").array().at(0).toObject();
        QCOMPARE(listed.value(u"name"_s).toString(), u"nightly"_s);
        QCOMPARE(listed.value(u"cron"_s).toString(), u"30 3 * * mon-fri"_s);
        QCOMPARE(listed.value(u"zone"_s).toString(), u"Asia/Shanghai"_s);
        QCOMPARE(listed.value(u"type"_s).toString(), u"report"_s);
        QCOMPARE(listed.value(u"enabled"_s).toBool(), true);
        QCOMPARE(listed.value(u"next_runs_ms"_s).toArray().size(), 5);
        const QDateTime next
            = QDateTime::fromMSecsSinceEpoch(listed.value(u"next_ms"_s).toInteger(), QTimeZone("Asia/Shanghai"));
        QCOMPARE(next.time(), QTime(3, 30));
        QVERIFY(next.date().dayOfWeek() <= 5);
        QVERIFY(next > QDateTime::currentDateTime());
        const Answer table = duectl.run("schedules q");
        EXIT(table, 0);
        QVERIFY2(table.out.contains("nightly") && table.out.contains("never"), table.all());

        EXIT(duectl.run("schedules q disable nightly"), 0);
        QVERIFY(duectl.run("schedules q --json").array().at(0).toObject().value(u"next_ms"_s).isNull());
        QVERIFY(duectl.run("schedules q").out.contains("disabled"));
        EXIT(duectl.run("schedules q enable nightly"), 0);
        QCOMPARE(duectl.run("schedules q --json").array().at(0).toObject(), listed);

        FAILS(duectl.run("schedules q add nightly @daily report"), 1, "--replace");
        EXIT(duectl.run("schedules q add nightly @daily report --replace"), 0);
        QCOMPARE(duectl.run("schedules q --json").array().at(0).toObject().value(u"cron"_s).toString(), u"@daily"_s);

        const Answer now = duectl.run("schedules q run-now nightly");
        EXIT(now, 0);
        QVERIFY2(now.out.startsWith("report#nightly@"), now.all());
        QCOMPARE(duectl.run("list q --json").array().size(), 1);
        EXIT(duectl.run("schedules q remove nightly"), 0);
        QCOMPARE(duectl.run("schedules q --json").array().size(), 0);
        QCOMPARE(duectl.run("list q --json").array().size(), 1);
        QVERIFY(duectl.run("operations q --json").out.contains("unschedule"));
    }

    void mistakesAreNamed()
    {
        RedisServer server;
        const Duectl duectl(server.url());
        FAILS(duectl.run("schedules q add n \"0 0 12 * * ?\" t"), 2, "write \"0 12 * * *\"");
        const Answer either = duectl.run("schedules either add n \"0 0 13 * fri\" t");
        EXIT(either, 0);
        QVERIFY2(either.out.contains("the schedule runs on days that match either"), either.all());
        QCOMPARE(
            duectl.run("schedules either --json").array().at(0).toObject().value(u"days"_s).toString(), u"either"_s);
        FAILS(duectl.run("schedules q add n \"61 * * * *\" t"), 2, "minute \"61\"");
        FAILS(duectl.run("schedules q add n @daily t --zone Mars/Olympus"), 2, "Mars/Olympus");
        FAILS(duectl.run("schedules q add n 30 3 * * * t"), 2, "schedules");
        FAILS(duectl.run("schedules q add n @daily t --missed all"), 2, "skip or once");
        FAILS(duectl.run("schedules q tidy n"), 2, "tidy");
        FAILS(duectl.run("schedules q remove n"), 1, "There is no schedule \"n\" in q. Schedules: none.");
        EXIT(duectl.run("schedules q add n @daily t"), 0);
        FAILS(duectl.run("schedules q enable m"), 1, "Schedules: n.");
        server.call({"HSET", "dueline:{q}:schedules", "odd", "not a schedule"});
        const Answer table = duectl.run("schedules q");
        EXIT(table, 0);
        QVERIFY2(table.out.contains("cannot be read"), table.all());
        FAILS(duectl.run("schedules q enable odd"), 1, "cannot be read");
        EXIT(duectl.run("schedules q remove odd"), 0);
        server.call({"DEL", "dueline:{q}:schedules"});
        server.call({"SET", "dueline:{q}:schedules", "text"});
        FAILS(duectl.run("schedules q"), 1, "dueline:{q}:schedules");
        FAILS(duectl.run("schedules q add n @daily t"), 1, "dueline:{q}:schedules");
    }

    void onlyZonesThatMeanTheSameEverywhereAreTaken()
    {
        const Duectl nowhere(u"redis://127.0.0.1:1"_s);
        for (const auto& [zone, says] : {std::pair("CST", "America/Chicago, Asia/Shanghai or America/Havana?"),
                 std::pair("XYZ", "is not a time zone"), std::pair("Berlin", "Did you mean Europe/Berlin?"),
                 std::pair("posixrules", "on each machine"), std::pair("localtime", "on each machine"),
                 std::pair("GMT+8", "Did you mean UTC+08:00?"),
                 std::pair("Europe/Berln", "Did you mean Europe/Berlin? If the name is right, install")})
            FAILS(nowhere.run({u"schedules"_s, u"q"_s, u"add"_s, u"n"_s, u"@daily"_s, u"t"_s, u"--zone"_s,
                      QString::fromLatin1(zone)}),
                2, says);
        for (const char* zone : {"UTC", "Asia/Shanghai", "UTC+08:00", "UTC-3:30"})
            EXIT(nowhere.run({u"schedules"_s, u"q"_s, u"add"_s, u"n"_s, u"@daily"_s, u"t"_s, u"--zone"_s,
                     QString::fromLatin1(zone)}),
                3);
    }

    /// Checks that an invalid stored zone name is reported, and that its schedule can be disabled. Earlier versions
    /// accepted any name and used UTC.
    void aStoredNameThatIsNoZoneIsToldAndCanBeDisabled()
    {
        RedisServer server;
        const Duectl duectl(server.url());
        EXIT(duectl.run("schedules q add nightly \"30 3 * * *\" report --zone Asia/Shanghai"), 0);
        const QByteArray definition = server.call({"HGET", "dueline:{q}:schedules", "nightly"}).bytes;
        server.call(
            {"HSET", "dueline:{q}:schedules", "nightly", QByteArray(definition).replace("Asia/Shanghai", "CST")});
        const QByteArray words = "The schedule's time zone may differ between machines, so no worker creates its "
                                 "tasks. CST is ambiguous: America/Chicago, Asia/Shanghai or America/Havana?";
        const Answer table = duectl.run("schedules q");
        EXIT(table, 0);
        QVERIFY2(table.err.contains("nightly: " + words) && !table.err.contains("This machine"), table.all());
        const Answer doctor = duectl.run("doctor --json");
        EXIT(doctor, 1);
        QVERIFY2(doctor.out.contains("has an unknown time zone") && !doctor.out.contains("is valid"), doctor.all());
        FAILS(duectl.run("schedules q enable nightly"), 1, words.constData());
        EXIT(duectl.run("schedules q disable nightly"), 0);
        QCOMPARE(server.call({"ZCARD", "dueline:{q}:ticks"}).integer, 0);
        QVERIFY(server.call({"HGET", "dueline:{q}:schedules", "nightly"}).bytes.contains("CST"));
        EXIT(duectl.run("schedules q disable nightly"), 0);
        FAILS(duectl.run("schedules q enable nightly"), 1, words.constData());
        EXIT(duectl.run("schedules q remove nightly"), 0);
        QCOMPARE(duectl.run("schedules q --json").array().size(), 0);
    }

    void anEmptyZoneIsRefused()
    {
        FAILS(Duectl().run({u"schedules"_s, u"q"_s, u"add"_s, u"n"_s, u"@daily"_s, u"t"_s, u"--zone"_s, QString()}), 2,
            "--zone is empty");
    }

    /// Checks the messages about a zone that only this machine doesn't know: the schedule was added on a machine with
    /// newer time zone data.
    void aZoneThatThisMachineLacksIsTheMachinesLack()
    {
        RedisServer server;
        const Duectl duectl(server.url());
        EXIT(duectl.run("schedules q add beat \"@every 1s\" t"), 0);
        EXIT(duectl.run("schedules q add nightly \"30 3 * * *\" report --zone Asia/Shanghai"), 0);
        const QByteArray definition = server.call({"HGET", "dueline:{q}:schedules", "nightly"}).bytes;
        QVERIFY(definition.contains("Asia/Shanghai"));
        server.call({"HSET", "dueline:{q}:schedules", "nightly",
            QByteArray(definition).replace("Asia/Shanghai", "Asia/Nowhere")});
        const QByteArray lack
            = "The time zone Asia/Nowhere is unknown on this machine; install or update the tzdata package.";

        const Answer table = duectl.run("schedules q");
        EXIT(table, 0);
        QVERIFY2(table.err.contains("nightly: " + lack) && !table.out.contains("cannot be read"), table.all());
        const Answer json = duectl.run("schedules q --json");
        QCOMPARE(json.array().at(1).toObject().value(u"unready"_s).toString().toUtf8(), lack);
        QCOMPARE(json.array().at(1).toObject().value(u"damaged"_s).toBool(), false);
        QCOMPARE(json.array().at(1).toObject().value(u"next_runs_ms"_s).toArray().size(), 1);
        QVERIFY(!json.array().at(0).toObject().contains(u"unready"_s));

        const Answer doctor = duectl.run("doctor --json");
        EXIT(doctor, 1);
        QVERIFY2(doctor.out.contains("\"schedule\"") && doctor.out.contains(lack) && doctor.out.contains("is valid"),
            doctor.all());
        FAILS(duectl.run("schedules q enable nightly"), 1, lack.constData());
        EXIT(duectl.run("schedules q run-now nightly"), 0);

        // A worker reports the problem without suggesting that the schedule be removed, and creates the tasks of the
        // other schedules.
        server.call({"ZADD", "dueline:{q}:ticks", "1", "nightly"});
        const auto worker = duectl.start(words("work --queue q --handler *=echo"));
        QTRY_VERIFY_WITH_TIMEOUT(duectl.run("list q --match id:t#beat* --json").array().size() >= 2, 20'000);
        worker->setReadChannel(QProcess::StandardError);
        QByteArray heard;
        QTRY_VERIFY_WITH_TIMEOUT((heard += worker->readAllStandardError()).contains(lack), 20'000);
        worker->terminate();
        const Answer said = Duectl::finish(*worker);
        EXIT(said, 0);
        heard += said.err;
        QVERIFY2(heard.contains("nightly") && !heard.contains("remove") && !heard.contains("connected again"),
            heard.constData());
        QCOMPARE(server.call({"HEXISTS", "dueline:{q}:schedules", "nightly"}).integer, 1);
    }

    void aDamagedScheduleIsToldByTheDoctor()
    {
        RedisServer server;
        const Duectl duectl(server.url());
        EXIT(duectl.run("schedules q add n @daily t"), 0);
        QVERIFY(!duectl.run("doctor --json").out.contains("\"schedule\""));
        server.call({"HSET", "dueline:{q}:schedules", "odd", "not a schedule"});
        const Answer doctor = duectl.run("doctor --json");
        EXIT(doctor, 1);
        QVERIFY2(doctor.out.contains("The schedule odd in q cannot be read") && doctor.out.contains("--replace"),
            doctor.all());
    }

    void twoWorkersMakeEachTickOnce()
    {
        RedisServer server;
        const Duectl duectl(server.url());
        EXIT(duectl.run("schedules q add beat \"@every 1s\" t"), 0);
        const auto first = duectl.start(words("work --queue q --handler t=echo"));
        const auto second = duectl.start(words("work --queue q --handler other=echo"));
        QTRY_VERIFY_WITH_TIMEOUT(duectl.run("list q --state done --json").array().size() >= 4, 20'000);
        // A schedule added while the workers are running takes effect immediately.
        EXIT(duectl.run("schedules q add late \"@every 1s\" t"), 0);
        QTRY_VERIFY_WITH_TIMEOUT(duectl.run("list q --match id:t#late* --json").array().size() >= 1, 10'000);
        for (const auto& process : {first.get(), second.get()}) {
            process->terminate();
            QVERIFY(process->waitForFinished(20'000));
            QCOMPARE(process->exitCode(), 0);
        }
        QList<qint64> ticks;
        for (const auto& entry : duectl.run("list q --match id:t#beat* --limit 1000 --json").array()) {
            const QJsonObject task = entry.toObject();
            QCOMPARE(task.value(u"attempt"_s).toInt() <= 1, true);
            ticks << task.value(u"id"_s).toString().section(u'@', 1).toLongLong();
        }
        QCOMPARE(QSet<qint64>(ticks.begin(), ticks.end()).size(), ticks.size());
        std::sort(ticks.begin(), ticks.end());
        for (qsizetype i = 0; i < ticks.size(); ++i)
            QCOMPARE(ticks[i], ticks.first() + i * 1000); // No tick is missing.
        const QJsonObject listed = duectl.run("schedules q --json").array().at(0).toObject();
        QCOMPARE(listed.value(u"last_ms"_s).toInteger(), ticks.last());
        QVERIFY(!listed.value(u"last_state"_s).toString().isEmpty());
    }
};

QTEST_GUILESS_MAIN(DuectlSchedules)
#include "tst_duectl_schedules.moc"
