// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/integration/duectlprogram.h"
#include "tests/support/noticesocket.h"
#include "tests/support/refusedlogins.h"
#include "tests/support/sendsignal.h"

#include <csignal>

using namespace dueline;
using namespace Qt::StringLiterals;

/// Tests a password that becomes invalid. Commands that follow a server end with an error. A worker keeps running,
/// prints a warning, and retries at long intervals. Neither sends the password every second.
class DuectlRefused : public QObject
{
    Q_OBJECT

    std::unique_ptr<RedisServer> m_server;

    Duectl duectl(const QString& password = u"right"_s) const
    {
        Duectl program(u"redis://127.0.0.1:%1"_s.arg(m_server->port()));
        program.setVariable("REDISCLI_AUTH", password);
        return program;
    }

    /// Checks that a command ends at the first refusal. `begun` is the text on `channel` that shows that the command
    /// has started following.
    void endsAtTheFirstRefusal(const char* command, QProcess::ProcessChannel channel, const QByteArray& begun)
    {
        const auto process = duectl().start(words(command));
        QByteArray seen;
        QVERIFY2(Duectl::waitFor(*process, channel, begun, seen), seen);
        changePassword(*m_server, "another");
        const Answer answer = Duectl::finish(*process, 20'000);
        QVERIFY2(answer.code == 3 && answer.err.contains("password"), answer.all());
        QVERIFY2(refusedLogins(*m_server) == 1, QByteArray::number(refusedLogins(*m_server)));
    }

private Q_SLOTS:
    void init()
    {
        m_server = std::make_unique<RedisServer>(
            RedisServer::Options{.tcp = true, .aof = false, .password = "right", .arguments = {}});
        QCOMPARE(duectl().run("add q ok --id 1 --in 1h").code, 0);
    }
    void cleanup() { m_server.reset(); }

    void watchEndsAtTheFirstRefusal() { endsAtTheFirstRefusal("watch q", QProcess::StandardOutput, "q: "); }
    void followingResultsEndsAtTheFirstRefusal()
    {
        endsAtTheFirstRefusal("results q --follow", QProcess::StandardError, "Following");
    }

    void aWorkerGoesOnSlowlyAndSaysSo()
    {
        const auto process = duectl().start(words("work --queue q --handler ok=echo"));
        QByteArray seen;
        QVERIFY2(Duectl::waitFor(*process, QProcess::StandardError, "Working on q", seen), seen);
        changePassword(*m_server, "another");
        QVERIFY2(Duectl::waitFor(*process, QProcess::StandardError, "tries again after 30 s", seen), seen);
        QVERIFY2(seen.contains("claims no tasks and writes no results"), seen);
        QTest::qWait(4'000); // long enough for a worker to reconnect several times
        QVERIFY2(refusedLogins(*m_server) == 1, QByteArray::number(refusedLogins(*m_server)));
        QCOMPARE(process->state(), QProcess::Running);
        // If the reply to a claim was lost with the connection, the claim may hold a task, so draining waits for it. A
        // second signal ends the wait.
        QVERIFY(sendSignal(*process, SIGTERM));
        QVERIFY2(Duectl::waitFor(*process, QProcess::StandardError, "interrupt again to return them", seen), seen);
        QVERIFY(sendSignal(*process, SIGTERM));
        const Answer answer = Duectl::finish(*process, 30'000);
        QVERIFY2(answer.code == 0, answer.all());
    }

    void aWorkerThatIsStartedWithItEnds()
    {
        const Answer answer = duectl(u"wrong"_s).run("work --queue q --handler ok=echo");
        QVERIFY2(answer.isError(3), answer.all());
        QCOMPARE(refusedLogins(*m_server), 1);
    }

    /// Checks that a service keeps running. If it exited, its manager would restart it every five seconds.
    void asAServiceItWaitsInsteadOfBeingStartedAgainAndAgain()
    {
        NoticeSocket notices;
        Duectl program = duectl(u"wrong"_s);
        program.setVariable("NOTIFY_SOCKET", notices.path());
        const auto process = program.start(words("work --queue q --handler ok=echo"));
        QByteArray seen;
        QVERIFY2(Duectl::waitFor(*process, QProcess::StandardError, "tries again after 30 s", seen), seen);
        QTRY_VERIFY2(notices.heard().contains("EXTEND_TIMEOUT_USEC="), notices.heard());
        QVERIFY2(notices.heard().contains("STATUS=Redis rejected"), notices.heard());
        QVERIFY2(!notices.heard().contains("READY=1"), notices.heard());
        QCOMPARE(refusedLogins(*m_server), 1);
        QCOMPARE(process->state(), QProcess::Running);
        QVERIFY(sendSignal(*process, SIGTERM));
        const Answer answer = Duectl::finish(*process, 10'000);
        QVERIFY2(answer.code == 3, answer.all());
    }
};

QTEST_GUILESS_MAIN(DuectlRefused)
#include "tst_duectl_refused.moc"
