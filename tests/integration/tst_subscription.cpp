// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/redis/subscription.h"
#include "tests/support/redisserver.h"
#include "tests/support/scriptedserver.h"

#include <QTest>

using namespace dueline;

namespace {

using Client = ScriptedServer::Client;

/// Returns the next message, or an empty one if none arrives within five seconds.
Message nextOf(Subscription& subscription)
{
    const Result<std::optional<Message>> next = subscription.next(Millis(5000));
    return next && *next ? **next : Message{};
}

} // namespace

class TestSubscription : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void whatIsPublishedAfterOpenArrivesInOrder()
    {
        RedisServer server;
        Subscription subscription(server.config(), {"wake", "results"}, {"dueline:*:wake"});
        const Result<> opened = subscription.open();
        QVERIFY2(opened.ok(), opened ? "" : qPrintable(opened.error().message));
        // Once open() returns, all channels and patterns are subscribed to.
        const QByteArray binary("a\0\r\n\xff", 5);
        QCOMPARE(server.call({"PUBLISH", "wake", binary}).integer, 1);
        QCOMPARE(server.call({"PUBLISH", "results", "2"}).integer, 1);
        QCOMPARE(server.call({"PUBLISH", "dueline:{q}:wake", "3"}).integer, 1);
        QCOMPARE(server.call({"PUBLISH", "elsewhere", "4"}).integer, 0);
        QCOMPARE(nextOf(subscription), (Message{"wake", binary}));
        QCOMPARE(nextOf(subscription), (Message{"results", "2"}));
        QCOMPARE(nextOf(subscription), (Message{"dueline:{q}:wake", "3"}));
    }

    void withoutAMessageTheWaitEndsInTime()
    {
        RedisServer server;
        Subscription subscription(server.config(), {"wake"});
        QVERIFY(subscription.open().ok());
        Result<std::optional<Message>> none = subscription.next(Millis(150));
        QVERIFY(none.ok());
        QVERIFY(!none->has_value());
        none = subscription.next(Millis(0));
        QVERIFY(none.ok() && !none->has_value());
        // Messages published before next() is called are not lost.
        server.call({"PUBLISH", "wake", "now"});
        QCOMPARE(nextOf(subscription).payload, QByteArray("now"));
    }

    void aLostServerIsToldAndTheSubscriptionOpensAnew()
    {
        RedisServer server({.tcp = true, .aof = false, .password = {}, .arguments = {}});
        Subscription subscription(server.config(), {"wake"});
        QVERIFY(subscription.open().ok());
        server.kill9();
        const Result<std::optional<Message>> lost = subscription.next(Millis(5000));
        QVERIFY(!lost);
        QCOMPARE(lost.error().code, ErrorCode::Disconnected);
        QVERIFY(!subscription.isOpen());
        QVERIFY(!subscription.next(Millis(10)));
        server.start();
        QVERIFY(subscription.open().ok());
        QCOMPARE(server.call({"PUBLISH", "wake", "back"}).integer, 1);
        QCOMPARE(nextOf(subscription).payload, QByteArray("back"));
    }

    void aChannelTheUserMayNotHearIsRefused()
    {
        RedisServer server;
        QVERIFY(
            server.call({"ACL", "SETUSER", "amy", "on", ">pw", "+@all", "~*", "resetchannels", "&mine"}).isStatus());
        RedisConfig config = server.config();
        config.user = QStringLiteral("amy");
        config.password = Secret("pw");
        Subscription refused(config, {"mine", "others"});
        const Result<> opened = refused.open();
        QVERIFY(!opened);
        QCOMPARE(opened.error().code, ErrorCode::Permission);
        QVERIFY(!refused.isOpen());
        QVERIFY(Subscription(config, {"mine"}).open().ok());
    }

    void aServerThatDoesNotConfirmIsTimedOut()
    {
        ScriptedServer server([](Client& client) {
            if (client.greet() && client.expect("wake\r\n"))
                client.holdOpen();
        });
        RedisConfig config = server.config();
        config.timeouts.progress = Millis(300);
        Subscription subscription(config, {"wake"});
        const Result<> opened = subscription.open();
        QVERIFY(!opened);
        QCOMPARE(opened.error().code, ErrorCode::Timeout);
    }

    void whatIsNoMessageEndsTheSubscription()
    {
        ScriptedServer server([](Client& client) {
            if (!client.greet() || !client.expect("wake\r\n"))
                return;
            client.send("*3\r\n$9\r\nsubscribe\r\n$4\r\nwake\r\n:1\r\n+OK\r\n");
            client.holdOpen();
        });
        Subscription subscription(server.config(), {"wake"});
        QVERIFY(subscription.open().ok());
        const Result<std::optional<Message>> next = subscription.next(Millis(5000));
        QVERIFY(!next);
        QCOMPARE(next.error().code, ErrorCode::Protocol);
        QVERIFY(!subscription.isOpen());
    }

    void aSilentConnectionIsPingedAndAnAnswerKeepsIt()
    {
        std::atomic_int pings = 0;
        ScriptedServer server([&](Client& client) {
            if (!client.greet() || !client.expect("wake\r\n"))
                return;
            client.send("*3\r\n$9\r\nsubscribe\r\n$4\r\nwake\r\n:1\r\n");
            if (!client.expect("PING\r\n"))
                return;
            ++pings;
            client.send("*2\r\n$4\r\npong\r\n$0\r\n\r\n");
            if (client.expect("PING\r\n")) // this ping gets no answer
                ++pings;
            client.holdOpen();
        });
        RedisConfig config = server.config();
        config.timeouts.progress = Millis(300);
        Subscription subscription(config, {"wake"});
        subscription.pingAfter = Millis(200);
        QVERIFY(subscription.open().ok());
        // Returns long before this timeout.
        const Result<std::optional<Message>> next = subscription.next(Millis(60'000));
        QVERIFY2(!next, "a dead connection was waited for");
        QCOMPARE(next.error().code, ErrorCode::Disconnected);
        QCOMPARE(pings.load(), 2);
    }
};

QTEST_GUILESS_MAIN(TestSubscription)
#include "tst_subscription.moc"
