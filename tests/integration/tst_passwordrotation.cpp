// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/console/connect/connectiontest.h"
#include "core/redis/loginguard.h"
#include "core/redis/passwordcommand.h"
#include "tests/integration/duectlprogram.h"
#include "tests/support/refusedlogins.h"

#include <QElapsedTimer>
#include <QFile>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTest>

using namespace dueline;
using namespace std::chrono_literals;
using namespace Qt::StringLiterals;

/// A server whose password changes while programs with a password command are at work.
class TestPasswordRotation : public QObject
{
    Q_OBJECT

    QTemporaryDir m_folder;

    QString tokenFile() const { return m_folder.filePath(u"token"_s); }
    QString runsFile() const { return m_folder.filePath(u"runs"_s); }
    /// Counts its runs and prints the token.
    QString command() const { return m_folder.filePath(u"give"_s); }
    qint64 runs() const { return QFile(runsFile()).size(); }
    void give(const QByteArray& token)
    {
        QFile file(tokenFile() + u".new"_s);
        QVERIFY(file.open(QIODevice::WriteOnly));
        file.write(token + '\n');
        file.close();
        QVERIFY(::rename(qPrintable(file.fileName()), qPrintable(tokenFile())) == 0);
    }
    RedisConfig byCommand(const RedisServer& server) const
    {
        RedisConfig config = server.config();
        config.password = {};
        config.passwordCommand = PasswordCommand::of(command());
        return config;
    }

private Q_SLOTS:
    void init()
    {
        LoginGuard::setPauses({});
        QFile::remove(runsFile());
        QFile script(command());
        QVERIFY(script.open(QIODevice::WriteOnly | QIODevice::Truncate));
        script.write("#!/bin/sh\nprintf x >>'" + runsFile().toUtf8() + "'\nexec cat '" + tokenFile().toUtf8() + "'\n");
        script.close();
        script.setPermissions(QFile::ReadOwner | QFile::WriteOwner | QFile::ExeOwner);
    }

    void eachConnectAsksAndARefusalAsksOnceMore()
    {
        RedisServer server({.tcp = true, .aof = false, .password = "one", .arguments = {}});
        give("one");
        const RedisConfig config = byCommand(server);
        QVERIFY(RedisConnection(config).open().ok());
        QCOMPARE(runs(), 1);
        changePassword(server, "two");
        give("two");
        // Within a second of the last run the old one is offered, refused, and asked for again.
        const auto opened = RedisConnection(config).open();
        QVERIFY2(opened.ok(), opened ? "" : qPrintable(opened.error().message));
        QCOMPARE(runs(), 2);
        QVERIFY(refusedLogins(server) <= 1);
    }

    void aCommandThatGivesTheWrongPasswordIsRefusedOnceAndThenWaits()
    {
        RedisServer server({.tcp = true, .aof = false, .password = "one", .arguments = {}});
        give("wrong");
        const RedisConfig config = byCommand(server);
        for (int i = 0; i < 5; ++i) {
            const auto opened = RedisConnection(config).open();
            QVERIFY(!opened.ok());
            QCOMPARE(opened.error().login, LoginRefusal::Password);
        }
        QCOMPARE(refusedLogins(server), 1); // the same answer is not offered twice
        QCOMPARE(runs(), 2);
        QVERIFY(LoginGuard::heldBackFor(config) > 20s);
        give("one");
        LoginGuard::forget(config); // somebody wants it tried
        QVERIFY(RedisConnection(config).open().ok());
    }

    void theTestOfAConnectionHasAStepForIt()
    {
        RedisServer server({.tcp = true, .aof = false, .password = "one", .arguments = {}});
        give("one");
        const auto walk = [](const RedisConfig& redis) {
            std::vector<ConnectionStep> steps;
            ConnectionTest test;
            QSignalSpy finished(&test, &ConnectionTest::finished);
            connect(
                &test, &ConnectionTest::stepEnded, &test, [&](const ConnectionStep& step) { steps.push_back(step); });
            test.start({redis, {}, "dueline"});
            [&] { QTRY_COMPARE_WITH_TIMEOUT(finished.size(), 1, 20'000); }();
            return steps;
        };
        using Kind = ConnectionStep::Kind;
        const auto good = walk(byCommand(server));
        QVERIFY(good.back().kind == Kind::Clock);
        const auto step
            = std::find_if(good.begin(), good.end(), [](const auto& s) { return s.kind == Kind::Password; });
        QVERIFY(step != good.end() && step->took > 0us && !step->text.contains(u"one "));
        RedisConfig broken = byCommand(server);
        broken.passwordCommand = PasswordCommand::of(u"/not/there"_s);
        const auto bad = walk(broken);
        QVERIFY(bad.back().kind == Kind::Password && bad.back().verdict == ConnectionStep::Verdict::Failed);
        QVERIFY(bad.back().text.contains(u"/not/there is not there"));
    }

    /// A worker goes on by its command: no task fails, nothing is restarted.
    void aWorkerWorksWhileThePasswordChanges()
    {
        RedisServer server({.tcp = true, .aof = false, .password = "token-0", .arguments = {}});
        give("token-0");
        const QString url = u"redis://127.0.0.1:%1"_s.arg(server.port());
        Duectl duectl(url);
        duectl.setVariable("DUELINE_PASSWORD_COMMAND", command());
        QProcess worker;
        QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
        environment.remove(u"REDISCLI_AUTH"_s);
        environment.insert(u"XDG_STATE_HOME"_s, m_folder.path());
        environment.insert(u"XDG_CONFIG_HOME"_s, m_folder.path());
        worker.setProcessEnvironment(environment);
        worker.setProcessChannelMode(QProcess::MergedChannels);
        worker.start(qEnvironmentVariable("DUECTL"),
            {u"--url"_s, url, u"--password-command"_s, command(), u"work"_s, u"--queue"_s, u"mail"_s,
                u"--handler"_s, u"hello=command:/bin/true"_s});
        QVERIFY(worker.waitForStarted());
        int added = 0;
        const bool isLong = qEnvironmentVariableIsSet("DUELINE_LONG_ROTATION");
        for (int round = 1; round <= (isLong ? 6 : 3); ++round) {
            const QByteArray token = "token-" + QByteArray::number(round);
            give(token);
            changePassword(server, token);
            QElapsedTimer since;
            since.start();
            while (since.elapsed() < (isLong ? 20'000 : 2'000)) {
                const Answer answer = duectl.run("add mail hello");
                QVERIFY2(answer.code == 0, answer.all().constData());
                ++added;
                QTest::qWait(100);
            }
        }
        const auto count = [&](const char* state) {
            return duectl.run("queues --json").array().at(0).toObject().value(QLatin1StringView(state)).toInt();
        };
        QTRY_COMPARE_WITH_TIMEOUT(count("done"), added, 20'000);
        QCOMPARE(count("failed") + count("retrying"), 0);
        QCOMPARE(worker.state(), QProcess::Running);
        worker.terminate();
        QVERIFY(worker.waitForFinished(20'000));
        const QByteArray log = worker.readAll();
        QVERIFY2(!log.contains("token-"), log.constData());
        QCOMPARE(worker.exitCode(), 0);
    }
};

QTEST_GUILESS_MAIN(TestPasswordRotation)

#include "tst_passwordrotation.moc"
