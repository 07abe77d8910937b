// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/layouts/native/nativecodec.h"
#include "core/layouts/native/nativekeys.h"
#include "core/redis/redisclient.h"
#include "tests/support/nativeplace.h"

#include <QRegularExpression>

using namespace dueline;
using namespace std::chrono_literals;

/// Tests the engine's scripts on a faulty server: lost replies, forgotten scripts, missing permissions, no free
/// memory.
class TestNativeScriptsServer : public QObject
{
    Q_OBJECT

private:
    NativePlace place;
    const NativeKeys& keys = place.keys;

private slots:
    void cleanup() { place.empty(); }

    void claimWhoseAnswerWasLostGivesTheSameLeasesAgain();
    void ackWhoseAnswerWasLostIsNotStale();
    void forgottenScriptsAreLoadedAgain();
    void probeAsksForEveryCommandOfTheScripts();
    void missingPermissionIsToldBeforeAnythingIsWritten();
    void fullServerLetsWorkFinishButTakesNothingNew();
    void errorNamesTheDamagedKey();
};

void TestNativeScriptsServer::claimWhoseAnswerWasLostGivesTheSameLeasesAgain()
{
    RedisConfig impatient = place.server.config();
    impatient.timeouts.reply = 300ms;
    impatient.timeouts.progress = 300ms;
    NativeWorkerLane lane(impatient, "worker-c");
    QVERIFY(lane.scripts.prepare("q").ok() && lane.scripts.prepareWork().ok());
    // Load the script first. Otherwise, the lost reply would only say that the script is unknown, or would be the reply
    // to the key check before the first claim.
    place.server.call({"SCRIPT", "LOAD", NativeScripts::library()["claim"].source});
    QVERIFY(lane.broker.claim({"q", 100, 30s, {true, {}, {}}}).ok());
    place.addDue({"mail#a", "mail#b"});
    place.server.freeze();
    const auto lost = lane.broker.claim({"q", 100, 30s, {true, {}, {}}});
    place.server.thaw();
    QVERIFY(!lost);
    QTRY_COMPARE(place.members(keys.leased()), 2);
    const auto leases = place.claim(lane);
    QCOMPARE(leases.size(), 2U);
    for (const Lease& lease : leases)
        QCOMPARE(place.ack(lane, lease), WriteOutcome::Accepted);
}

void TestNativeScriptsServer::ackWhoseAnswerWasLostIsNotStale()
{
    RedisConfig impatient = place.server.config();
    impatient.timeouts.reply = 300ms;
    impatient.timeouts.progress = 300ms;
    NativeWorkerLane lane(impatient, "worker-c");
    place.addDue({"mail#a", "mail#b"});
    const auto leases = place.claim(lane);
    const std::vector<Ack> acks{{leases[0].id, leases[0].token, {}}, {leases[1].id, leases[1].token, {}}};
    place.server.call({"SCRIPT", "LOAD", NativeScripts::library()["ack"].source});
    place.server.freeze();
    const auto lost = lane.broker.ack("q", acks, {});
    place.server.thaw();
    QVERIFY(!lost);
    QTRY_COMPARE(place.members(keys.done()), 2);
    QCOMPARE(place.value(lane.broker.ack("q", acks, {})), std::vector<WriteOutcome>(2, WriteOutcome::Accepted));
    QCOMPARE(place.value(lane.broker.ack("q", acks, {})), std::vector<WriteOutcome>(2, WriteOutcome::Stale));
    QCOMPARE(place.countedClasses("r"), 2);
}

void TestNativeScriptsServer::forgottenScriptsAreLoadedAgain()
{
    place.addDue({"mail#a", "mail#b"});
    place.server.call({"SCRIPT", "FLUSH"});
    const auto leases = place.claim();
    place.server.call({"SCRIPT", "FLUSH"});
    QCOMPARE(place.ack(leases.at(0)), WriteOutcome::Accepted);
    place.server.call({"SCRIPT", "FLUSH"});
    QCOMPARE(place.nack(leases.at(1), 1h), WriteOutcome::Accepted);
    place.server.call({"SCRIPT", "FLUSH"});
    QVERIFY(place.worker.broker.sweep("q").ok());
}

void TestNativeScriptsServer::probeAsksForEveryCommandOfTheScripts()
{
    const QString probe = QString::fromUtf8(NativeScripts::library()["probe"].source);
    static const QRegularExpression use(QStringLiteral("\\b(?:call|try)\\('([A-Z]+)'"));
    int uses = 0;
    for (const auto& [name, script] : NativeScripts::library().all()) {
        for (auto found = use.globalMatch(QString::fromUtf8(script.source)); found.hasNext(); ++uses) {
            const QString command = found.next().captured(1);
            QVERIFY2(command == u"PUBLISH" || probe.contains(QStringLiteral("{'%1'").arg(command)),
                qPrintable(QStringLiteral("%1 uses %2").arg(QString::fromUtf8(name), command)));
        }
    }
    QVERIFY(uses > 100);
}

void TestNativeScriptsServer::missingPermissionIsToldBeforeAnythingIsWritten()
{
    place.addDue({"mail#a"});
    const auto before = place.contents();
    const auto claimAs = [&](const QByteArrayList& rules) {
        Command setUser{"ACL", "SETUSER", "limited", "reset", "on", ">secret"};
        setUser.insert(setUser.end(), rules.begin(), rules.end());
        const Reply made = place.server.call(setUser);
        if (made.isError())
            qFatal("%s", made.bytes.constData());
        RedisConfig config = place.server.config();
        config.user = QStringLiteral("limited");
        config.password = Secret("secret");
        NativeWorkerLane lane(config, "worker-l");
        const auto claim = lane.broker.claim({"q", 100, 30s, {true, {}, {}}});
        return claim ? std::pair(ErrorCode::Io, QString()) : std::pair(claim.error().code, claim.error().message);
    };
    const QByteArrayList operating{"~dueline:{q}:*", "&*", "+@all"};
    const QByteArrayList allowed = operating + QByteArrayList{"~dueline:workers", "~dueline:w:*"};
    auto [code, message] = claimAs(allowed + QByteArrayList{"-zrem"});
    QCOMPARE(code, ErrorCode::Permission);
    QVERIFY2(message.contains(u"ZREM") && !message.contains(u"ZADD"), qPrintable(message));
    std::tie(code, message) = claimAs({"~dueline:{q}:[^r]*", "&*", "+@all"});
    QCOMPARE(code, ErrorCode::Permission);
    QVERIFY2(message.contains(u"key dueline:{q}:retry") && !message.contains(u"ZADD"), qPrintable(message));
    std::tie(code, message) = claimAs({"~dueline:{q}:*", "resetchannels", "+@all"});
    QCOMPARE(code, ErrorCode::Permission);
    QVERIFY2(message.contains(u"channel"), qPrintable(message));
    std::tie(code, message) = claimAs(operating);
    QCOMPARE(code, ErrorCode::Permission);
    QVERIFY2(
        message.contains(u"not allowed to run tasks") && message.contains(u"dueline:workers"), qPrintable(message));
    std::tie(code, message) = claimAs(allowed + QByteArrayList{"-evalsha"});
    QCOMPARE(code, ErrorCode::Permission);
    QVERIFY(place.contents() == before);
    std::tie(code, message) = claimAs(allowed);
    QCOMPARE(code, ErrorCode::Io); // claimAs() returns this code if the claim succeeded
    QCOMPARE(place.whereIs("mail#a"), "leased");
}

void TestNativeScriptsServer::fullServerLetsWorkFinishButTakesNothingNew()
{
    place.addDue({"mail#a", "mail#b", "mail#c"});
    place.server.call({"CONFIG", "SET", "maxmemory-policy", "noeviction"});
    place.server.call({"CONFIG", "SET", "maxmemory", "1mb"});
    const auto added = place.worker.adder.add("q", {{"mail#x", {}, 0ms, {}, ""}});
    const auto addedLarge = place.worker.adder.add("q", {{"mail#y", {}, 0ms, {}, QByteArray(5000, 'x')}});
    const auto leases = place.claim();
    QCOMPARE(place.ack(leases.at(0)), WriteOutcome::Accepted);
    QCOMPARE(place.nack(leases.at(1), std::nullopt), WriteOutcome::Accepted);
    place.server.call({"CONFIG", "SET", "maxmemory", "0"});
    place.letExpire("mail#c");
    place.server.call({"CONFIG", "SET", "maxmemory", "1mb"});
    const auto recovered = place.worker.broker.recover("q", 100);
    place.server.call({"CONFIG", "SET", "maxmemory", "0"});
    QCOMPARE(place.value(recovered).retried, 1);
    QVERIFY(!added && !addedLarge);
    QCOMPARE(added.error().code, ErrorCode::Full);
    QCOMPARE(addedLarge.error().code, ErrorCode::Full);
    QCOMPARE(place.fields(keys.tasks()), 3);
}

void TestNativeScriptsServer::errorNamesTheDamagedKey()
{
    place.addDue({"mail#a"});
    place.server.call({"DEL", keys.retry()});
    place.server.call({"SET", keys.retry(), "x"});
    const auto claim = place.worker.broker.claim({"q", 100, 30s, {true, {}, {}}});
    QVERIFY(!claim);
    QCOMPARE(claim.error().code, ErrorCode::WrongType);
    QVERIFY2(claim.error().message.contains(u"dueline:{q}:retry"), qPrintable(claim.error().message));
}

QTEST_GUILESS_MAIN(TestNativeScriptsServer)
#include "tst_nativescripts_server.moc"
