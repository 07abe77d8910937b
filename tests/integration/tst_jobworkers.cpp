// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/layouts/catalogue/layoutregistry.h"
#include "core/layouts/shared/bull/jobworkers.h"
#include "tests/integration/duectlprogram.h"
#include "tests/integration/jobplace.h"

#include <QTest>

using namespace dueline;
using namespace Qt::StringLiterals;

using KnownBy = WorkerInfo::KnownBy;

namespace {

class WorkerPlace : public JobPlace
{
public:
    explicit WorkerPlace(const QString& module)
        : JobPlace(module, module.startsWith(u"bullmq") ? u"bullmq"_s : u"bull"_s)
    { }

    bool isBullmq() const { return layout == u"bullmq"_s; }
    /// Returns the workers that a new connection finds.
    std::vector<WorkerInfo> workers(const RedisConfig& config)
    {
        const auto backend = value(openLayout(parseLayout(layout).value(), config, {}, {}, Access::ReadOnly));
        return value(backend->inspector().workers());
    }
    std::vector<WorkerInfo> workers() { return workers(server.config()); }
    RedisConfig withoutClientList()
    {
        server.call({"ACL", "SETUSER", "small", "on", ">pw", "~*", "&*", "+@all", "-client|list"});
        RedisConfig config = server.config();
        config.user = u"small"_s;
        config.password = Secret("pw");
        return config;
    }
};

} // namespace

/// Tests Bull and BullMQ workers, which are found through connections, a channel and jobs.
class TestJobWorkers : public QObject
{
    Q_OBJECT

private slots:
    void init()
    {
        QFETCH_GLOBAL(QString, module);
        if (const QString missing = NodePeer::missing(module); !missing.isEmpty())
            QSKIP(qPrintable(missing));
    }
    void initTestCase_data()
    {
        QTest::addColumn<QString>("module");
        QTest::addRow("BullMQ 6") << u"bullmq"_s;
        QTest::addRow("BullMQ 5") << u"bullmq5"_s;
        QTest::addRow("Bull 4") << u"bull"_s;
        QTest::addRow("Bull 3.29") << u"bull3"_s;
    }
    void eachIsKnownByItsConnection();
    void withoutConnectionsItIsKnownByWhatItLeaves();
    void connectionsOfOthersAreNone();
    void duectlSaysWhatIsKnown();
};

void TestJobWorkers::eachIsKnownByItsConnection()
{
    QFETCH_GLOBAL(QString, module);
    WorkerPlace place(module);
    place.add({uR"({"name":"hang"})"_s});
    QCOMPARE(place.workers().size(), std::size_t(0));
    NodePeer first(place.server, module, place.queue);
    QTRY_COMPARE_WITH_TIMEOUT(place.workers().size(), std::size_t(1), 20'000);
    const WorkerInfo worker = place.workers().at(0);
    QCOMPARE(worker.knownBy, KnownBy::Connection);
    QCOMPARE(worker.queues, std::vector<QueueName>{"mail"});
    QVERIFY(!worker.lost && !worker.id.isEmpty());
    QVERIFY(worker.seenAt >= worker.startedAt && worker.startedAt > place.info().serverNow - Millis(60'000));
    NodePeer second(place.server, module, place.queue);
    QTRY_COMPARE(place.workers().size(), std::size_t(2));
    // Read the workers only once, because their order may change.
    const std::vector<WorkerInfo> both = place.workers();
    QCOMPARE(both.size(), std::size_t(2));
    QVERIFY(both[0].id != both[1].id); // the ids differ even though the BullMQ workers have the same name here
    if (place.isBullmq()) {
        QCOMPARE(worker.id, QByteArray("peer"));
        QTRY_COMPARE(place.page(TaskState::Leased).size(), std::size_t(1));
        QCOMPARE(place.page(TaskState::Leased).at(0).worker, QByteArray("peer"));
    }
    first.kill9();
    QTRY_COMPARE_WITH_TIMEOUT(place.workers().size(), std::size_t(1), 20'000);
}

void TestJobWorkers::withoutConnectionsItIsKnownByWhatItLeaves()
{
    QFETCH_GLOBAL(QString, module);
    WorkerPlace place(module);
    const RedisConfig small = place.withoutClientList();
    const QByteArray id = place.add({uR"({"name":"hang"})"_s}).value(0);
    QCOMPARE(place.workers(small).size(), std::size_t(0));
    NodePeer worker(place.server, module, place.queue);
    QTRY_COMPARE(place.workers(small).size(), std::size_t(1));
    const WorkerInfo known = place.workers(small).at(0);
    QCOMPARE(known.knownBy, place.isBullmq() ? KnownBy::Job : KnownBy::Subscription);
    QCOMPARE(known.queues, std::vector<QueueName>{"mail"});
    QVERIFY(!known.lost);
    if (!place.isBullmq())
        return;
    QCOMPARE(known.id, QByteArray("peer"));
    QCOMPARE(known.running, 1);
    worker.kill9();
    place.server.call({"DEL", "bull:mail:" + id + ":lock"});
    QVERIFY(place.workers(small).at(0).lost);
}

void TestJobWorkers::connectionsOfOthersAreNone()
{
    QFETCH_GLOBAL(QString, module);
    WorkerPlace place(module);
    place.add({uR"({"name":"a"})"_s});
    RedisClient client(place.server.config());
    QVERIFY(client.open().ok());
    for (const char* name : {"bull", "bull:", "bull:mail", "bull:bWFpbA==:qe",
             "bull:bWFpbA==:", "bull:b3RoZXI=", "other:bWFpbA==", "bull:%%%"}) {
        QVERIFY(client.call({"CLIENT", "SETNAME", name}).ok());
        QVERIFY2(place.workers().empty(), name);
    }
    QVERIFY(client.call({"CLIENT", "SETNAME", "bull:bWFpbA=="}).ok());
    QCOMPARE(place.workers().size(), std::size_t(1));
}

void TestJobWorkers::duectlSaysWhatIsKnown()
{
    QFETCH_GLOBAL(QString, module);
    WorkerPlace place(module);
    place.add({uR"({"name":"a"})"_s});
    NodePeer worker(place.server, module, "mail");
    QTRY_COMPARE_WITH_TIMEOUT(place.workers().size(), std::size_t(1), 20'000);
    const Duectl duectl(place.server.url());
    const Answer json = duectl.run("workers --json");
    EXIT(json, 0);
    QCOMPARE(json.array().size(), 1);
    const QJsonObject row = json.array().at(0).toObject();
    QCOMPARE(row.value(u"known_by"_s).toString(), u"connection"_s);
    QCOMPARE(row.value(u"queues"_s).toArray().at(0).toString(), u"mail@"_s + place.layout);
    QVERIFY(!row.contains(u"concurrency"_s) && !row.contains(u"process_id"_s));
    const Answer text = duectl.run("workers");
    EXIT(text, 0);
    QVERIFY2(text.out.contains("connected") && text.out.contains("mail@"), text.all());
    QVERIFY2(text.err.contains("its slots are unknown"), text.all());
}

QTEST_GUILESS_MAIN(TestJobWorkers)
#include "tst_jobworkers.moc"
