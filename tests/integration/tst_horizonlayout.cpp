// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/integration/duectlprogram.h"
#include "tests/integration/laravelreading.h"

#include <QTemporaryDir>

using namespace dueline;
using namespace Qt::StringLiterals;

namespace {

const QueueName horizonPlace = "@laravel";

} // namespace

/// Tests that Horizon's prefix is found, that its jobs and workers are displayed correctly, and that reading doesn't
/// change them.
class TestHorizonLayout : public QObject
{
    Q_OBJECT

    QTemporaryDir m_state;

private slots:
    void initTestCase() { qputenv("XDG_STATE_HOME", m_state.path().toLocal8Bit()); }
    void horizonsJobsAreShown();
    void horizonsSupervisorsAreWorkers();
    void whatHorizonKeepsIsNoHandWrittenQueue();
    void whichHorizonIsMeantIsSaid();
    void aHorizonOfAnyPrefixIsFound();
    void oneHorizonOfTwoPrefixesIsShownOnce();
    void theNewestOfHorizonComesFirst();
};

void TestHorizonLayout::horizonsJobsAreShown()
{
    LaravelReading place;
    place.server.loadHorizon();
    const QueueInfo info = place.infoOf(horizonPlace);
    QCOMPARE(info.counts[TaskState::Failed], 3);
    QCOMPARE(info.counts[TaskState::Done], 2);
    QCOMPARE(info.states, (StateSet{TaskState::Failed, TaskState::Done, TaskState::Trash}));
    const auto failed = place.pageOf(horizonPlace, TaskState::Failed);
    QCOMPARE(idsOf(failed), (QByteArrayList{"f-gone", "f-two", "f-one"})); // newest job first
    QCOMPARE(failed[0].error, QByteArray("The job itself no longer exists; Horizon keeps only its id."));
    QCOMPARE(failed[2].error, QByteArray("RuntimeException: Timeout after 3 s"));
    QCOMPARE(failed[2].attempt, 3);
    QCOMPARE(typeOf(failed[2]), QByteArrayView("App\\Jobs\\Mail"));
    QCOMPARE(failed[2].preview, QByteArray(R"({"@class":"App\\Jobs\\Mail","n":1.10})"));
    const auto ago = std::chrono::duration_cast<std::chrono::seconds>(info.serverNow - failed[2].at).count();
    QVERIFY2(ago >= 398 && ago <= 420, qPrintable(QString::number(ago)));
    QCOMPARE(idsOf(place.pageOf(horizonPlace, TaskState::Done)), (QByteArrayList{"s-one", "c-one"}));
    QCOMPARE(place.pageOf(horizonPlace, TaskState::Done).at(0).nativeState, QByteArray("silenced"));
    const TaskDetail detail = place.detail(horizonPlace, "f-one");
    QCOMPARE(detail.attempts.size(), std::size_t(1));
    QCOMPARE(detail.attempts[0].error, failed[2].error);
    QCOMPARE(factOf(detail, "queue"), QByteArray("mail"));
    QCOMPARE(factOf(detail, "tags"), QByteArray(R"(["order:7","other"])"));
    QVERIFY(factOf(detail, "exception").contains("Stack trace"));
    QCOMPARE(place.payload(horizonPlace, "f-one"), failed[2].preview);
    QCOMPARE(place.detail(horizonPlace, "f-two").options.expiresAt, std::optional(fromMs(1'795'605'206'000)));
    QCOMPARE(place.detail(horizonPlace, "f-gone").task.error, failed[0].error);
    QCOMPARE(place.inspector().payload(horizonPlace, "nobody").error().code, ErrorCode::NotFound);
    QCOMPARE(place.infoOf({}).counts, info.counts); // a connection with several layouts passes an empty queue name
    place.server.push(LaravelServer::job("a"));
    QCOMPARE(place.infoOf("mail").elsewhere, QByteArray("Failed and completed jobs of all queues are in @laravel."));
    qint64 counted = 0;
    for (const TimelineBin& bin : LaravelReading::value(
             place.inspector().timeline(horizonPlace, info.serverNow - Millis(hourMs), info.serverNow, 60)))
        counted += bin.counts[TaskState::Failed];
    QCOMPARE(counted, 3);
}

void TestHorizonLayout::horizonsSupervisorsAreWorkers()
{
    LaravelReading place;
    QVERIFY(LaravelReading::value(place.inspector().workers()).empty());
    place.server.loadHorizon();
    place.open(u"laravel"_s);
    auto workers = LaravelReading::value(place.inspector().workers());
    std::sort(workers.begin(), workers.end(), [](const auto& a, const auto& b) { return a.id < b.id; });
    QCOMPARE(workers.size(), std::size_t(2));
    QCOMPARE(workers[0].id, QByteArray("web1-AbCd:supervisor-1"));
    QCOMPARE(workers[0].host, QByteArray("web1"));
    QCOMPARE(workers[0].processId, qint64(12));
    QCOMPARE(workers[0].concurrency, 3);
    QCOMPARE(workers[0].queues, (std::vector<QueueName>{"mail", "reports"}));
    QVERIFY(!workers[0].lost && workers[1].lost);
    place.server.push(LaravelServer::job("a"));
    QVERIFY(place.infoOf("mail").note.isEmpty());
    place.server.call({"HSET", "laravel_horizon:supervisor:web1-AbCd:supervisor-1", "status", "paused"});
    QVERIFY2(place.infoOf("mail").note.contains("paused"), place.infoOf("mail").note);
}

/// Checks that Horizon's sets for tags, jobs and queues are not suggested as custom queues, although their scores
/// resemble due times.
void TestHorizonLayout::whatHorizonKeepsIsNoHandWrittenQueue()
{
    LaravelReading place;
    place.server.loadHorizon();
    place.server.push(LaravelServer::job("ready"));
    for (const char* key : {"laravel_horizon:order:7", "laravel_horizon:snapshot:queue:mail", "shop_horizon:order:8"})
        place.server.call({"ZADD", key, "1795601600", "f-one"});
    const Answer queues = Duectl(place.server.url()).run("queues");
    EXIT(queues, 0);
    QVERIFY2(queues.out.contains("mail@laravel") && !queues.all().contains("horizon:"), queues.all());
}

void TestHorizonLayout::whichHorizonIsMeantIsSaid()
{
    LaravelReading place;
    QCOMPARE(place.inspector().queue(horizonPlace).error().code, ErrorCode::NotFound);
    place.server.call({"ZADD", "horizon:failed_jobs", "-1795601600.5", "x"});
    place.open(u"laravel:shop_database_"_s);
    // No other Horizon installation is found.
    QCOMPARE(place.infoOf("@laravel:shop_database_").counts[TaskState::Failed], 1);
    place.server.call({"ZADD", "laravel_horizon:failed_jobs", "-1795601600.5", "x", "-1795601601.5", "y"});
    place.open(u"laravel:shop_database_"_s);
    QCOMPARE(place.inspector().queue("@laravel:shop_database_").error().message,
        u"Specify the PREFIX of its queue keys (PREFIXqueues:NAME): --layout \"laravel:PREFIX?horizon=P2\"."_s);
    place.server.call({"ZADD", "shop_horizon:failed_jobs", "-1795601600.5", "x", "-1", "y", "-2", "z"});
    place.open(u"laravel:shop_database_"_s);
    // The jobs belong to the Horizon installation with this prefix.
    QCOMPARE(place.infoOf("@laravel:shop_database_").counts[TaskState::Failed], 3);
    place.open(u"laravel:shop_database_?horizon=horizon%3A"_s);
    QCOMPARE(place.infoOf({}).counts[TaskState::Failed], 1);
}

/// Checks that `horizon.prefix` can have any value, and that Horizon's keys need not have the same prefix as the queue
/// keys.
void TestHorizonLayout::aHorizonOfAnyPrefixIsFound()
{
    LaravelReading place;
    place.server.loadHorizon();
    for (const Reply& key : place.server.call({"KEYS", "laravel_horizon:*"}).items)
        place.server.call({"RENAME", key.bytes, "acme:" + key.bytes.mid(16)});
    place.server.push(LaravelServer::job("ready"), "acme_queues:mail");
    const Duectl duectl(place.server.url());
    const Answer queues = duectl.run("queues --json");
    std::map<QString, QJsonObject> rows;
    for (const QJsonValue& row : queues.array())
        rows[row[u"name"_s].toString()] = row.toObject();
    QVERIFY2(rows.size() == 2 && !queues.err.contains("acme:"), queues.all());
    const QString name = rows.begin()->first;
    QCOMPARE(rows.begin()->second[u"failed"_s].toInt(), 3);
    QCOMPARE(rows.rbegin()->second[u"due"_s].toInt(), 1);
    const Answer refused = duectl.run({u"retry"_s, name, u"f-one"_s, u"--yes"_s});
    QVERIFY2(refused.code != 0 && refused.err.contains("--layout \"laravel:PREFIX?horizon=acme"), refused.all());
    QString said = QString::fromUtf8(refused.err).section(u'"', 1, 1);
    said.replace(u"PREFIX"_s, u"acme_"_s);
    EXIT(duectl.run({u"--layout"_s, said, u"retry"_s, u"@laravel"_s, u"f-one"_s, u"--yes"_s}), 0);
    QCOMPARE(place.server.call({"LLEN", "acme_queues:mail"}).integer, 2);
    // Horizon's prefix alone doesn't identify the queues, because none of them has the default prefix.
    const Answer halfSaid
        = duectl.run({u"--layout"_s, u"laravel?horizon=acme:"_s, u"retry"_s, u"@laravel"_s, u"f-two"_s, u"--yes"_s});
    QVERIFY2(halfSaid.code != 0 && halfSaid.err.contains("Specify the PREFIX of its queue keys"), halfSaid.all());
    QVERIFY(place.server.call({"KEYS", "laravel_database_*"}).items.empty());
}

/// Checks that the two prefixes that Laravel derives from a name (before and since version 12) refer to the same
/// Horizon installation.
void TestHorizonLayout::oneHorizonOfTwoPrefixesIsShownOnce()
{
    LaravelReading place;
    place.server.loadHorizon();
    place.server.push(LaravelServer::job("newer"), "laravel-database-queues:mail");
    const Duectl duectl(place.server.url());
    const auto failed = [&duectl] {
        int sum = 0;
        for (const QJsonValue& row : duectl.run("queues --json").array())
            sum += row[u"failed"_s].toInt();
        return sum;
    };
    QCOMPARE(failed(), 3);
    EXIT(duectl.run("retry @laravel:laravel-database- f-one --yes"), 0);
    QCOMPARE(place.server.call({"LLEN", "laravel-database-queues:mail"}).integer, 2);
    place.server.push(LaravelServer::job("older"));
    QCOMPARE(failed(), 3);
    const Answer refused = duectl.run("retry @laravel f-two --yes");
    QVERIFY2(refused.code != 0 && refused.err.contains("?horizon=laravel_horizon"), refused.all());
    QCOMPARE(place.server.call({"LLEN", LaravelServer::list}).integer, 1);
}

void TestHorizonLayout::theNewestOfHorizonComesFirst()
{
    LaravelReading place;
    for (int i = 0; i < 1200; ++i) {
        const QByteArray uuid = "u" + QByteArray::number(10'000 + i);
        const char* set = i % 3 == 0 ? "laravel_horizon:silenced_jobs" : "laravel_horizon:completed_jobs";
        place.server.call({"ZADD", set, '-' + QByteArray::number(1'795'600'000 + i) + ".5", uuid});
        place.server.call({"HSET", "laravel_horizon:" + uuid, "id", uuid, "name", "N", "payload", "{}"});
    }
    const auto page = [&place](qint64 offset, int limit) {
        return idsOf(
            LaravelReading::value(place.inspector().page({horizonPlace, TaskState::Done, offset, limit})).tasks);
    };
    QCOMPARE(page(0, 3), (QByteArrayList{"u11199", "u11198", "u11197"}));
    QCOMPARE(page(600, 2), (QByteArrayList{"u10599", "u10598"}));
    QCOMPARE(page(1198, 5), (QByteArrayList{"u10001", "u10000"}));
    const auto merged = LaravelReading::value(place.inspector().page({horizonPlace, {}, 1000, 2, StateSet::all()}));
    QCOMPARE(merged.total, 1200);
    QCOMPARE(idsOf(merged.tasks), (QByteArrayList{"u11000", "u11001"}));
    SearchRequest request{horizonPlace, TaskFilter::parse(u"type:N"_s).value()};
    request.changedBefore = fromMs(1'795'600'099'600);
    std::set<QByteArray> met;
    do {
        const auto step = LaravelReading::value(place.inspector().search(request));
        for (const Task& task : step.matches)
            met.insert(task.id);
        request.cursor = step.cursor;
    } while (!request.cursor.isEmpty());
    QCOMPARE(met.size(), std::size_t(100));
    QCOMPARE(*met.rbegin(), QByteArray("u10099"));
}

QTEST_GUILESS_MAIN(TestHorizonLayout)
#include "tst_horizonlayout.moc"
