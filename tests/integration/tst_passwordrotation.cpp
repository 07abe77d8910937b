// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/console/connect/connectiontest.h"
#include "core/redis/loginguard.h"
#include "tests/integration/duectlprogram.h"
#include "tests/support/rediscluster.h"
#include "tests/support/redissentinels.h"
#include "tests/support/rotatingpassword.h"
#include "tests/support/sendsignal.h"

#include <QElapsedTimer>
#include <QFile>
#include <QScopeGuard>
#include <QSignalSpy>
#include <QStandardPaths>
#include <QTest>

#include <functional>

using namespace dueline;
using namespace std::chrono_literals;
using namespace Qt::StringLiterals;

/// Tests a server whose password changes while programs with a password command are running.
class TestPasswordRotation : public QObject
{
    Q_OBJECT

    std::unique_ptr<RotatingPassword> m_password;

private Q_SLOTS:
    void init()
    {
        LoginGuard::setPauses({});
        m_password = std::make_unique<RotatingPassword>("one");
    }

    void eachConnectAsksAndARefusalAsksOnceMore()
    {
        RedisServer server({.tcp = true, .aof = false, .password = "one", .arguments = {}});
        const RedisConfig config = m_password->of(server.config());
        QVERIFY(RedisConnection(config).open().ok());
        QCOMPARE(m_password->runs(), 1);
        changePassword(server, "two");
        m_password->give("two");
        // The password command ran less than a second ago, so its previous output is used. Redis refuses it, so the
        // command runs again.
        const auto opened = RedisConnection(config).open();
        QVERIFY2(opened.ok(), opened ? "" : qPrintable(opened.error().message));
        QCOMPARE(m_password->runs(), 2);
        QVERIFY(refusedLogins(server) <= 1);
    }

    void aCommandThatGivesTheWrongPasswordIsRefusedOnceAndThenWaits()
    {
        RedisServer server({.tcp = true, .aof = false, .password = "one", .arguments = {}});
        m_password->give("wrong");
        const RedisConfig config = m_password->of(server.config());
        for (int i = 0; i < 5; ++i) {
            const auto opened = RedisConnection(config).open();
            QVERIFY(!opened.ok());
            QCOMPARE(opened.error().login, LoginRefusal::Password);
        }
        QCOMPARE(refusedLogins(server), 1); // a refused password is not sent twice
        QCOMPARE(m_password->runs(), 2);
        QVERIFY(LoginGuard::heldBackFor(config) > 0s && LoginGuard::heldBackFor(config) <= 1s);
        m_password->give("one");
        LoginGuard::forget(config); // The user requests another attempt.
        QVERIFY(RedisConnection(config).open().ok());
    }

    void theTestOfAConnectionHasAStepForIt()
    {
        RedisServer server({.tcp = true, .aof = false, .password = "one", .arguments = {}});
        const auto walk = [](const RedisConfig& redis) {
            std::vector<ConnectionStep> steps;
            ConnectionTest test;
            QSignalSpy finished(&test, &ConnectionTest::finished);
            connect(
                &test, &ConnectionTest::stepEnded, &test, [&](const ConnectionStep& step) { steps.push_back(step); });
            test.start({redis, defaultLayout(), "dueline"});
            [&] { QTRY_COMPARE_WITH_TIMEOUT(finished.size(), 1, 20'000); }();
            return steps;
        };
        using Kind = ConnectionStep::Kind;
        const auto good = walk(m_password->of(server.config()));
        QVERIFY(good.back().kind == Kind::Clock);
        const auto step
            = std::find_if(good.begin(), good.end(), [](const auto& s) { return s.kind == Kind::Password; });
        QVERIFY(step != good.end() && step->took > 0us && !step->text.contains(u"one "));
        RedisConfig broken = m_password->of(server.config());
        broken.passwordCommand = PasswordCommand::of(u"/not/there"_s);
        const auto bad = walk(broken);
        QVERIFY(bad.back().kind == Kind::Password && bad.back().verdict == ConnectionStep::Verdict::Failed);
        QVERIFY(bad.back().text.contains(u"/not/there does not exist"));
    }

    void aWorkerWorksWhileThePasswordChanges()
    {
        RedisServer server({.tcp = true, .aof = false, .password = "token-0", .arguments = {}});
        m_password->give("token-0");
        goesOn(u"redis://127.0.0.1:%1"_s.arg(server.port()),
            [&](const QByteArray& token) { m_password->change(server, token); });
    }

    /// Adds rows for a vault whose new password the server doesn't accept yet: it is refused at first and accepted
    /// later.
    void aWorkerWaitsForAServerThatIsBehindItsVault_data()
    {
        QTest::addColumn<bool>("atStart");
        QTest::newRow("at its start") << true;
        QTest::newRow("while it runs") << false;
    }
    void aWorkerWaitsForAServerThatIsBehindItsVault()
    {
        QFETCH(bool, atStart);
        RedisServer server({.tcp = true, .aof = false, .password = "one", .arguments = {}});
        const QString url = u"redis://127.0.0.1:%1"_s.arg(server.port());
        m_password->give("one");
        Duectl duectl(url);
        duectl.setVariable("DUELINE_PASSWORD_COMMAND", m_password->command());
        const auto done = [&] { return duectl.run("queues --json").array().at(0).toObject().value(u"done").toInt(); };
        EXIT(duectl.run("add mail hello"), 0);
        if (atStart)
            m_password->give("two");
        Duectl working(url);
        const auto worker = working.start({u"--password-command"_s, m_password->command(), u"work"_s, u"--queue"_s,
            u"mail"_s, u"--handler"_s, u"hello=command:/bin/true"_s});
        if (!atStart) {
            QTRY_COMPARE_WITH_TIMEOUT(done(), 1, 20'000);
            EXIT(duectl.run("add mail hello --in 1s"), 0);
            m_password->give("two");
            server.call({"CLIENT", "KILL", "TYPE", "normal", "SKIPME", "yes"});
        }
        QTRY_VERIFY_WITH_TIMEOUT(refusedLogins(server) >= 1, 20'000);
        changePassword(server, "two");
        // The first delay is 1 s; for typed passwords, it is 30 s.
        QTRY_COMPARE_WITH_TIMEOUT(done(), atStart ? 1 : 2, 20'000);
        QCOMPARE(worker->state(), QProcess::Running);
        sendSignal(*worker, SIGTERM);
        QVERIFY(worker->waitForFinished(20'000));
        QCOMPARE(worker->exitCode(), 0);
    }

    void watchingGoesOn()
    {
        RedisServer server({.tcp = true, .aof = false, .password = "token-0", .arguments = {}});
        m_password->give("token-0");
        Duectl duectl(u"redis://127.0.0.1:%1"_s.arg(server.port()));
        duectl.setVariable("DUELINE_PASSWORD_COMMAND", m_password->command());
        EXIT(duectl.run("add mail hello --in 1h"), 0);
        const auto watch = duectl.start({u"watch"_s, u"mail"_s, u"--json"_s});
        QByteArray seen;
        const auto sees = [&](int tasks) {
            return Duectl::waitFor(
                *watch, QProcess::StandardOutput, "\"scheduled\": " + QByteArray::number(tasks) + ",", seen);
        };
        QVERIFY2(sees(1), seen.constData());
        for (int round = 1; round <= 3; ++round) {
            m_password->change(server, "token-" + QByteArray::number(round));
            EXIT(duectl.run("add mail hello --in 1h"), 0);
            QVERIFY2(sees(1 + round), seen.constData());
        }
        QCOMPARE(watch->state(), QProcess::Running);
        sendSignal(*watch, SIGINT);
        QVERIFY(watch->waitForFinished(20'000));
        seen += watch->readAllStandardError() + watch->readAllStandardOutput();
        QVERIFY2(!seen.contains("token-"), seen.constData());
    }

    void inAClusterEveryNodeIsFollowed()
    {
        RedisCluster cluster;
        m_password->give("token-0");
        const auto change = [&](const QByteArray& token) {
            m_password->give(token);
            for (int i = 0; i < cluster.size(); ++i)
                changePassword(cluster.node(i), token);
        };
        change("token-0");
        goesOn(cluster.url(), change);
    }

    /// Checks that the new password of a master behind sentinels is used, even though the sentinels' own password stays
    /// the same.
    void behindSentinelsTheMasterIsFollowed()
    {
        RedisSentinels group({.replicas = 0, .sentinels = 1, .password = "token-0", .sentinelPassword = {}});
        m_password->give("token-0");
        const bool isRedis = !QStandardPaths::findExecutable(u"redis-cli"_s).isEmpty();
        const QString client = isRedis ? u"redis-cli"_s : u"valkey-cli"_s;
        goesOn(group.url(), [&](const QByteArray& token) {
            m_password->change(group.server(0), token);
            // Tell the sentinel the new password, repeatedly if it is busy with its own connections.
            const auto told = [&] {
                QProcess sentinel;
                sentinel.setProcessChannelMode(QProcess::MergedChannels);
                sentinel.start(client,
                    {u"-p"_s, QString::number(group.config().hosts.front().port), u"SENTINEL"_s, u"SET"_s, u"main"_s,
                        u"auth-pass"_s, QString::fromUtf8(token)});
                return sentinel.waitForFinished() ? sentinel.readAll().trimmed()
                                                  : QByteArray("the client does not end");
            };
            QTRY_COMPARE_WITH_TIMEOUT(told(), QByteArray("OK"), 10'000);
        });
    }

private:
    /// Checks that a worker with a password command keeps running as one process while the password changes three
    /// times, and that no task fails.
    void goesOn(const QString& url, const std::function<void(const QByteArray&)>& change)
    {
        Duectl duectl(url);
        duectl.setVariable("DUELINE_PASSWORD_COMMAND", m_password->command());
        Duectl working(url);
        const auto worker = working.start({u"--password-command"_s, m_password->command(), u"work"_s, u"--queue"_s,
            u"mail"_s, u"--handler"_s, u"hello=command:/bin/true"_s});
        const auto tell = qScopeGuard([&] {
            if (QTest::currentTestFailed())
                qInfo("the worker: %s", (worker->readAllStandardError() + worker->readAllStandardOutput()).constData());
        });
        const auto count = [&](const char* state) {
            return duectl.run("queues --json").array().at(0).toObject().value(QLatin1StringView(state)).toInt();
        };
        EXIT(duectl.run("add mail hello"), 0);
        int added = 1;
        QTRY_COMPARE_WITH_TIMEOUT(
            count("done"), added, 20'000); // if a connection were lost during startup, the worker would exit
        for (int round = 1; round <= 3; ++round) {
            change("token-" + QByteArray::number(round));
            for (int i = 0; i < 5; ++i, ++added)
                EXIT(duectl.run("add mail hello"), 0);
            QTRY_COMPARE_WITH_TIMEOUT(count("done"), added, 20'000);
        }
        QCOMPARE(count("failed") + count("retrying"), 0);
        QCOMPARE(worker->state(), QProcess::Running);
        sendSignal(*worker, SIGTERM);
        QVERIFY(worker->waitForFinished(20'000));
        const QByteArray log = worker->readAllStandardError() + worker->readAllStandardOutput();
        QVERIFY2(!log.contains("token-"), log.constData());
        QCOMPARE(worker->exitCode(), 0);
    }
};

QTEST_GUILESS_MAIN(TestPasswordRotation)

#include "tst_passwordrotation.moc"
