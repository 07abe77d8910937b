// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/console/operations/operationrun.h"
#include "core/layouts/catalogue/layoutregistry.h"
#include "tests/integration/celeryplace.h"
#include "tests/integration/duectlprogram.h"
#include "tests/integration/laravelplace.h"
#include "tests/support/commandmonitor.h"
#include "tests/support/frameworkwriter.h"
#include "tests/support/must.h"
#include "tests/support/writecommands.h"

using namespace dueline;
using namespace Qt::StringLiterals;

namespace {

const QByteArray failedAt = "1795236791229"; ///< milliseconds

/// Returns the tasks that a preview reports as skipped, such as `in_flow 2 of 5`, sorted by reason.
QByteArray skips(const QJsonObject& preview)
{
    const QJsonObject counts = preview[u"would_skip"_s].toObject();
    QByteArrayList words;
    for (auto each = counts.begin(); each != counts.end(); ++each)
        words << each.key().toUtf8() + ' ' + QByteArray::number(each.value().toInt());
    return words.join(' ');
}

QStringList cautions(const QJsonObject& preview) { return preview[u"cautions"_s].toVariant().toStringList(); }

/// Server with queues in the formats of BullMQ 6, Bull 4 and Sidekiq 6.
class FrameworkPlace
{
public:
    Reply call(const QByteArray& line)
    {
        Command command;
        for (const QByteArray& word : line.split(' '))
            command.push_back(word);
        return server.call(command);
    }
    /// Adds failed jobs numbered 1 to `count` to the `mail` queue, each with a 20-byte error.
    void addBullmq(int count)
    {
        call("HSET bull:mail:meta version bullmq:6.7.0 opts.maxLenEvents 10000");
        for (int id = 1; id <= count; ++id) {
            const QByteArray name = QByteArray::number(id);
            server.call({"HSET", "bull:mail:" + name, "name", "send", "data", "{}", "timestamp", "1795236791000",
                "failedReason", "no such host, 20 long", "opts", "{}"});
            server.call({"ZADD", "bull:mail:failed", failedAt, name});
        }
    }
    void putInFlow(int id) { call("HSET bull:mail:" + QByteArray::number(id) + " parentKey bull:other:7"); }
    Answer run(const QString& line) const { return duectl.run(line.split(u' ', Qt::SkipEmptyParts)); }
    Answer dryRun(const QString& line) const { return run(line + u" --all --dry-run --json"_s); }

    RedisServer server{{.tcp = true, .aof = false, .password = {}, .arguments = {}}};
    Duectl duectl{server.url()};
};

} // namespace

/// Tests previews: they report which tasks an action will skip because of their framework, and what else it may affect.
class TestForesight : public QObject
{
    Q_OBJECT

private slots:
    void flowsOfBullmqAreForeseen();
    void everyActionIsForeseenAsItIsDone_data();
    void everyActionIsForeseenAsItIsDone();
    void schedulesOfBullAreForeseen();
    void batchesOfSidekiqAreForeseen();
    void jobsOfRqAreForeseen();
    void chainedJobsOfLaravelAreWarnedOf();
    void whatLaravelMayKeepOfAJobIsSaid();
    void whatHorizonLeavesToLaravelIsSaid();
    void whoWaitsForATaskOfCeleryIsSaid();
    void undoThatMayBeEvictedIsSaid();
    void jobsThatCrashWorkersAreCounted();
    void ofManyTheFirstThousandAreAsked();
    void aLookChangesNothing();
    void whoMayNotAskSeesTheRest();
    void aQueueThatIsNotSureIsRefused();
    void nativeLeavesNobodyAlone();
};

void TestForesight::flowsOfBullmqAreForeseen()
{
    FrameworkPlace place;
    place.addBullmq(5);
    place.putInFlow(2);
    place.putInFlow(3);
    place.call("HSET bull:mail:4 gid group");
    const QJsonObject preview = place.dryRun(u"retry mail@bullmq"_s).object();
    QCOMPARE(preview[u"total"_s].toInt(), 5);
    QCOMPARE(skips(preview), QByteArray("in_flow 2 in_group 1 of 5"));
    // Each of the other two jobs has 80 bytes of undo data, plus its id and its error.
    QCOMPARE(preview[u"undo_bytes"_s].toInt(), 2 * (80 + 1 + 21));
    const Answer text = place.run(u"retry mail@bullmq --all --dry-run"_s);
    QVERIFY2(text.out.contains("Would be skipped: 2 in a flow, 1 in a group."), text.all());

    const Answer done = place.run(u"retry mail@bullmq --all --yes --json"_s);
    QCOMPARE(done.object()[u"done"_s].toInt(), 2);
    QCOMPARE(done.object()[u"skipped"_s].toInt(), 3);
}

void TestForesight::everyActionIsForeseenAsItIsDone_data()
{
    QTest::addColumn<ActionKind>("kind");
    QTest::addColumn<QByteArray>("fill");
    QTest::addColumn<ItemOutcome>("outcome");
    const QByteArray delayed = "ZADD bull:mail:delayed " + QByteArray::number(1795236791229LL * 4096) + " 1";
    QTest::newRow("retry") << ActionKind::Retry << QByteArray("ZADD bull:mail:failed " + failedAt + " 1")
                           << ItemOutcome::Done;
    QTest::newRow("run now") << ActionKind::RunNow << delayed << ItemOutcome::Done;
    QTest::newRow("reschedule") << ActionKind::Reschedule << delayed << ItemOutcome::Done;
    QTest::newRow("discard") << ActionKind::Discard << QByteArray("LPUSH bull:mail:wait 1") << ItemOutcome::Done;
    QTest::newRow("delete") << ActionKind::Delete << QByteArray("LPUSH bull:mail:wait 1") << ItemOutcome::Done;
    QTest::newRow("run now of one that waits")
        << ActionKind::RunNow << QByteArray("LPUSH bull:mail:wait 1") << ItemOutcome::Refused;
    QTest::newRow("reschedule of one with a priority")
        << ActionKind::Reschedule << QByteArray("ZADD bull:mail:prioritized 4294967297 1") << ItemOutcome::Untimed;
    QTest::newRow("discard of a held one")
        << ActionKind::Discard << QByteArray("LPUSH bull:mail:active 1") << ItemOutcome::Stalled;
}

void TestForesight::everyActionIsForeseenAsItIsDone()
{
    QFETCH(ActionKind, kind);
    QFETCH(QByteArray, fill);
    QFETCH(ItemOutcome, outcome);
    FrameworkPlace place;
    place.addBullmq(1);
    place.call("DEL bull:mail:failed");
    place.call(fill);
    const auto backend
        = must(openLayout(parseLayout(u"bullmq"_s).value(), place.server.config(), {}, {}, Access::Operate));
    const Task task = must(backend->inspector().task("mail", "1")).task;
    ActionStep step{"mail", "mail/one", {kind, {}, {}, {}, {}, false}, {{"1", task.state, task.token, task.at}}, {}};
    const auto foresight = must(backend->foresee(step));
    QVERIFY(foresight.has_value());
    if (kind == ActionKind::Reschedule)
        step.newDue = {task.at + Millis(1000)};
    const auto outcomes = must(backend->editor()->act(step));
    QCOMPARE(foresight->outcomes, outcomes);
    if (outcome != ItemOutcome::Refused)
        QCOMPARE(outcomes.front(), outcome);
    else
        QVERIFY(outcomes.front() != ItemOutcome::Done);
    QCOMPARE(foresight->undoBytes > 0, outcomes.front() == ItemOutcome::Done && kind != ActionKind::Delete);
}

void TestForesight::schedulesOfBullAreForeseen()
{
    FrameworkPlace place;
    const QByteArray next = "repeat:0123456789abcdef0123456789abcdef:1895236791000";
    place.call("SET bull:old:id 3");
    place.call("ZADD bull:old:repeat 1895236791000 send:::*");
    place.server.call({"HSET", "bull:old:" + next, "name", "send", "data", "{}", "timestamp", "1", "opts",
        R"({"repeat":{"key":"send:::*"},"attempts":1,"delay":1,"timestamp":1})", "delay", "1"});
    for (const char* job : {"bull:old:2", "bull:old:3"})
        place.server.call({"HSET", job, "name", "send", "data", "{}", "timestamp", "1", "opts",
            R"({"attempts":1,"delay":1,"timestamp":1})", "delay", "1"});
    for (const QByteArray& id : {next, QByteArray("2"), QByteArray("3")})
        place.call("ZADD bull:old:delayed " + QByteArray::number(1895236791000LL * 4096) + ' ' + id);
    place.call("HSET bull:old:limiter:index 3 1");
    const QJsonObject preview = place.dryRun(u"discard old@bull"_s).object();
    QCOMPARE(skips(preview), QByteArray("next_run 1 of 3 rate_limited 1"));
}

void TestForesight::batchesOfSidekiqAreForeseen()
{
    FrameworkPlace place;
    place.call("SADD queues mail");
    for (const char* member : {R"({"jid":"a","class":"M","args":[],"queue":"mail","bid":"b1"})",
             R"({"jid":"b","class":"M","args":[],"queue":"mail","lock_digest":"x"})",
             R"({"jid":"c","class":"M","args":[],"queue":"mail"})", "no job"})
        place.server.call({"ZADD", "dead", "1795236791.5", member});
    QCOMPARE(skips(place.dryRun(u"discard @sidekiq --state failed"_s).object()),
        QByteArray("damaged 1 in_batch 1 of 4 unique_lock 1"));
    // Retrying affects neither batches nor locks.
    const QJsonObject retry = place.dryRun(u"retry @sidekiq"_s).object();
    QCOMPARE(skips(retry), QByteArray("damaged 1 of 4"));
    QVERIFY(retry[u"undo_bytes"_s].toInt() > 3 * 60);
}

void TestForesight::jobsOfRqAreForeseen()
{
    FrameworkPlace place;
    FrameworkWriter::of("rq", place.server)->fill("mail", 3);
    const QByteArray waiting = FrameworkWriter::filledId(TaskState::Due, 1);
    place.call("HSET rq:job:" + FrameworkWriter::filledId(TaskState::Failed, 1) + " rate_limit_key k");
    place.call("SADD rq:job:" + waiting + ":dependents other");
    place.call("HSET rq:job:" + FrameworkWriter::filledId(TaskState::Due, 2) + " group_id g");
    const auto before = keySpaceOf(place.server);
    const QJsonObject retry = place.dryRun(u"retry mail@rq"_s).object();
    QCOMPARE(skips(retry), QByteArray("of 3 rate_limited 1"));
    QVERIFY(retry[u"undo_bytes"_s].toInt() >= 2 * 50 && retry[u"undo_bytes"_s].toInt() < 3 * 120);
    QCOMPARE(
        skips(place.dryRun(u"discard mail@rq --state due"_s).object()), QByteArray("has_dependents 1 in_group 1 of 3"));
    QCOMPARE(place.dryRun(u"delete mail@rq --state done"_s).object()[u"undo_bytes"_s].toInt(), 0);
    QVERIFY(keySpaceOf(place.server) == before);
    const QJsonObject done = place.run(u"discard mail@rq --all --state due --yes --json"_s).object();
    QCOMPARE(done[u"done"_s].toInt(), 1);
    QCOMPARE(done[u"skipped"_s].toInt(), 2);
}

void TestForesight::chainedJobsOfLaravelAreWarnedOf()
{
    FrameworkPlace place;
    for (const QByteArray& chain : {QByteArray(R"(a:2:{i:0;s:1:\"a\";i:1;s:1:\"b\";})"), QByteArray("a:0:{}")}) {
        place.server.call({"RPUSH", "laravel_database_queues:mail",
            R"({"uuid":"u)" + QByteArray::number(chain.size())
                + R"(","displayName":"Mail","job":"Illuminate\\Queue\\CallQueuedHandler@call","maxTries":3,"data":)"
                  R"({"commandName":"Mail","command":"O:4:\"Mail\":1:{s:7:\"chained\";)"
                + chain + R"(}"},"attempts":0})"});
    }
    const QJsonObject preview = place.dryRun(u"discard mail@laravel"_s).object();
    QCOMPARE(preview[u"total"_s].toInt(), 2);
    QCOMPARE(preview[u"followed"_s].toInt(), 1);
    const Answer text = place.run(u"discard mail@laravel --all --dry-run"_s);
    QVERIFY2(
        text.out.contains("Other tasks are chained to 1 of these tasks and will not run without them."), text.all());
    QVERIFY(!place.dryRun(u"run-now mail@laravel"_s).object().contains(u"followed"_s));
}

void TestForesight::whatLaravelMayKeepOfAJobIsSaid()
{
    FrameworkPlace place;
    for (const char* uuid : {"d1", "d2"})
        place.server.call({"ZADD", LaravelServer::list + ":delayed", "9000000000", LaravelServer::job(uuid)});
    for (const QString& action : {u"discard"_s, u"delete"_s}) {
        const QStringList said = cautions(place.dryRun(action + u" mail@laravel"_s).object());
        QVERIFY2(
            said.size() == 1 && said.front().contains(u"lock remains until it expires"_s), qPrintable(said.join(u'|')));
        const Answer text = place.run(action + u" mail@laravel --all --dry-run"_s);
        QVERIFY2(text.out.contains(said.front().toUtf8() + '\n'), text.all());
    }
    // The confirmation request contains the warning too.
    const Answer asked = place.run(u"discard mail@laravel --all"_s);
    QVERIFY2(asked.code == 1 && asked.err.contains("add --yes") && asked.err.contains("lock remains"), asked.all());
    for (const QString& action : {u"run-now"_s, u"reschedule --in 1h"_s})
        QCOMPARE(cautions(place.dryRun(action + u" mail@laravel"_s).object()), QStringList());
    // An empty selection causes no warning.
    QCOMPARE(cautions(place.dryRun(u"discard mail@laravel --state due"_s).object()), QStringList());
}

void TestForesight::whatHorizonLeavesToLaravelIsSaid()
{
    FrameworkPlace place;
    RecordedKeys("horizon-5").load(place.server);
    // This key shows which application Horizon belongs to.
    place.server.call({"RPUSH", LaravelServer::list, LaravelServer::job("q1")});
    for (const QString& layout : {u"auto"_s, u"laravel"_s}) {
        const QString with = u"--layout %1 "_s.arg(layout);
        const QStringList retry = cautions(place.dryRun(with + u"retry @laravel"_s).object());
        QVERIFY2(retry.size() == 1 && retry.front().contains(u"queue:retry would run the job again"_s),
            qPrintable(retry.join(u'|')));
        for (const QString& action : {u"discard"_s, u"delete"_s}) {
            const QStringList said = cautions(place.dryRun(with + action + u" @laravel --state failed"_s).object());
            QVERIFY2(said.size() == 1 && said.front().contains(u"failed_jobs table keeps a row"_s),
                qPrintable(said.join(u'|')));
        }
    }
}

void TestForesight::whoWaitsForATaskOfCeleryIsSaid()
{
    FrameworkPlace place;
    place.server.call({"SADD", "_kombu.binding.mail", "mail\x06\x16\x06\x16mail"});
    int number = 0;
    for (const QByteArray& embedded :
        {QByteArray(R"({"callbacks": null, "errbacks": null, "chain": null, "chord": null})"),
            QByteArray(R"({"callbacks": null, "chain": [{"task": "jobs.next", "args": []}], "chord": null})"),
            QByteArray(R"({"callbacks": [{"task": "jobs.next"}], "chain": [], "chord": null})"),
            QByteArray(R"({"chord": {"task": "jobs.body", "args": []}})")})
        place.server.call({"LPUSH", "mail",
            CeleryServer::message('c' + QByteArray::number(++number), "null", "[[], {}, " + embedded + ']')});
    const QJsonObject preview = place.dryRun(u"discard mail@celery"_s).object();
    QCOMPARE(preview[u"total"_s].toInt(), 4);
    QCOMPARE(preview[u"followed"_s].toInt(), 3);
    const QStringList said = cautions(preview);
    QVERIFY2(said.size() == 1 && said.front().contains(u"waiting for the result"_s), qPrintable(said.join(u'|')));
}

void TestForesight::undoThatMayBeEvictedIsSaid()
{
    FrameworkPlace place;
    place.addBullmq(3);
    place.call("CONFIG SET maxmemory 200mb");
    QCOMPARE(cautions(place.dryRun(u"retry mail@bullmq"_s).object()), QStringList());
    place.call("CONFIG SET maxmemory-policy volatile-lru");
    const QStringList said = cautions(place.dryRun(u"retry mail@bullmq"_s).object());
    QVERIFY2(
        said.size() == 1 && said.front().contains(u"evicts keys that have an expiry"_s), qPrintable(said.join(u'|')));
    // Without undo data, there is nothing for an eviction to delete.
    QCOMPARE(cautions(place.dryRun(u"retry mail@bullmq --no-undo"_s).object()), QStringList());
    QCOMPARE(cautions(place.dryRun(u"delete mail@bullmq --state failed"_s).object()), QStringList());
    place.call("CONFIG SET maxmemory 0"); // without a limit, Redis doesn't evict keys
    QCOMPARE(cautions(place.dryRun(u"retry mail@bullmq"_s).object()), QStringList());
}

/// GitLab's fetcher sets a job aside after three interruptions, so a preview warns about such jobs.
void TestForesight::jobsThatCrashWorkersAreCounted()
{
    FrameworkPlace place;
    place.server.call({"SADD", "queues", "mail"});
    const auto job = [](int number, int interruptions) {
        const QByteArray count = QByteArray::number(interruptions);
        return R"({"retry":5,"queue":"mail","class":"MarkJob","args":[],"jid":"j)" + QByteArray::number(number)
            + R"(","created_at":1795601606.7)" + (interruptions > 0 ? R"(,"interrupted_count":)" + count : QByteArray())
            + '}';
    };
    for (int i = 1; i <= 3; ++i)
        place.server.call({"ZADD", "interrupted", QByteArray::number(1795601700 + i), job(i, i + 1)});
    for (int i = 4; i <= 6; ++i)
        place.server.call({"LPUSH", "queue:mail", job(i, i - 4)});
    place.server.call({"SADD", "processes", "vm-1:8540:ffffffffffff"}); // its process has ended
    for (int i = 7; i <= 9; ++i)
        place.server.call({"LPUSH", "working:queue:mail:vm-1:8540:0123456789ab", job(i, i - 5)});
    const auto said = [&place](const QString& line) { return cautions(place.dryRun(line).object()); };
    const auto crashed = [](int number) {
        return u"Tasks whose workers crashed or stopped responding: %1. Running such tasks again may crash more workers."_s
            .arg(number);
    };
    QCOMPARE(said(u"retry @sidekiq"_s), QStringList{crashed(2)});
    QCOMPARE(said(u"retry mail@sidekiq --state leased --force"_s), QStringList{crashed(2)});
    QCOMPARE(said(u"discard @sidekiq --state failed"_s), QStringList());
    const Answer text = place.run(u"retry @sidekiq j2 --dry-run"_s);
    QVERIFY2(text.out.contains(crashed(1).toUtf8()), text.all());

    // Such jobs can be found in any state.
    const auto found = [&place](const QString& queue, const QString& filter) {
        return place.run(u"list %1 --json --match %2"_s.arg(queue, filter)).array().size();
    };
    QCOMPARE(found(u"@sidekiq"_s, u"error:interrupted"_s), 3);
    QCOMPARE(found(u"@sidekiq"_s, u"error:repeatedly"_s), 2);
    QCOMPARE(found(u"mail@sidekiq"_s, u"error:interrupted"_s), 5);
    QCOMPARE(found(u"mail@sidekiq"_s, u"error:repeatedly"_s), 2);
    QCOMPARE(found(u"mail@sidekiq"_s, u"repeatedly"_s), 2);
    QCOMPARE(place.run(u"show @sidekiq j2 --json"_s).object()[u"expiries"_s].toInt(), 3);
}

void TestForesight::ofManyTheFirstThousandAreAsked()
{
    FrameworkPlace place;
    place.addBullmq(1500);
    for (int id = 1; id <= 1500; id += 10)
        place.putInFlow(id);
    const QJsonObject preview = place.dryRun(u"retry mail@bullmq"_s).object();
    QCOMPARE(preview[u"total"_s].toInt(), 1500);
    const QJsonObject skip = preview[u"would_skip"_s].toObject();
    QCOMPARE(skip[u"of"_s].toInt(), 1000);
    QVERIFY2(std::abs(skip[u"in_flow"_s].toInt() - 100) <= 1, QJsonDocument(skip).toJson());
    const Answer text = place.run(u"retry mail@bullmq --all --dry-run"_s);
    QVERIFY2(text.out.contains("Would be skipped among the first 1000: 1"), text.all());
}

void TestForesight::aLookChangesNothing()
{
    FrameworkPlace place;
    place.addBullmq(20);
    place.putInFlow(3);
    const auto before = keySpaceOf(place.server);
    place.call("CONFIG RESETSTAT");
    for (const QString& action : {u"retry"_s, u"discard --state failed"_s, u"delete --state failed"_s})
        QCOMPARE(place.dryRun(action + u" mail@bullmq"_s).code, 0);
    QVERIFY(keySpaceOf(place.server) == before);
    QCOMPARE(writeCommandsRun(place.server), QByteArrayList());
}

void TestForesight::whoMayNotAskSeesTheRest()
{
    FrameworkPlace place;
    place.addBullmq(3);
    place.putInFlow(1);
    place.call("ACL SETUSER viewer on >p resetkeys %R~* +@read +@connection +time -@scripting");
    const Duectl viewer(u"redis://viewer:p@127.0.0.1:%1"_s.arg(place.server.port()));
    const Answer answer = viewer.run("retry mail@bullmq --all --dry-run --json");
    QVERIFY2(answer.code == 0, answer.all());
    QCOMPARE(answer.object()[u"total"_s].toInt(), 3);
    QVERIFY(!answer.object().contains(u"would_skip"_s));
}

void TestForesight::aQueueThatIsNotSureIsRefused()
{
    FrameworkPlace place;
    place.addBullmq(2);
    place.call("SET bull:mail:meta-paused 1");
    const Answer answer = place.run(u"--layout bullmq retry mail --all --dry-run"_s);
    QCOMPARE(answer.code, 1);
    QVERIFY2(answer.err.contains("both"), answer.all());
}

void TestForesight::nativeLeavesNobodyAlone()
{
    FrameworkPlace place;
    QCOMPARE(place.run(u"add own send --in 1h"_s).code, 0);
    QCOMPARE(place.run(u"add own send --in 2h"_s).code, 0);
    const QJsonObject preview = place.dryRun(u"run-now own"_s).object();
    QCOMPARE(preview[u"total"_s].toInt(), 2);
    QVERIFY(!preview.contains(u"would_skip"_s));
    QVERIFY(preview[u"undo_bytes"_s].toInt() > 0);
}

QTEST_GUILESS_MAIN(TestForesight)
#include "tst_foresight.moc"
