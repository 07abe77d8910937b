// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/layouts/catalogue/layoutregistry.h"
#include "core/layouts/rq/rqschedules.h"
#include "core/redis/readcommands.h"
#include "tests/integration/duectlprogram.h"
#include "tests/integration/rqacts.h"
#include "tests/support/commandmonitor.h"

#include <QDateTime>
#include <QTimeZone>

using namespace dueline;
using namespace Qt::StringLiterals;

namespace {

/// Values of `meta` for rq-scheduler: {'interval': 60, 'repeat': 3}, {'cron_string': '*/5 * * * *', …}.
const QByteArray everyMinute
    = QByteArray::fromHex("8004951d000000000000007d94288c08696e74657276616c944b3c8c06726570656174944b03752e");
const QByteArray everyFiveMinutes = QByteArray::fromHex(
    "80049537000000000000007d94288c0b63726f6e5f737472696e67948c0b2a2f35202a202a202a202a948c12757365"
    "5f6c6f63616c5f74696d657a6f6e659489752e");

/// Server with recurring tasks from both RQ schedulers.
class RqSchedulesPlace : public RqActs
{
public:
    qint64 now() { return server.call({"TIME"}).items[0].bytes.toLongLong(); }
    static QByteArray iso(qint64 second)
    {
        return QDateTime::fromSecsSinceEpoch(second, QTimeZone::utc()).toString(u"yyyy-MM-ddTHH:mm:ss"_s).toLatin1()
            + ".250000Z";
    }
    /// Adds an RQ 2 scheduler whose last heartbeat was `ago` seconds ago.
    void cronScheduler(const QByteArray& name, const QByteArray& jobs, qint64 ago = 5)
    {
        server.call({"ZADD", "rq:cron_schedulers", QByteArray::number(now() - ago) + ".5", name});
        server.call({"HSET", "rq:cron_scheduler:" + name, "hostname", "web1", "pid", "7", "name", name, "created_at",
            iso(now() - 1000), "config_file", "cron_config.py", "cron_jobs", jobs});
    }
    void scheduledJob(const QByteArray& id, const QByteArray& meta, qint64 due)
    {
        job(id, "", meta.isNull() ? Command{} : Command{"meta", meta});
        server.call({"ZADD", "rq:scheduler:scheduled_jobs", QByteArray::number(due), id});
    }
    std::vector<ScheduleState> listed() { return must(backend->schedules()->schedules("mail")); }
};

QByteArray cronJob(const QByteArray& function, const QByteArray& further, const QByteArray& queue = "mail")
{
    QByteArray job = "{'func_name': 'FUNCTION', 'queue_name': 'QUEUE', 'args': '[1, \\'zw\\\\u00f6lf\\']', "
                     "'kwargs': null, 'result_ttl': 500, FURTHER}";
    return job.replace('\'', '"').replace("FUNCTION", function).replace("QUEUE", queue).replace("FURTHER", further);
}

} // namespace

/// Tests the entries of RQ 2's cron schedulers and rq-scheduler: they are listed with the queue they add jobs to, and
/// never changed.
class TestRqSchedules : public QObject
{
    Q_OBJECT

private slots:
    void howAJobRecursIsReadFromItsMeta();
    void cronJobsOfAnyBytesAreReadOrLeftOut();
    void bothAreListedWithTheQueueThatTheyAddTo();
    void whatCannotBeReadIsDamaged();
    void allChangesAreRefused();
    void duectlListsThem();
    void aQueueThatOnlyRecursIsListed();
};

void TestRqSchedules::howAJobRecursIsReadFromItsMeta()
{
    QCOMPARE(RqSchedules::recurrenceOf(everyMinute), std::optional(QByteArray("@every 60000ms")));
    QCOMPARE(RqSchedules::recurrenceOf(everyFiveMinutes), std::optional(QByteArray("*/5 * * * *")));
    QCOMPARE(RqSchedules::recurrenceOf(R"({"cron_string": "0 3 * * *"})"), std::optional(QByteArray("0 3 * * *")));
    QCOMPARE(RqSchedules::recurrenceOf(R"({"interval": 1.5})"), std::optional(QByteArray("@every 1500ms")));
    QCOMPARE(RqSchedules::recurrenceOf({}), std::optional(QByteArray("once")));
    QCOMPARE(RqSchedules::recurrenceOf("{}"), std::optional(QByteArray("once")));
    QVERIFY(!RqSchedules::recurrenceOf("cos\nsystem\n(S'id'\ntR.")); // the pickle is not executed
    QVERIFY(!RqSchedules::recurrenceOf("\xff\xff"));
    QVERIFY(!RqSchedules::recurrenceOf(everyMinute.chopped(3)));
    QVERIFY(!RqSchedules::recurrenceOf(R"({"interval": -1})"));
}

void TestRqSchedules::cronJobsOfAnyBytesAreReadOrLeftOut()
{
    for (const char* bytes : {"", "[]", "{}", "null", "[1, [], \"x\"]", "[{\"queue_name\": 7}]", "\xff", "[{"})
        QVERIFY2(RqSchedules::readCronJobs(bytes, "mail").empty(), bytes);
    const auto odd = RqSchedules::readCronJobs(
        R"([{"queue_name": "mail"}, {"queue_name": "mail", "func_name": "f", "interval": -3}])", "mail");
    QCOMPARE(odd.size(), std::size_t(2));
    QVERIFY(odd[0].schedule.damaged && odd[1].schedule.damaged);
    QVERIFY(!odd[1].schedule.definition.isEmpty() && !odd[1].next);
}

void TestRqSchedules::bothAreListedWithTheQueueThatTheyAddTo()
{
    RqSchedulesPlace place;
    place.fill();
    QVERIFY(place.listed().empty());
    const qint64 now = place.now();
    QByteArray times = R"("latest_enqueue_time": "LATEST", "next_enqueue_time": "NEXT")";
    times.replace("LATEST", place.iso(now - 20)).replace("NEXT", place.iso(now + 40));
    place.cronScheduler("web1:7:a",
        '[' + cronJob("jobs.report", R"("interval": 60, "cron": null, )" + times) + ", "
            + cronJob("jobs.digest", R"("interval": null, "cron": "0  3 * * *", "latest_enqueue_time": null)") + ", "
            + cronJob("jobs.report", R"("interval": 5, "cron": null, )" + times) + ", "
            + cronJob("jobs.other", R"("interval": 5)", "others") + ']');
    place.cronScheduler("gone", '[' + cronJob("jobs.gone", R"("interval": 5)") + ']', 200);
    place.scheduledJob("every", everyMinute, now + 30);
    place.scheduledJob("cron", everyFiveMinutes, now + 100);
    place.scheduledJob("once", {}, now + 200);
    place.server.call({"ZADD", "rq:scheduler:scheduled_jobs", "9000000000", "nobody"});

    const auto before = keySpaceOf(place.server);
    std::vector<ScheduleState> listed;
    {
        CommandMonitor monitor(place.server);
        listed = place.listed();
        for (const Command& command : monitor.taken())
            QVERIFY2(isReadCommand(command), command.front());
    }
    QCOMPARE(keySpaceOf(place.server), before); // RQ's own listing would remove dead schedulers
    std::map<QByteArray, ScheduleState> byName;
    for (const ScheduleState& state : listed) {
        QVERIFY(!state.isOurs && !state.schedule.damaged);
        byName.emplace(state.schedule.name, state);
    }
    QCOMPARE(byName.size(), listed.size());
    const auto cronOf = [&byName](const char* name) { return byName[name].schedule.cron; };
    QCOMPARE(byName.size(), std::size_t(6));
    QCOMPARE(cronOf("jobs.report"), QByteArray("@every 60000ms"));
    QCOMPARE(cronOf("jobs.report~2"), QByteArray("@every 5000ms"));
    QCOMPARE(cronOf("jobs.digest"), QByteArray("0 3 * * *"));
    QCOMPARE(cronOf("every"), QByteArray("@every 60000ms"));
    QCOMPARE(cronOf("cron"), QByteArray("*/5 * * * *"));
    QCOMPARE(cronOf("once"), QByteArray("once"));
    QCOMPARE(byName["jobs.report"].schedule.type, QByteArray("jobs.report"));
    QCOMPARE(byName["jobs.report"].schedule.payload, QByteArray("[[1, \"zw\\u00f6lf\"], {}]"));
    QCOMPARE(byName["jobs.report"].next, std::optional(fromMs((now + 40) * 1000 + 250)));
    QCOMPARE(byName["jobs.report"].last, std::optional(fromMs((now - 20) * 1000 + 250)));
    QVERIFY(!byName["jobs.digest"].last && !byName["jobs.digest"].next);
    QCOMPARE(byName["every"].schedule.type, QByteArray("rqjobs.mark"));
    QVERIFY(byName["every"].schedule.payload.contains("rqjobs.mark"));
    QCOMPARE(byName["every"].next, std::optional(fromMs((now + 30) * 1000)));
    QVERIFY(must(place.backend->schedules()->schedules("@rq")).empty());
    QCOMPARE(must(place.backend->schedules()->schedules("others")).size(), std::size_t(1));
    place.server.call({"DEL", "rq:scheduler:scheduled_jobs"});
    place.server.call({"SET", "rq:scheduler:scheduled_jobs", "a string"});
    QCOMPARE(place.backend->schedules()->schedules("mail").error().code, ErrorCode::WrongType);
}

void TestRqSchedules::whatCannotBeReadIsDamaged()
{
    RqSchedulesPlace place;
    place.scheduledJob("odd", "\xff\xfe", 9'000'000'000);
    place.scheduledJob("large", QByteArray(100'000, 'x'), 9'000'000'000);
    place.cronScheduler("large", '[' + QByteArray(2'000'000, ' ') + ']');
    const auto listed = place.listed();
    QCOMPARE(listed.size(), std::size_t(2));
    for (const ScheduleState& state : listed)
        QVERIFY2(state.schedule.damaged && !state.next, state.schedule.name);
}

void TestRqSchedules::allChangesAreRefused()
{
    RqSchedulesPlace place;
    ScheduleBook& book = *place.backend->schedules();
    QCOMPARE(book.put("mail", Schedule(), true).error().code, ErrorCode::NotSupported);
    const auto removed = book.remove("mail", "jobs.report");
    QCOMPARE(removed.error().code, ErrorCode::NotSupported);
    QVERIFY2(removed.error().message.contains(u"RQ"_s), qPrintable(removed.error().message));
    QCOMPARE(book.due("mail").error().code, ErrorCode::NotSupported);
}

void TestRqSchedules::duectlListsThem()
{
    RqSchedulesPlace place;
    place.fill();
    place.cronScheduler("web1:7:a", '[' + cronJob("jobs.report", R"("interval": 60, "cron": null)") + ']');
    place.scheduledJob("cron", everyFiveMinutes, place.now() + 100);
    const Duectl duectl(place.server.url());
    const Answer json = duectl.run("schedules mail@rq --json");
    QVERIFY2(json.code == 0 && json.array().size() == 2, json.all());
    QCOMPARE(json.array()[0].toObject()[u"name"_s].toString(), u"cron"_s);
    const Answer table = duectl.run("schedules mail@rq");
    QVERIFY2(table.out.contains("jobs.report") && table.out.contains("*/5 * * * *"), table.all());
    EXIT(duectl.run("schedules mail@rq remove cron"), 1);
    QCOMPARE(place.server.call({"ZCARD", "rq:scheduler:scheduled_jobs"}).integer, 1);
}

/// Checks that queues named only in schedules are listed. RQ doesn't list `reports` and `digests`, because they have
/// never had a job.
void TestRqSchedules::aQueueThatOnlyRecursIsListed()
{
    RqSchedulesPlace place;
    place.fill();
    place.cronScheduler("web1:7:a", '[' + cronJob("jobs.report", R"("interval": 60, "cron": null)", "reports") + ']');
    place.scheduledJob("cron", everyFiveMinutes, place.now() + 100);
    place.server.call({"HSET", "rq:job:cron", "origin", "digests"});
    place.server.call({"ZADD", "rq:scheduler:scheduled_jobs", "9000000000", "nobody"}); // an entry without a job
    const Duectl duectl(place.server.url());
    QMap<QString, QJsonObject> queues;
    for (const QJsonValue& queue : duectl.run("queues --json").array())
        queues.insert(queue.toObject()[u"name"_s].toString(), queue.toObject());
    QVERIFY2(queues.contains(u"reports@rq"_s) && queues.contains(u"digests@rq"_s) && queues.contains(u"mail@rq"_s),
        qPrintable(queues.keys().join(u' ')));
    QVERIFY(!queues.contains(u"@rq@rq"_s) && queues.size() == 4);
    for (const char* state : {"scheduled", "due", "leased", "failed", "done"})
        QCOMPARE(queues[u"reports@rq"_s][QLatin1StringView(state)], QJsonValue(0));
    for (const QString& queue : {u"reports@rq"_s, u"digests@rq"_s}) {
        QCOMPARE(duectl.run({u"schedules"_s, queue, u"--json"_s}).array().size(), 1);
        QCOMPARE(duectl.run({u"list"_s, queue, u"--json"_s}).array().size(), 0);
    }
    EXIT(duectl.run("list nowhere@rq"), 1);
    // If the key can't be read or has the wrong type, the other queues are still listed.
    place.server.call({"DEL", "rq:scheduler:scheduled_jobs"});
    place.server.call({"SET", "rq:scheduler:scheduled_jobs", "a string"});
    const auto again = must(openLayout(parseLayout(u"rq"_s).value(), place.server.config(), {}, {}, Access::ReadOnly));
    QCOMPARE(must(again->inspector().queues()).size(), std::size_t(2));
}

QTEST_GUILESS_MAIN(TestRqSchedules)
#include "tst_rqschedules.moc"
