// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/integration/laravelacts.h"

#include <QTemporaryDir>

using namespace dueline;
using namespace Qt::StringLiterals;

using Skipped = std::map<SkipReason, qint64>;

/// What operators do to jobs that Horizon keeps: its own retry, a discard, and taken back.
class TestHorizonActions : public QObject
{
    Q_OBJECT

    QTemporaryDir m_state;

private slots:
    void initTestCase() { qputenv("XDG_STATE_HOME", m_state.path().toLocal8Bit()); }
    void horizonsRetryIsAsItsOwn();
    void horizonsRetryIsUndoneUntilItRan();
    void horizonsDiscardIsRestored();
    void aJobThatIsGoneCanOnlyBeDeleted();
    void whoseHorizonItIsMustBeKnown();
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
    QVERIFY(pushed.contains("d:1.10;")); // nothing is written anew
    const QByteArray hash = "laravel_horizon:" + newId;
    QCOMPARE(place.server.call({"HGET", hash, "status"}).bytes, QByteArray("pending"));
    QCOMPARE(place.server.call({"HGET", hash, "payload"}).bytes, pushed);
    QCOMPARE(place.server.call({"HGET", hash, "name"}).bytes, QByteArray("App\\Jobs\\Mail"));
    const qint64 kept = place.server.call({"TTL", hash}).integer;
    QVERIFY2(kept > 3590 && kept <= 3600, QByteArray::number(kept));
    for (const char* set : {"recent_jobs", "pending_jobs"})
        QVERIFY(place.server.call({"ZSCORE", "laravel_horizon:" + QByteArray(set), newId}).bytes.startsWith("-1"));
    QVERIFY(place.server.call({"ZSCORE", "laravel_horizon:order:7", newId}).isBytes()); // a monitored tag
    QVERIFY(place.server.call({"ZSCORE", "laravel_horizon:other", newId}).isNil());
    const QByteArray retried = place.server.call({"HGET", "laravel_horizon:f-one", "retried_by"}).bytes;
    QVERIFY2(retried.startsWith("[{\"id\":\"" + newId + "\",\"status\":\"pending\",\"retried_at\":"), retried);
    QVERIFY(place.server.call({"ZSCORE", "laravel_horizon:failed_jobs", "f-one"}).isBytes()); // stays throughout
    // What is tried until an instant is moved by as much; one that was retried before keeps that.
    QCOMPARE(place.act(LaravelActs::shared, ActionKind::Retry, {"f-two"}).done, 1);
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
    // A worker takes one of them: its bytes are others from then on.
    QCOMPARE(place.server.call({"RPOP", "laravel_database_queues:reports"}).type, Reply::Type::Bytes);
    const UndoProgress undone = place.undo(LaravelActs::shared, done.id);
    QCOMPARE(undone.restored, 1);
    QCOMPARE(undone.movedOn, 1);
    QCOMPARE(place.server.theirs().at(LaravelServer::list), before.at(LaravelServer::list));
    QCOMPARE(place.server.theirs().at("laravel_horizon:f-one"), before.at("laravel_horizon:f-one"));
    QVERIFY(place.server.theirs().at("laravel_horizon:f-two") != before.at("laravel_horizon:f-two"));
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
    // Somebody has that uuid again.
    place.server.call({"HSET", "laravel_horizon:f-one", "id", "f-one"});
    QCOMPARE(
        place.act(LaravelActs::shared, ActionKind::Restore, {"f-one"}).skipped, (Skipped{{SkipReason::IdTaken, 1}}));
    place.server.call({"DEL", "laravel_horizon:f-one"});
    QCOMPARE(place.act(LaravelActs::shared, ActionKind::Restore, {"f-one"}).done, 1);
    QCOMPARE(place.server.theirs(), before);
    QCOMPARE(place.server.call({"PEXPIRETIME", "laravel_horizon:f-one"}).integer, ends);
}

/// Its hash ended before its place in the set: there is nothing to be retried or put back.
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
    QVERIFY2(refused.error().message.startsWith(u"Say whose queue it is: --layout \"laravel:PREFIX?horizon=laravel_horizon"_s),
        qPrintable(refused.error().message));
    QCOMPARE(place.server.theirs(), before);
    place.backend = place.open(place.server.config(), u"laravel:shop_?horizon=laravel_horizon%3A"_s);
    QCOMPARE(place.act({}, ActionKind::Retry, {"f-one"}).done, 1);
    QCOMPARE(place.server.call({"LLEN", "shop_queues:mail"}).integer, 1);
}

QTEST_GUILESS_MAIN(TestHorizonActions)
#include "tst_horizonactions.moc"
