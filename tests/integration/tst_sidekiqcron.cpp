// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/integration/duectlprogram.h"
#include "tests/integration/readplace.h"
#include "tests/support/commandmonitor.h"
#include "tests/support/rubypeer.h"

#include <QTest>
#include <QTimeZone>

using namespace dueline;
using namespace Qt::StringLiterals;

namespace {

const QueueName shared = "@sidekiq";

class CronPlace : public ReadPlace
{
public:
    CronPlace()
        : ReadPlace(u"sidekiq"_s, shared)
        , m_editing(openLayout(parseLayout(layout).value(), server.config(), {}, {}, Access::Operate).value())
    {
        server.call({"INCR", "stat:processed"});
        server.call({"SADD", "queues", "mail"});
    }

    /// Saves a job like sidekiq-cron 1.8.
    void save(const QByteArray& name, const QByteArray& cron, const QByteArray& status = "enabled")
    {
        server.call({"SADD", "cron_jobs", "cron_job:" + name});
        server.call({"HSET", "cron_job:" + name, "name", name, "klass", "MailJob", "cron", cron, "args", R"([1,"é"])",
            "message", "{}", "status", status, "last_enqueue_time", "2026-11-25 18:05:07 +0200"});
    }
    ScheduleBook& book() { return *m_editing->schedules(); }
    ScheduleState state(const QByteArray& name)
    {
        for (const ScheduleState& state : value(book().schedules(shared))) {
            if (state.schedule.name == name)
                return state;
        }
        return {};
    }
    QByteArray status(const QByteArray& name) { return server.call({"HGET", "cron_job:" + name, "status"}).bytes; }

private:
    std::unique_ptr<Backend> m_editing;
};

} // namespace

/// Tests recurring sidekiq-cron jobs: they are listed as stored, and can be enabled or disabled if they haven't changed
/// since they were read.
class TestSidekiqCron : public QObject
{
    Q_OBJECT

private slots:
    void theyAreListedAsTheyAreStored();
    void whatCannotBeReadIsDamaged();
    void enablingChangesOneField();
    void whatWasChangedMeanwhileIsRefused_data();
    void whatWasChangedMeanwhileIsRefused();
    void allElseIsRefused();
    void aUserWhoMayNotWriteWritesNothing();
    void duectlListsAndDisablesThem();
    void aDisabledOneRunsNoMore();
};

void TestSidekiqCron::theyAreListedAsTheyAreStored()
{
    CronPlace place;
    QCOMPARE(ReadPlace::value(place.book().schedules(shared)).size(), std::size_t(0));
    place.save("night ly", "30 3 * * * Europe/Berlin");
    place.save("off", "* * * * *", "disabled");
    place.save("words", "every 5 minutes");
    const auto all = ReadPlace::value(place.book().schedules(shared));
    QCOMPARE(all.size(), std::size_t(3));
    const Schedule& nightly = all[0].schedule;
    QCOMPARE(nightly.name, QByteArray("night ly"));
    QCOMPARE(nightly.cron, QByteArray("30 3 * * *"));
    QCOMPARE(nightly.zone, QByteArray("Europe/Berlin"));
    QCOMPARE(nightly.type, QByteArray("MailJob"));
    QCOMPARE(nightly.payload, QByteArray(R"([1,"é"])"));
    QVERIFY(nightly.enabled && !nightly.damaged && !all[0].isOurs);
    QVERIFY(all[0].next && *all[0].next > place.value(place.backend().serverTime()));
    QCOMPARE(toMs(*all[0].last), QDateTime(QDate(2026, 11, 25), QTime(16, 5, 7), QTimeZone::utc()).toMSecsSinceEpoch());
    QVERIFY(!all[1].schedule.enabled && !all[1].next);
    QCOMPARE(all[2].schedule.cron, QByteArray("every 5 minutes"));
    QVERIFY(all[2].schedule.enabled && !all[2].next && !all[2].schedule.damaged);
    // The jobs are listed in the pseudo-queue, not the queue.
    QCOMPARE(ReadPlace::value(place.book().schedules("mail")).size(), std::size_t(0));
}

void TestSidekiqCron::whatCannotBeReadIsDamaged()
{
    CronPlace place;
    place.save("no cron", "");
    place.save("long", "* * * * *");
    place.server.call({"HSET", "cron_job:long", "args", QByteArray(100'000, 'x')});
    place.server.call({"SADD", "cron_jobs", "cron_job:string", "cron_job:gone", "of another program"});
    place.server.call({"SET", "cron_job:string", "x"});
    const auto all = ReadPlace::value(place.book().schedules(shared));
    QByteArrayList names;
    for (const ScheduleState& state : all) {
        QVERIFY(state.schedule.damaged);
        names.append(state.schedule.name);
    }
    QCOMPARE(names, (QByteArrayList{"long", "no cron", "string"}));
    Schedule broken = all[1].schedule;
    broken.enabled = false;
    QVERIFY(!place.book().put(shared, broken, true));
    QCOMPARE(place.status("no cron"), QByteArray("enabled"));
}

void TestSidekiqCron::enablingChangesOneField()
{
    CronPlace place;
    place.save("nightly", "30 3 * * *");
    const auto before = keySpaceOf(place.server);
    Schedule seen = place.state("nightly").schedule;
    seen.enabled = false;
    QVERIFY(place.book().put(shared, seen, true).ok());
    QCOMPARE(place.status("nightly"), QByteArray("disabled"));
    QVERIFY(!place.state("nightly").schedule.enabled);
    seen = place.state("nightly").schedule;
    seen.enabled = true;
    QVERIFY(place.book().put(shared, seen, true).ok());
    QCOMPARE(keySpaceOf(place.server), before);
}

void TestSidekiqCron::whatWasChangedMeanwhileIsRefused_data()
{
    QTest::addColumn<Command>("change");
    QTest::addColumn<int>("expected");
    QTest::newRow("status") << Command{"HSET", "cron_job:nightly", "status", "disabled"} << int(ErrorCode::Busy);
    QTest::newRow("class") << Command{"HSET", "cron_job:nightly", "klass", "OtherJob"} << int(ErrorCode::NotSupported);
    QTest::newRow("gone") << Command{"DEL", "cron_job:nightly"} << int(ErrorCode::NotFound);
    QTest::newRow("no member") << Command{"SREM", "cron_jobs", "cron_job:nightly"} << int(ErrorCode::NotFound);
}

void TestSidekiqCron::whatWasChangedMeanwhileIsRefused()
{
    QFETCH(Command, change);
    QFETCH(int, expected);
    CronPlace place;
    place.save("nightly", "30 3 * * *");
    Schedule seen = place.state("nightly").schedule;
    seen.enabled = false;
    place.server.call(change);
    const auto before = keySpaceOf(place.server);
    const auto put = place.book().put(shared, seen, true);
    QVERIFY(!put);
    QCOMPARE(int(put.error().code), expected);
    QCOMPARE(keySpaceOf(place.server), before);
}

void TestSidekiqCron::allElseIsRefused()
{
    CronPlace place;
    place.save("nightly", "30 3 * * *");
    const auto before = keySpaceOf(place.server);
    Schedule other = place.state("nightly").schedule;
    other.cron = "* * * * *";
    QCOMPARE(place.book().put(shared, other, true).error().code, ErrorCode::NotSupported);
    QCOMPARE(place.book().put(shared, place.state("nightly").schedule, false).error().code, ErrorCode::NotSupported);
    QCOMPARE(place.book().remove(shared, "nightly").error().code, ErrorCode::NotSupported);
    other.name = "new";
    QCOMPARE(place.book().put(shared, other, true).error().code, ErrorCode::NotFound);
    QCOMPARE(keySpaceOf(place.server), before);
}

void TestSidekiqCron::aUserWhoMayNotWriteWritesNothing()
{
    CronPlace place;
    place.save("nightly", "30 3 * * *");
    place.server.call({"ACL", "SETUSER", "small", "on", ">pw", "~*", "&*", "+@all", "-hset"});
    RedisConfig config = place.server.config();
    config.user = u"small"_s;
    config.password = Secret("pw");
    const auto backend
        = ReadPlace::value(openLayout(parseLayout(place.layout).value(), config, {}, {}, Access::Operate));
    Schedule seen = place.state("nightly").schedule;
    seen.enabled = false;
    QCOMPARE(backend->schedules()->put(shared, seen, true).error().code, ErrorCode::Permission);
    QCOMPARE(place.status("nightly"), QByteArray("enabled"));
}

void TestSidekiqCron::duectlListsAndDisablesThem()
{
    CronPlace place;
    place.save("nightly", "30 3 * * *");
    place.save("words", "every 5 minutes");
    const Duectl duectl(place.server.url());
    const Answer list = duectl.run("schedules @sidekiq");
    EXIT(list, 0);
    QVERIFY2(list.out.contains("nightly") && list.out.contains("MailJob") && list.out.contains("unknown")
            && !list.out.contains("gone"),
        list.all());
    EXIT(duectl.run("schedules @sidekiq disable nightly"), 0);
    QCOMPARE(place.status("nightly"), QByteArray("disabled"));
    const Answer again = duectl.run("schedules @sidekiq enable nightly");
    EXIT(again, 0);
    QCOMPARE(place.status("nightly"), QByteArray("enabled"));
    EXIT(duectl.run("schedules @sidekiq disable words"), 0);
    const Answer on = duectl.run("schedules @sidekiq enable words");
    QVERIFY2(on.out.contains("words: enabled"), on.all());
    FAILS(duectl.run("schedules @sidekiq remove nightly"), 1, "the program that loads them");
    const Answer json = duectl.run("schedules @sidekiq --json");
    EXIT(json, 0);
    QCOMPARE(json.array().size(), 2);
    const Answer operations = duectl.run("operations @sidekiq --json");
    QCOMPARE(operations.array().size(), 4);
}

/// Checks that sidekiq-cron itself no longer runs a disabled job.
void TestSidekiqCron::aDisabledOneRunsNoMore()
{
    if (const QString missing = RubyPeer::missingCron(); !missing.isEmpty())
        QSKIP(qPrintable(missing));
    CronPlace place;
    RubyPeer::run(place.server,
        {u"cron"_s, uR"({"name":"tick","cron":"* * * * * *","class":"MarkJob","args":[1,"é"],"queue":"mail"})"_s});
    const ScheduleState state = place.state("tick");
    QVERIFY(state.schedule.enabled && !state.last);
    QCOMPARE(state.schedule.payload, QByteArray(R"([1,"é"])"));
    qputenv("CRON", "1");
    RubyPeer worker(place.server, "mail");
    qunsetenv("CRON");
    const auto ran = [&place] { return place.server.call({"HLEN", "marks"}).integer; };
    QTRY_VERIFY_WITH_TIMEOUT(ran() >= 2, 30'000);
    QTRY_VERIFY(place.state("tick").last);
    Schedule seen = place.state("tick").schedule;
    seen.enabled = false;
    QVERIFY(place.book().put(shared, seen, true).ok());
    QCOMPARE(RubyPeer::run(place.server, {u"crons"_s}), QByteArrayList{"tick disabled"});
    QTRY_COMPARE(place.server.call({"LLEN", "queue:mail"}).integer, 0);
    QTest::qWait(2'500); // the poller runs every second, and jobs take time to arrive
    const qint64 then = ran();
    QTest::qWait(4'000);
    QCOMPARE(ran(), then);
    seen = place.state("tick").schedule;
    seen.enabled = true;
    QVERIFY(place.book().put(shared, seen, true).ok());
    QTRY_VERIFY_WITH_TIMEOUT(ran() > then, 30'000);
}

QTEST_GUILESS_MAIN(TestSidekiqCron)
#include "tst_sidekiqcron.moc"
