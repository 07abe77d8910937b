// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/layouts/asynq/asynqschedules.h"
#include "core/layouts/asynq/protobuf.h"
#include "tests/integration/asynqacts.h"
#include "tests/integration/duectlprogram.h"
#include "tests/support/asynqpeer.h"
#include "tests/support/commandmonitor.h"

#include <QTest>

#include <unistd.h>

using namespace dueline;
using namespace Qt::StringLiterals;

/// Tests schedules registered by asynq schedulers: they are listed under the queue they add tasks to, and never
/// changed.
class TestAsynqSchedules : public QObject
{
    Q_OBJECT

private slots:
    void anEntrySaysWhatAndWhen();
    void entriesOfAnyBytesAreReadOrLeftOut();
    void theyAreListedWithTheQueueThatTheyAddTo();
    void aQueueThatNeverHadATaskIsListedWithItsSchedule();
    void allChangesAreRefused();
    void duectlListsThem();

private:
    static QByteArray entry(const QByteArray& spec, const QByteArrayList& options = {})
    {
        QByteArray bytes;
        Protobuf::put(bytes, 1, QByteArray("e1"));
        Protobuf::put(bytes, 2, spec);
        Protobuf::put(bytes, 3, QByteArray("mail:send"));
        for (const QByteArray& option : options)
            Protobuf::put(bytes, 5, option);
        return bytes;
    }
};

void TestAsynqSchedules::anEntrySaysWhatAndWhen()
{
    const auto plain = AsynqSchedules::read(entry("@every 30s")).value();
    QCOMPARE(plain.first, QByteArray("default"));
    QCOMPARE(plain.second.schedule.name, QByteArray("e1"));
    QCOMPARE(plain.second.schedule.cron, QByteArray("@every 30s"));
    QCOMPARE(plain.second.schedule.type, QByteArray("mail:send"));
    QVERIFY(!plain.second.isOurs && !plain.second.next && !plain.second.schedule.damaged);
    const auto zoned = AsynqSchedules::read(
        entry("CRON_TZ=Asia/Tokyo  0 5 * * *", {R"(Queue("a \"b\"\\"))", "MaxRetry(3)", "Timeout(30s)", "Queue("}));
    QCOMPARE(zoned->first, QByteArray(R"(a "b"\)"));
    QCOMPARE(zoned->second.schedule.zone, QByteArray("Asia/Tokyo"));
    QCOMPARE(zoned->second.schedule.cron, QByteArray("0 5 * * *"));
    QCOMPARE(zoned->second.schedule.options.maxAttempts, std::optional(4));
    QCOMPARE(AsynqSchedules::read(entry("TZ=UTC @daily"))->second.schedule.zone, QByteArray("UTC"));
    QVERIFY(AsynqSchedules::read(entry("TZ=UTC"))->second.schedule.damaged);
    QVERIFY(AsynqSchedules::read(entry(""))->second.schedule.damaged);
    QByteArray large = entry("@daily");
    Protobuf::put(large, 4, QByteArray(100'000, 'x'));
    QVERIFY(AsynqSchedules::read(large)->second.schedule.damaged);
}

void TestAsynqSchedules::entriesOfAnyBytesAreReadOrLeftOut()
{
    QVERIFY(!AsynqSchedules::read({}));
    QVERIFY(!AsynqSchedules::read("\xff\xff\xff"));
    QByteArray nameless;
    Protobuf::put(nameless, 2, QByteArray("@daily"));
    QVERIFY(!AsynqSchedules::read(nameless));
    // The entry has a number in place of a string, and an invalid time.
    QByteArray odd = entry("@daily");
    Protobuf::put(odd, 3, quint64(7));
    Protobuf::put(odd, 6, QByteArray("\xff"));
    const auto read = AsynqSchedules::read(odd);
    QVERIFY(read && !read->second.next && read->second.schedule.type == "mail:send");
}

void TestAsynqSchedules::theyAreListedWithTheQueueThatTheyAddTo()
{
    if (const QString missing = AsynqPeer::missing(); !missing.isEmpty())
        QSKIP(qPrintable(missing));
    AsynqActs place;
    ScheduleBook& book = *place.backend->schedules();
    QVERIFY(must(book.schedules("mail")).empty());
    const QByteArray key = AsynqPeer::schedule(place.server,
        {uR"x({"id":"b","spec":"@every 30s","type":"mail:send","payload":"{}","options":["Queue(\"mail\")"],"next":20,"last":-10})x"_s,
            uR"x({"id":"a","spec":"CRON_TZ=Europe/Berlin 0 5 * * *","options":["Queue(\"mail\")","MaxRetry(2)"]})x"_s,
            uR"({"id":"c","spec":"@daily"})"_s});
    AsynqPeer::schedule(place.server, {uR"x({"id":"z","spec":"@hourly","options":["Queue(\"mail\")"]})x"_s});
    place.server.call({"LPUSH", key, "\xff\xff"});
    place.server.call({"ZADD", "asynq:schedulers", "9000000000", "asynq:schedulers:{gone}"});
    const auto before = keySpaceOf(place.server);
    const auto listed = must(book.schedules("mail"));
    QCOMPARE(keySpaceOf(place.server), before);
    QByteArrayList names;
    for (const ScheduleState& state : listed)
        names << state.schedule.name;
    QCOMPARE(names, (QByteArrayList{"a", "b", "z"}));
    QCOMPARE(listed[1].schedule.payload, QByteArray("{}"));
    const TimePoint now = must(place.backend->inspector().queue("mail")).serverNow;
    QVERIFY(listed[1].next > now && listed[1].next < now + Millis(25'000));
    QVERIFY(listed[1].last < now && listed[1].last > now - Millis(60'000));
    QVERIFY(!listed[0].last); // The schedule hasn't run yet.
    QCOMPARE(must(book.schedules("default")).size(), std::size_t(1));
    // When an entry expires, its name stays until asynq's console removes it.
    place.server.call({"DEL", key});
    QCOMPARE(must(book.schedules("mail")).size(), std::size_t(1));
    place.server.call({"SET", key, "a string"});
    QCOMPARE(book.schedules("mail").error().code, ErrorCode::WrongType);
}

/// Checks that the queue is listed before its scheduler has added a task, but only as long as the scheduler exists.
void TestAsynqSchedules::aQueueThatNeverHadATaskIsListedWithItsSchedule()
{
    if (const QString missing = AsynqPeer::missing(); !missing.isEmpty())
        QSKIP(qPrintable(missing));
    RedisServer server;
    const QByteArray key = AsynqPeer::schedule(server,
        {uR"x({"id":"n","spec":"0 3 * * *","type":"report:build","options":["Queue(\"nightly\")"],"next":20})x"_s});
    const Duectl duectl(server.url());
    const auto before = keySpaceOf(server);
    const Answer queues = duectl.run("queues --json");
    EXIT(queues, 0);
    QCOMPARE(queues.array().size(), 1);
    const QJsonObject queue = queues.array()[0].toObject();
    QCOMPARE(queue[u"name"_s].toString(), u"nightly@asynq"_s);
    QCOMPARE(queue[u"due"_s].toInt(-1), 0);
    const Answer listed = duectl.run("schedules nightly@asynq --json");
    QVERIFY2(listed.code == 0 && listed.array().size() == 1, listed.all());
    QCOMPARE(listed.array()[0].toObject()[u"name"_s].toString(), u"n"_s);
    QCOMPARE(duectl.run("list nightly@asynq --json").array().size(), 0);
    QCOMPARE(keySpaceOf(server), before);
    server.call({"DEL", key});
    server.call({"DEL", "asynq:schedulers"});
    QCOMPARE(duectl.run("queues --json").array().size(), 0);
}

void TestAsynqSchedules::allChangesAreRefused()
{
    AsynqActs place;
    ScheduleBook& book = *place.backend->schedules();
    const auto put = book.put("mail", AsynqSchedules::read(entry("@daily"))->second.schedule, true);
    QCOMPARE(put.error().code, ErrorCode::NotSupported);
    QVERIFY2(put.error().message.contains(u"asynq"_s), qPrintable(put.error().message));
    QCOMPARE(book.remove("mail", "e1").error().code, ErrorCode::NotSupported);
    QCOMPARE(book.due("mail").error().code, ErrorCode::NotSupported);
}

void TestAsynqSchedules::duectlListsThem()
{
    if (const QString missing = AsynqPeer::missing(); !missing.isEmpty())
        QSKIP(qPrintable(missing));
    AsynqActs place;
    AsynqPeer::schedule(place.server,
        {uR"x({"id":"b1","spec":"@every 30s","type":"mail:send","options":["Queue(\"mail\")"],"next":20})x"_s});
    const Duectl duectl(place.server.url());
    const Answer json = duectl.run("schedules mail@asynq --json");
    EXIT(json, 0);
    const QJsonObject first = json.array().at(0).toObject();
    QCOMPARE(first[u"name"_s].toString(), u"b1"_s);
    QCOMPARE(first[u"cron"_s].toString(), u"@every 30s"_s);
    QVERIFY2(duectl.run("schedules mail@asynq").out.contains("mail:send"), duectl.run("schedules mail@asynq").all());
    const Answer refused = duectl.run("schedules disable mail@asynq b1");
    QVERIFY2(refused.code != 0 && refused.err.contains("asynq"), refused.all());
    QCOMPARE(must(place.backend->schedules()->schedules("mail")).size(), std::size_t(1));
}

QTEST_GUILESS_MAIN(TestAsynqSchedules)
#include "tst_asynqschedules.moc"
