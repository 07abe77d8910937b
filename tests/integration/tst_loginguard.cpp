// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/interruption.h"
#include "core/redis/loginguard.h"
#include "core/redis/redisconnection.h"
#include "core/redis/renewablepassword.h"
#include "tests/support/refusedlogins.h"

#include <QTest>
#include <QThread>

#include <atomic>

using namespace dueline;
using namespace std::chrono_literals;

/// Tests refused credentials: none of the program's connections sends them to the same server again until a delay has
/// elapsed.
class TestLoginGuard : public QObject
{
    Q_OBJECT

    static RedisConfig wrong(const RedisServer& server)
    {
        RedisConfig config = server.config();
        config.password = Secret("wrong");
        return config;
    }
    static Error refusalOf(const RedisConfig& config)
    {
        const auto opened = RedisConnection(config).open();
        return opened ? Error{} : opened.error();
    }

private Q_SLOTS:
    void cleanup() { LoginGuard::setPauses({}); }

    void whatWasRefusedIsNotOfferedAgainUntilItsTime()
    {
        RedisServer server({.tcp = true, .aof = false, .password = "right", .arguments = {}});
        LoginGuard::setPauses({400ms, 800ms});
        const RedisConfig config = wrong(server);
        const Error first = refusalOf(config);
        QCOMPARE(first.code, ErrorCode::Authentication);
        QCOMPARE(first.login, LoginRefusal::Password);
        QCOMPARE(refusedLogins(server), 1);
        QElapsedTimer since;
        since.start();
        while (since.elapsed() < 300)
            QCOMPARE(refusalOf(config), first); // The error is repeated without connecting to the server.
        QCOMPARE(refusedLogins(server), 1);
        QVERIFY(LoginGuard::heldBackFor(config) > 0ms);
        // If a login is refused again after the delay, the next delay is longer.
        QTRY_COMPARE(LoginGuard::heldBackFor(config) <= 0ms, true);
        QCOMPARE(refusalOf(config).login, LoginRefusal::Password);
        QCOMPARE(refusedLogins(server), 2);
        QVERIFY(LoginGuard::heldBackFor(config) > 400ms);
    }

    void untilItIsMendedAndThenItIsWelcome()
    {
        RedisServer server({.tcp = true, .aof = false, .password = "right", .arguments = {}});
        const RedisConfig config = wrong(server);
        QVERIFY(refusalOf(config).refusesLogin());
        server.call({"CONFIG", "SET", "requirepass", "wrong"});
        QVERIFY(refusalOf(config).refusesLogin()); // the half-minute delay hasn't elapsed
        LoginGuard::forget(config); // The user requests another attempt.
        QVERIFY(RedisConnection(config).open().ok());
        QVERIFY(RedisConnection(config).open().ok());
    }

    void anotherPasswordIsOfferedAtOnce()
    {
        RedisServer server({.tcp = true, .aof = false, .password = "right", .arguments = {}});
        RedisConfig config = wrong(server);
        const auto renewed = std::make_shared<RenewablePassword>();
        config.renewed = renewed;
        QVERIFY(refusalOf(config).refusesLogin());
        renewed->renew(Secret("right"));
        QVERIFY(RedisConnection(config).open().ok());
        QCOMPARE(refusedLogins(server), 1);
    }

    /// Checks that parallel connections, such as a worker's services after a password change, cause only one refusal.
    void manyThatComeAtOnceAreRefusedOnce()
    {
        RedisServer server({.tcp = true, .aof = false, .password = "right", .arguments = {}});
        const RedisConfig config = wrong(server);
        std::atomic_int refused = 0;
        std::vector<std::unique_ptr<QThread>> threads;
        for (int i = 0; i < 10; ++i) {
            threads.emplace_back(QThread::create([&] { refused += refusalOf(config).refusesLogin(); }));
            threads.back()->start();
        }
        for (const auto& thread : threads)
            QVERIFY(thread->wait(20'000));
        QCOMPARE(refused.load(), 10);
        QCOMPARE(refusedLogins(server), 1);
    }

    void aPasswordThatIsMissingAndAUserWhoMayNotAreRefusalsToo()
    {
        RedisServer server({.tcp = true, .aof = false, .password = "right", .arguments = {}});
        RedisConfig config = server.config();
        config.password = Secret();
        QCOMPARE(refusalOf(config).login, LoginRefusal::Password);
        server.call({"ACL", "SETUSER", "small", "on", ">pw", "~*", "+ping"});
        config.user = QStringLiteral("small");
        config.password = Secret("pw");
        config.database = 3;
        const Error refusal = refusalOf(config);
        QCOMPARE(refusal.code, ErrorCode::Permission);
        QCOMPARE(refusal.login, LoginRefusal::Rights);
    }

    void aServerThatIsAwayIsNoRefusal()
    {
        RedisConfig config;
        config.hosts = {{QStringLiteral("127.0.0.1"), RedisServer::freePort()}};
        config.password = Secret("right");
        const Error error = refusalOf(config);
        QCOMPARE(error.code, ErrorCode::Unreachable);
        QVERIFY(!error.refusesLogin());
        QCOMPARE(LoginGuard::heldBackFor(config), 0ms);
    }

    /// Checks that one server's refusal doesn't delay logins to other servers.
    void serversAreToldApart()
    {
        RedisServer one({.tcp = true, .aof = false, .password = "right", .arguments = {}});
        RedisServer other({.tcp = true, .aof = false, .password = "wrong", .arguments = {}});
        QVERIFY(refusalOf(wrong(one)).refusesLogin());
        QVERIFY(RedisConnection(wrong(other)).open().ok());
    }

    /// Checks that a connection waiting for another's login attempt stops waiting when a signal arrives or the window
    /// closes.
    void aWaitForOnesTurnEndsByASignal()
    {
        RedisConfig config;
        config.password = Secret("right");
        const QString where = QStringLiteral("127.0.0.1:1");
        LoginGuard before(config, where);
        QVERIFY(before.enter(QDeadlineTimer(1'000)).ok()); // The first connection sends the password and gets no reply.
        Interruption interruption;
        std::atomic_bool waits = false;
        Result<> outcome;
        QElapsedTimer took;
        const std::unique_ptr<QThread> thread(QThread::create([&] {
            const InterruptionScope scope(interruption);
            LoginGuard behind(config, where);
            waits = true;
            outcome = behind.enter(QDeadlineTimer(QDeadlineTimer::Forever));
        }));
        thread->start();
        QTRY_VERIFY(waits.load());
        QVERIFY(!thread->wait(300)); // the first attempt hasn't finished
        took.start();
        interruption.request();
        QVERIFY(thread->wait(5'000));
        QVERIFY(took.elapsed() < 2'000);
        QVERIFY(!outcome.ok());
        QCOMPARE(outcome.error().code, ErrorCode::Cancelled);
    }
};

QTEST_GUILESS_MAIN(TestLoginGuard)
#include "tst_loginguard.moc"
