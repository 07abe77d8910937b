// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/integration/duectlprogram.h"
#include "tests/support/redisserver.h"

#include <QDateTime>
#include <QSet>
#include <QTimeZone>

using namespace dueline;
using namespace Qt::StringLiterals;

/// Recurring tasks by command, and workers that make them.
class DuectlSchedules : public QObject
{
    Q_OBJECT

private slots:
    void aScheduleIsAddedListedAndChanged()
    {
        RedisServer server;
        const Duectl duectl(server.url());
        const Answer added = duectl.run("schedules q add nightly \"30 3 * * mon-fri\" report --zone Asia/Shanghai --payload {}");
        EXIT(added, 0);
        QVERIFY2(added.out.startsWith("nightly: next "), added.all());
        const QJsonObject listed = duectl.run("schedules q --json").array().at(0).toObject();
        QCOMPARE(listed.value(u"name"_s).toString(), u"nightly"_s);
        QCOMPARE(listed.value(u"cron"_s).toString(), u"30 3 * * mon-fri"_s);
        QCOMPARE(listed.value(u"zone"_s).toString(), u"Asia/Shanghai"_s);
        QCOMPARE(listed.value(u"type"_s).toString(), u"report"_s);
        QCOMPARE(listed.value(u"enabled"_s).toBool(), true);
        QCOMPARE(listed.value(u"next_runs_ms"_s).toArray().size(), 5);
        const QDateTime next = QDateTime::fromMSecsSinceEpoch(listed.value(u"next_ms"_s).toInteger(), QTimeZone("Asia/Shanghai"));
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
        FAILS(duectl.run("schedules q add n \"61 * * * *\" t"), 2, "minute \"61\"");
        FAILS(duectl.run("schedules q add n @daily t --zone Mars/Olympus"), 2, "Mars/Olympus");
        FAILS(duectl.run("schedules q add n 30 3 * * * t"), 2, "schedules");
        FAILS(duectl.run("schedules q add n @daily t --missed all"), 2, "skip or once");
        FAILS(duectl.run("schedules q tidy n"), 2, "tidy");
        FAILS(duectl.run("schedules q remove n"), 1, "it has none");
        EXIT(duectl.run("schedules q add n @daily t"), 0);
        FAILS(duectl.run("schedules q enable m"), 1, "it has n");
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

    void twoWorkersMakeEachTickOnce()
    {
        RedisServer server;
        const Duectl duectl(server.url());
        EXIT(duectl.run("schedules q add beat \"@every 1s\" t"), 0);
        const auto first = duectl.start(words("work --queue q --handler t=echo"));
        const auto second = duectl.start(words("work --queue q --handler other=echo"));
        QTRY_VERIFY_WITH_TIMEOUT(duectl.run("list q --state done --json").array().size() >= 4, 20'000);
        // One that is added while they run is heard of at once.
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
            QCOMPARE(ticks[i], ticks.first() + i * 1000); // none is missing
        const QJsonObject listed = duectl.run("schedules q --json").array().at(0).toObject();
        QCOMPARE(listed.value(u"last_ms"_s).toInteger(), ticks.last());
        QVERIFY(!listed.value(u"last_state"_s).toString().isEmpty());
    }
};

QTEST_GUILESS_MAIN(DuectlSchedules)
#include "tst_duectl_schedules.moc"
