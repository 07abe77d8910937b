// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/integration/duectlprogram.h"
#include "tests/support/refusedlogins.h"
#include "tests/support/sendsignal.h"

#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

using namespace dueline;
using namespace Qt::StringLiterals;

/// A password that was right and no longer is: what follows a server ends and says so, a worker goes on slowly and says
/// so; nobody offers it every second.
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

private Q_SLOTS:
    void init()
    {
        m_server = std::make_unique<RedisServer>(
            RedisServer::Options{.tcp = true, .aof = false, .password = "right", .arguments = {}});
        QCOMPARE(duectl().run("add q ok --id 1 --in 1h").code, 0);
    }
    void cleanup() { m_server.reset(); }

    void watchEndsAtTheFirstRefusal()
    {
        const auto process = duectl().start(words("watch q"));
        QByteArray seen;
        QVERIFY2(Duectl::waitFor(*process, QProcess::StandardOutput, "q: ", seen), seen);
        changePassword(*m_server, "another");
        const Answer answer = Duectl::finish(*process, 20'000);
        QVERIFY2(answer.code == 3 && answer.err.contains("password"), answer.all());
        QVERIFY2(refusedLogins(*m_server) == 1, QByteArray::number(refusedLogins(*m_server)));
    }

    void followingResultsEndsAtTheFirstRefusal()
    {
        const auto process = duectl().start(words("results q --follow"));
        QByteArray seen;
        QVERIFY2(Duectl::waitFor(*process, QProcess::StandardError, "Following", seen), seen);
        changePassword(*m_server, "another");
        const Answer answer = Duectl::finish(*process, 20'000);
        QVERIFY2(answer.code == 3 && answer.err.contains("password"), answer.all());
        QVERIFY2(refusedLogins(*m_server) == 1, QByteArray::number(refusedLogins(*m_server)));
    }

    void aWorkerGoesOnSlowlyAndSaysSo()
    {
        const auto process = duectl().start(words("work --queue q --handler ok=echo"));
        QByteArray seen;
        QVERIFY2(Duectl::waitFor(*process, QProcess::StandardError, "Working on q", seen), seen);
        changePassword(*m_server, "another");
        QVERIFY2(Duectl::waitFor(*process, QProcess::StandardError, "tries again after 30 s", seen), seen);
        QVERIFY2(seen.contains("claims and writes nothing"), seen);
        QTest::qWait(4'000); // its services would have come back several times each
        QVERIFY2(refusedLogins(*m_server) == 1, QByteArray::number(refusedLogins(*m_server)));
        QCOMPARE(process->state(), QProcess::Running);
        // A claim whose answer was lost with the connection may have taken something: a drain waits for it. Twice does
        // not.
        QVERIFY(sendSignal(*process, SIGTERM));
        QVERIFY2(Duectl::waitFor(*process, QProcess::StandardError, "once more to give them back", seen), seen);
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

    /// Ended, its manager would start it again every five seconds.
    void asAServiceItWaitsInsteadOfBeingStartedAgainAndAgain()
    {
        QTemporaryDir folder;
        const QByteArray name = folder.filePath(u"notify"_s).toLocal8Bit();
        const int fd = ::socket(AF_UNIX, SOCK_DGRAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0);
        sockaddr_un address = {};
        address.sun_family = AF_UNIX;
        std::memcpy(address.sun_path, name.constData(), std::size_t(name.size()));
        QCOMPARE(::bind(fd, reinterpret_cast<const sockaddr*>(&address), sizeof address), 0);
        Duectl program = duectl(u"wrong"_s);
        program.setVariable("NOTIFY_SOCKET", QString::fromLocal8Bit(name));
        const auto process = program.start(words("work --queue q --handler ok=echo"));
        QByteArray seen;
        QVERIFY2(Duectl::waitFor(*process, QProcess::StandardError, "tries again after 30 s", seen), seen);
        QByteArray heard;
        const auto listen = [&] {
            char buffer[4096];
            for (ssize_t size = 0; (size = ::recv(fd, buffer, sizeof buffer, 0)) > 0;)
                heard += QByteArray(buffer, size) + '\n';
            return heard;
        };
        QTRY_VERIFY2(listen().contains("EXTEND_TIMEOUT_USEC="), heard);
        QVERIFY2(heard.contains("STATUS=Redis refused"), heard);
        QVERIFY2(!heard.contains("READY=1"), heard);
        QCOMPARE(refusedLogins(*m_server), 1);
        QCOMPARE(process->state(), QProcess::Running);
        QVERIFY(sendSignal(*process, SIGTERM));
        const Answer answer = Duectl::finish(*process, 10'000);
        QVERIFY2(answer.code == 3, answer.all());
        ::close(fd);
    }
};

QTEST_GUILESS_MAIN(DuectlRefused)
#include "tst_duectl_refused.moc"
