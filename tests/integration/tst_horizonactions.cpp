// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/integration/duectlprogram.h"
#include "tests/integration/laravelacts.h"
#include "tests/integration/mcpsession.h"

#include <QTemporaryDir>

#include <algorithm>
#include <thread>

using namespace dueline;
using namespace Qt::StringLiterals;

using Skipped = std::map<SkipReason, qint64>;

namespace {

QByteArray retriedAs(const QByteArray& id, const QByteArray& status)
{
    return R"({"id":")" + id + R"(","status":")" + status + R"(","retried_at":1795601700})";
}

/// Adds failed jobs as Horizon stores them. `never` was not retried; `done`'s retry completed; `again`'s retry failed
/// as the job `anew`; `waits`'s retry hasn't ended; `twice` failed again before its second retry completed.
void fillRetried(LaravelActs& place)
{
    const std::vector<std::pair<QByteArray, QByteArray>> jobs{{"never", {}},
        {"done", '[' + retriedAs("r1", "completed") + ']'}, {"again", '[' + retriedAs("anew", "failed") + ']'},
        {"anew", {}}, {"waits", '[' + retriedAs("r2", "failed") + ',' + retriedAs("r3", "pending") + ']'},
        {"twice", '[' + retriedAs("r4", "failed") + ',' + retriedAs("r5", "completed") + ']'}};
    for (const auto& [id, retriedBy] : jobs) {
        for (const char* set : {"failed_jobs", "recent_failed_jobs"})
            place.server.call({"ZADD", "laravel_horizon:" + QByteArray(set), "-1795601600.5", id});
        place.server.call({"HSET", "laravel_horizon:" + id, "id", id, "queue", "mail", "name", "App\\Jobs\\Mail",
            "status", "failed", "payload", LaravelServer::job(id), "exception", "RuntimeException: boom"});
        if (!retriedBy.isEmpty())
            place.server.call({"HSET", "laravel_horizon:" + id, "retried_by", retriedBy});
    }
    place.server.push(LaravelServer::job("r3"));
}

QByteArrayList idsOf(LaravelActs& place, const QString& filter)
{
    QByteArrayList ids;
    for (const Task& task :
        must(place.backend->inspector().search({LaravelActs::shared, TaskFilter::parse(filter).value()})).matches)
        ids << task.id;
    std::sort(ids.begin(), ids.end());
    return ids;
}

} // namespace

/// Tests operator actions on Horizon jobs: Horizon's own retry, discarding, and undoing both.
class TestHorizonActions : public QObject
{
    Q_OBJECT

    QTemporaryDir m_state;

private slots:
    void initTestCase() { qputenv("XDG_STATE_HOME", m_state.path().toLocal8Bit()); }
    void horizonsRetryIsAsItsOwn();
    void horizonsRetryIsUndoneUntilItRan();
    void aLaterRetryWaitsAmongTheDelayedJobs();
    void horizonsDiscardIsRestored();
    void aJobThatIsGoneCanOnlyBeDeleted();
    void whoseHorizonItIsMustBeKnown();
    void listsSayHowARetryEnded();
    void whatWasRetriedBeforeIsLeftOut();
    void duectlSaysWhatItLeftOut();
    void aRetryOfHorizonsOwnPageMeanwhileIsSeen();
};

void TestHorizonActions::horizonsRetryIsAsItsOwn()
{
    LaravelActs place;
    place.fill();
    const auto done = place.act(LaravelActs::shared, ActionKind::Retry, {"f-one"});
    QCOMPARE(done.done, 1);
    const QByteArray pushed = place.queued().last();
    const QByteArray newId = QJsonDocument::fromJson(pushed).object()[u"uuid"_s].toString().toLatin1();
    QCOMPARE(newId.size(), 36);
    QByteArray expected = place.server.call({"HGET", "laravel_horizon:f-one", "payload"}).bytes;
    expected.replace("\"uuid\":\"f-one\"", "\"uuid\":\"" + newId + '"')
        .replace("\"id\":\"f-one\"", "\"id\":\"" + newId + '"');
    expected.replace("\"attempts\":3", "\"attempts\":0");
    const qsizetype at = pushed.indexOf("\"pushedAt\":\"") + 12;
    expected.replace("1795601606.5", pushed.mid(at, pushed.indexOf('"', at) - at));
    expected.chop(1);
    QCOMPARE(pushed, expected + ",\"retry_of\":\"f-one\"}");
    QVERIFY(pushed.contains("d:1.10;")); // the number's format is preserved
    const QByteArray hash = "laravel_horizon:" + newId;
    QCOMPARE(place.server.call({"HGET", hash, "status"}).bytes, QByteArray("pending"));
    QCOMPARE(place.server.call({"HGET", hash, "payload"}).bytes, pushed);
    QCOMPARE(place.server.call({"HGET", hash, "name"}).bytes, QByteArray("App\\Jobs\\Mail"));
    const qint64 kept = place.server.call({"TTL", hash}).integer;
    QVERIFY2(kept > 3590 && kept <= 3600, QByteArray::number(kept));
    for (const char* set : {"recent_jobs", "pending_jobs"})
        QVERIFY(place.server.call({"ZSCORE", "laravel_horizon:" + QByteArray(set), newId}).bytes.startsWith("-1"));
    QVERIFY(place.server.call({"ZSCORE", "laravel_horizon:order:7", newId}).isBytes()); // `order:7` is a monitored tag
    QVERIFY(place.server.call({"ZSCORE", "laravel_horizon:other", newId}).isNil());
    const QByteArray retried = place.server.call({"HGET", "laravel_horizon:f-one", "retried_by"}).bytes;
    QVERIFY2(retried.startsWith("[{\"id\":\"" + newId + "\",\"status\":\"pending\",\"retried_at\":"), retried);
    // The failed job stays in the set.
    QVERIFY(place.server.call({"ZSCORE", "laravel_horizon:failed_jobs", "f-one"}).isBytes());
    // If a job's retries have a deadline, the new job gets a later one. An earlier retry's record remains.
    place.server.call({"HSET", "laravel_horizon:f-two", "retried_by", '[' + retriedAs("older", "completed") + ']'});
    QCOMPARE(place.act(LaravelActs::shared, ActionKind::Retry, {"f-two"}, StateSet::all(), true).done, 1);
    const QByteArray report = place.server.call({"LINDEX", "laravel_database_queues:reports", "-1"}).bytes;
    const QJsonObject job = QJsonDocument::fromJson(report).object();
    const double span = job[u"retryUntil"_s].toDouble() - job[u"pushedAt"_s].toString().toDouble();
    QVERIFY2(span > 3598 && span <= 3600.001, qPrintable(QString::number(span)));
    QVERIFY(place.server.call({"HGET", "laravel_horizon:f-two", "retried_by"})
                .bytes.startsWith("[{\"id\":\"older\",\"status\":\"completed\",\"retried_at\":1795601700},{\"id\":"));
}

void TestHorizonActions::horizonsRetryIsUndoneUntilItRan()
{
    LaravelActs place;
    place.fill();
    const auto before = place.server.theirs();
    const auto done = place.act(LaravelActs::shared, ActionKind::Retry, {});
    QCOMPARE(done.done, 2);
    // A worker claims one of the jobs, changing its bytes.
    QCOMPARE(place.server.call({"RPOP", "laravel_database_queues:reports"}).type, Reply::Type::Bytes);
    const UndoProgress undone = place.undo(LaravelActs::shared, done.id);
    QCOMPARE(undone.restored, 1);
    QCOMPARE(undone.movedOn, 1);
    QCOMPARE(place.server.theirs().at(LaravelServer::list), before.at(LaravelServer::list));
    QCOMPARE(place.server.theirs().at("laravel_horizon:f-one"), before.at("laravel_horizon:f-one"));
    QVERIFY(place.server.theirs().at("laravel_horizon:f-two") != before.at("laravel_horizon:f-two"));
}

void TestHorizonActions::aLaterRetryWaitsAmongTheDelayedJobs()
{
    LaravelActs place;
    place.fill();
    const auto before = place.server.theirs();
    Action later{ActionKind::Retry};
    later.time = Action::Time::At;
    later.at = fromMs(9'100'000'000'000);
    OperationRun run(LaravelActs::request(LaravelActs::shared, later, {"f-one", "f-two"}));
    QCOMPARE(must(run.finish(*place.backend)).done, 2);
    QCOMPARE(place.server.theirs().at(LaravelServer::list), before.at(LaravelServer::list));
    const auto delayed
        = place.server.call({"ZRANGE", LaravelServer::list + ":delayed", "9100000000", "9100000000", "BYSCORE"}).items;
    QCOMPARE(delayed.size(), std::size_t(1));
    const QByteArray newId = QJsonDocument::fromJson(delayed[0].bytes).object()[u"uuid"_s].toString().toLatin1();
    QCOMPARE(place.server.call({"HGET", "laravel_horizon:" + newId, "status"}).bytes, QByteArray("pending"));
    QCOMPARE(must(place.backend->inspector().task("mail", newId)).task.state, TaskState::Scheduled);
    // A worker claims the other job.
    place.server.call({"DEL", "laravel_database_queues:reports:delayed"});
    const UndoProgress undone = place.undo(LaravelActs::shared, run.id());
    QCOMPARE(undone.restored, 1);
    QCOMPARE(undone.movedOn, 1);
    QCOMPARE(place.server.theirs().at("laravel_horizon:f-one"), before.at("laravel_horizon:f-one"));
    QVERIFY(!place.server.theirs().contains("laravel_horizon:" + newId));
    QVERIFY(!place.backend->capabilities("mail").retryLater);
}

void TestHorizonActions::horizonsDiscardIsRestored()
{
    LaravelActs place;
    place.fill();
    const auto before = place.server.theirs();
    const qint64 ends = place.server.call({"PEXPIRETIME", "laravel_horizon:f-one"}).integer;
    const auto done = place.act(LaravelActs::shared, ActionKind::Discard, {"f-one"});
    QCOMPARE(done.done, 1);
    for (const char* key : {"failed_jobs", "recent_failed_jobs"})
        QVERIFY(place.server.call({"ZSCORE", "laravel_horizon:" + QByteArray(key), "f-one"}).isNil());
    QCOMPARE(place.server.call({"EXISTS", "laravel_horizon:f-one"}).integer, 0);
    // A new job has the same uuid.
    place.server.call({"HSET", "laravel_horizon:f-one", "id", "f-one"});
    QCOMPARE(
        place.act(LaravelActs::shared, ActionKind::Restore, {"f-one"}).skipped, (Skipped{{SkipReason::IdTaken, 1}}));
    place.server.call({"DEL", "laravel_horizon:f-one"});
    QCOMPARE(place.act(LaravelActs::shared, ActionKind::Restore, {"f-one"}).done, 1);
    QCOMPARE(place.server.theirs(), before);
    QCOMPARE(place.server.call({"PEXPIRETIME", "laravel_horizon:f-one"}).integer, ends);
}

/// Checks that a job whose hash expired before its entry in the set can be deleted, but neither retried nor restored.
void TestHorizonActions::aJobThatIsGoneCanOnlyBeDeleted()
{
    LaravelActs place;
    place.fill();
    place.server.call({"ZADD", "laravel_horizon:failed_jobs", "-1795601600.5", "f-gone"});
    const auto before = place.server.theirs();
    for (const ActionKind kind : {ActionKind::Retry, ActionKind::Discard}) {
        const auto left = place.act(LaravelActs::shared, kind, {"f-gone"});
        QVERIFY2(left.done == 0 && left.skipped.size() == 1, QByteArray::number(left.done));
        QCOMPARE(place.server.theirs(), before);
    }
    QCOMPARE(place.act(LaravelActs::shared, ActionKind::Delete, {"f-gone"}).done, 1);
    QVERIFY(place.server.call({"ZSCORE", "laravel_horizon:failed_jobs", "f-gone"}).isNil());
    QCOMPARE(place.server.call({"ZCARD", "laravel_horizon:failed_jobs"}).integer, 2);
}

void TestHorizonActions::whoseHorizonItIsMustBeKnown()
{
    LaravelActs place;
    place.fill();
    place.backend = place.open(place.server.config(), u"laravel:shop_"_s);
    const QueueName shared = "@laravel:shop_";
    const auto before = place.server.theirs();
    OperationRun run(place.request(shared, {ActionKind::Retry}, {"f-one"}));
    const auto refused = run.finish(*place.backend);
    QVERIFY(!refused);
    QVERIFY2(
        refused.error().message.startsWith(
            u"Specify the PREFIX of its queue keys (PREFIXqueues:NAME): --layout \"laravel:PREFIX?horizon=laravel_horizon"_s),
        qPrintable(refused.error().message));
    QCOMPARE(place.server.theirs(), before);
    place.backend = place.open(place.server.config(), u"laravel:shop_?horizon=laravel_horizon%3A"_s);
    QCOMPARE(place.act({}, ActionKind::Retry, {"f-one"}).done, 1);
    QCOMPARE(place.server.call({"LLEN", "shop_queues:mail"}).integer, 1);
}

void TestHorizonActions::listsSayHowARetryEnded()
{
    LaravelActs place;
    fillRetried(place);
    QCOMPARE(idsOf(place, u"native:failed"_s), (QByteArrayList{"anew", "never"}));
    QCOMPARE(idsOf(place, u"native:retried"_s), (QByteArrayList{"done", "twice"}));
    QCOMPARE(idsOf(place, u"native:\"retry failed\""_s), (QByteArrayList{"again"}));
    QCOMPARE(idsOf(place, u"native:\"retry waiting\""_s), (QByteArrayList{"waits"}));
    QCOMPARE(must(place.backend->inspector().task(LaravelActs::shared, "again")).task.nativeState,
        QByteArray("retry failed"));
    // An unreadable list of retries doesn't count as a retry.
    place.server.call({"HSET", "laravel_horizon:done", "retried_by", "completed"});
    QCOMPARE(idsOf(place, u"native:failed"_s), (QByteArrayList{"anew", "done", "never"}));
}

void TestHorizonActions::whatWasRetriedBeforeIsLeftOut()
{
    LaravelActs place;
    fillRetried(place);
    const Skipped before{{SkipReason::Retried, 3}, {SkipReason::RetryWaits, 1}};
    OperationRun preview(place.request(LaravelActs::shared, {ActionKind::Retry}, {}));
    const OperationPreview foreseen = must(preview.preview(*place.backend));
    QCOMPARE(foreseen.total, 2);
    QCOMPARE(foreseen.skipped.counts(), before);
    // The second retry also skips the two jobs that the first one retried, because their retries are waiting. Jobs
    // specified by id are skipped too.
    const Skipped after{{SkipReason::Retried, 3}, {SkipReason::RetryWaits, 3}};
    for (const auto& [done, skipped] : {std::pair<qint64, Skipped>(2, before), std::pair<qint64, Skipped>(0, after)}) {
        const ActDone retried = place.act(LaravelActs::shared, ActionKind::Retry, {});
        QCOMPARE(retried.done, done);
        QCOMPARE(retried.skipped, skipped);
        QCOMPARE(place.queued().size(), 3);
    }
    const auto keys = place.server.theirs();
    QCOMPARE(place.act(LaravelActs::shared, ActionKind::Retry, {"done", "again", "waits", "never"}).skipped,
        (Skipped{{SkipReason::Retried, 2}, {SkipReason::RetryWaits, 2}}));
    // Jobs selected in the window are skipped too.
    QCOMPARE(
        must(place.backend->editor()->act(stepOn(*place.backend, ActionKind::Retry, LaravelActs::shared, "twice"))),
        std::vector{ItemOutcome::Retried});
    QCOMPARE(
        must(place.backend->editor()->act(stepOn(*place.backend, ActionKind::Retry, LaravelActs::shared, "waits"))),
        std::vector{ItemOutcome::RetryWaits});
    QCOMPARE(place.server.theirs(), keys);
    QCOMPARE(place.act(LaravelActs::shared, ActionKind::Retry, {"done", "again"}, StateSet::all(), true).done, 2);
    QCOMPARE(place.act(LaravelActs::shared, ActionKind::Discard, {}).done, 6); // other actions include all six jobs
}

void TestHorizonActions::duectlSaysWhatItLeftOut()
{
    LaravelActs place;
    fillRetried(place);
    const Duectl duectl(place.server.url());
    const Answer preview = duectl.run("retry @laravel --all --dry-run");
    QVERIFY2(
        preview.code == 0 && preview.out.startsWith("This would retry 2 tasks in @laravel: 2 failed."), preview.all());
    QVERIFY2(preview.out.contains("Skipped: 3 already retried, 1 whose retry has not finished"), preview.all());
    const Answer listed = duectl.run("list @laravel");
    for (const char* state : {"failed (retried)", "failed (retry failed)", "failed (retry waiting)"})
        QVERIFY2(listed.out.contains(state), listed.all());
    const Answer matched = duectl.run("retry @laravel --match type:*Mail --yes");
    QVERIFY2(matched.code == 0 && matched.out.startsWith("2 retried, 4 skipped"), matched.all());
    QVERIFY2(matched.err.contains("3 already retried, 1 whose retry has not finished"), matched.all());
    const Answer nothing = duectl.run("retry @laravel --all --yes");
    QVERIFY2(nothing.code == 0 && nothing.err.contains("Nothing to retry in @laravel; skipped: 3 already retried"),
        nothing.all());
    const Answer named = duectl.run("retry @laravel done --yes");
    QVERIFY2(named.code != 0 && named.isError(named.code) && named.err.contains("Already retried"), named.all());
    QVERIFY2(named.err.contains("--force retries"), named.all());
    // Assistants can't use --force.
    McpSession session(duectl, {u"--queue"_s, u"@laravel"_s, u"--allow-actions"_s});
    session.begin();
    for (const QJsonObject& which :
        {QJsonObject{{u"ids"_s, QJsonArray{u"done"_s}}}, QJsonObject{{u"ids"_s, QJsonArray{u"done"_s, u"waits"_s}}}}) {
        QJsonObject asked = which;
        asked[u"queue"_s] = u"@laravel"_s;
        asked[u"action"_s] = u"retry"_s;
        const QByteArray told = session.call(u"preview_action"_s, asked);
        QVERIFY2(told.startsWith('!') && told.contains("an assistant cannot retry") && !told.contains("--"), told);
    }
    QCOMPARE(place.queued().size(), 3);
    QCOMPARE(duectl.run("retry @laravel done --force --yes").code, 0);
    QCOMPARE(place.queued().size(), 4);
}

/// Checks that a retry on Horizon's own page is noticed even if it happens between the read and the script, so that the
/// job is not retried twice.
void TestHorizonActions::aRetryOfHorizonsOwnPageMeanwhileIsSeen()
{
    LaravelActs place;
    fillRetried(place);
    const ActionStep step = stepOn(*place.backend, ActionKind::Retry, LaravelActs::shared, "never");
    ChaosProxy proxy(place.server.config());
    ChaosPlan plan;
    plan.fault = ChaosPlan::Fault::Delay;
    plan.pause = Millis(1'000);
    plan.times = 1;
    plan.request = "retried_by";
    proxy.setPlan(plan);
    std::vector<ItemOutcome> outcomes;
    std::thread operates([&] { outcomes = must(place.open(proxy.config())->editor()->act(step)); });
    for (int i = 0; i < 10'000 && proxy.faults() == 0; ++i)
        std::this_thread::sleep_for(Millis(1));
    place.server.call({"HSET", "laravel_horizon:never", "retried_by", '[' + retriedAs("page", "pending") + ']'});
    operates.join();
    QCOMPARE(outcomes, std::vector{ItemOutcome::RetryWaits});
    QCOMPARE(place.queued().size(), 1);
}

QTEST_GUILESS_MAIN(TestHorizonActions)
#include "tst_horizonactions.moc"
