// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/integration/celeryacts.h"
#include "tests/integration/duectlprogram.h"
#include "tests/integration/laravelacts.h"
#include "tests/integration/rqacts.h"
#include "tests/support/celerypeer.h"
#include "tests/support/phppeer.h"
#include "tests/support/rqpeer.h"
#include "tests/support/sendsignal.h"

#include <QTemporaryDir>
#include <QTest>

#include <algorithm>
#include <csignal>
#include <functional>

using namespace dueline;
using namespace Qt::StringLiterals;

namespace {

constexpr int jobs = 300;
constexpr int killedAfter = 40; ///< of them, at least

/// A framework that runs here: it has added the jobs, and its own worker runs them in the end.
struct KilledPeer
{
    QString layout;
    QString missing; ///< why it does not; empty: it does
    std::function<void(RedisServer&)> add;
    std::function<std::unique_ptr<PeerProcess>(RedisServer&)> work;
};

std::vector<KilledPeer> killedPeers()
{
    return {
        {u"laravel"_s, PhpPeer::missing(),
            [](RedisServer& server) {
                PhpPeer::run(&server, {u"add"_s, u"mail"_s, QString::number(jobs), u"36000"_s, u"Mail"_s, u"0"_s});
            },
            [](RedisServer& server) { return std::make_unique<PhpPeer>(server, "mail"); }},
        {u"rq"_s, RqPeer::missing(),
            [](RedisServer& server) {
                QStringList command{u"add"_s};
                for (int i = 0; i < jobs; ++i)
                    command << uR"({"id": "j%1", "task": "mark", "in": 36000})"_s.arg(i);
                RqPeer::run(server, command);
            },
            [](RedisServer& server) {
                return std::make_unique<RqPeer>(server, "mail", 0, RqPeer::Kind::Simple);
            }},
        {u"celery"_s, CeleryPeer::missing(),
            [](RedisServer& server) {
                CeleryPeer::add(server, {uR"({"id": "m", "task": "mark", "in": 36000, "count": %1})"_s.arg(jobs)});
            },
            [](RedisServer& server) { return std::make_unique<CeleryPeer>(server, "mail"); }},
    };
}

/// What is in order in a list that an undo fills from its other end is not compared.
std::map<QByteArray, QByteArrayList> inAnyOrder(RedisServer& server)
{
    auto keys = foreignKeys(server, ComparedEnd::None);
    for (auto& [key, words] : keys)
        std::sort(words.begin(), words.end());
    return keys;
}

} // namespace

/// Actions on many tasks whose program is killed in the middle: another one goes on, the undo puts back all of it, and
/// the framework's own worker then runs each task once. Retry and run now beside a worker: the tests of each layout.
class TestKilledActs : public QObject
{
    Q_OBJECT

    QTemporaryDir m_state;

private slots:
    void initTestCase() { qputenv("XDG_STATE_HOME", m_state.path().toLocal8Bit()); }
    void eachIsGoneOnWithAndUndone_data();
    void eachIsGoneOnWithAndUndone();
};

void TestKilledActs::eachIsGoneOnWithAndUndone_data()
{
    QTest::addColumn<int>("peer");
    QTest::addColumn<QString>("action");
    const auto peers = killedPeers();
    for (int i = 0; i < int(peers.size()); ++i) {
        for (const char* action : {"run-now", "reschedule", "discard"})
            QTest::addRow("%s, %s", qPrintable(peers[std::size_t(i)].layout), action) << i << QString::fromLatin1(action);
    }
}

void TestKilledActs::eachIsGoneOnWithAndUndone()
{
    QFETCH(int, peer);
    QFETCH(QString, action);
    const KilledPeer framework = killedPeers().at(std::size_t(peer));
    if (!framework.missing.isEmpty())
        QSKIP(qPrintable(framework.missing));
    RedisServer server;
    framework.add(server);
    const auto before = inAnyOrder(server);
    const Duectl duectl(server.url());
    const QStringList with{u"--layout"_s, framework.layout};
    const auto latest = [&] { return duectl.run(with + words("operations mail --json")).array().at(0).toObject(); };
    const QString times = action == u"reschedule" ? u" --in 20h"_s : QString();
    const auto killed
        = duectl.start(with + QProcess::splitCommand(u"%1 mail --all --yes --pace 150"_s.arg(action) + times));
    QTRY_VERIFY_WITH_TIMEOUT(latest()[u"done"_s].toInt() > killedAfter, 30'000);
    sendSignal(*killed, SIGKILL);
    killed->waitForFinished();
    const int done = latest()[u"done"_s].toInt();
    QVERIFY(done < jobs);
    QVERIFY(inAnyOrder(server) != before);
    const QString id = latest()[u"id"_s].toString();
    QTRY_VERIFY_WITH_TIMEOUT(latest()[u"interrupted"_s].toBool(), 15'000);
    const Answer resumed = duectl.run(with + QStringList{u"operations"_s, u"resume"_s, id});
    EXIT(resumed, 0);
    QCOMPARE(latest()[u"done"_s].toInt(), jobs);
    const Answer undone = duectl.run(with + QStringList{u"undo"_s, id, u"--yes"_s});
    EXIT(undone, 0);
    QCOMPARE(inAnyOrder(server), before);
    // They are as sound as they were.
    EXIT(duectl.run(with + words("run-now mail --all --yes")), 0);
    const auto worker = framework.work(server);
    QTRY_COMPARE_WITH_TIMEOUT(server.call({"HLEN", "marks"}).integer, jobs, 100'000);
    for (const Reply& runs : server.call({"HVALS", "marks"}).items)
        QCOMPARE(runs.bytes, QByteArray("1"));
}

QTEST_GUILESS_MAIN(TestKilledActs)
#include "tst_killedacts.moc"
