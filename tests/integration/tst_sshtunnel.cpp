// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/console/connect/connectiontester.h"
#include "core/redis/loginguard.h"
#include "core/redis/redisclient.h"
#include "core/redis/sshtunnel.h"
#include "tests/integration/duectlprogram.h"
#include "tests/integration/fakessh.h"
#include "tests/support/certificates.h"
#include "tests/support/redisserver.h"
#include "tests/support/sendsignal.h"
#include "tests/support/sshserver.h"

#include <QElapsedTimer>
#include <QFile>
#include <QTest>

#include <csignal>

#include <sys/stat.h>

using namespace dueline;
using namespace Qt::StringLiterals;

namespace {

/// Script that starts a server listening on the socket itself.
const QByteArray aRedis = "exec ./redis-server --port 0 --unixsocket \"$socket\" --save ''";

/// Script whose socket exists long before it accepts connections: kills the first server, and a later one reuses the
/// path.
const QByteArray aLateRedis = R"(./redis-server --port 0 --unixsocket "$socket.early" --save '' &
while [ ! -S "$socket.early" ]; do sleep 0.01; done
kill -9 $!; wait $!
mv "$socket.early" "$socket"
sleep 0.3
./redis-server --port 0 --unixsocket "$socket.late" --save '' &
trap "kill $!" TERM
while [ ! -S "$socket.late" ]; do sleep 0.01; done
mv "$socket.late" "$socket"
wait $!)";

RedisConfig through(const QString& host, quint16 port)
{
    RedisConfig config;
    config.hosts = {{u"127.0.0.1"_s, port}};
    config.sshHost = host;
    return config;
}

} // namespace

#define NEEDS_SSHD()                                                                                                   \
    do {                                                                                                               \
        if (const QString why = SshServer::missing(); !why.isEmpty())                                                  \
            QSKIP(qPrintable(why));                                                                                    \
    } while (false)
#define REFUSED(connection, expected, words)                                                                           \
    do {                                                                                                               \
        const Result<> opened = (connection).open();                                                                   \
        QVERIFY(!opened);                                                                                              \
        QVERIFY2(opened.error().code == (expected) && opened.error().message.contains(words),                          \
            qPrintable(QString(opened.error().message + u" | "_s + opened.error().detail)));                           \
    } while (false)

/// Tests Redis through the system's ssh. In some tests, a script replaces ssh to check its arguments and how it ends;
/// the rest use a real sshd.
class TestSshTunnel : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void everybodyWhoGoesTheSameWayShares();
    void aSocketWithoutAListenerYetIsWaitedFor();
    void anSshThatFailsIsOneSentence();
    void anSshThatNeverGetsThereIsGivenUpInTime();
    void aMissingSshIsNamed();
    void noPasswordReachesSsh();
    void theTunnelEndsWithAKilledProgram();

    void theConnectionTestHasAStepForIt();

    void aRedisBehindAnSshHostIsReached();
    void aJumpHostIsGoneThrough();
    void tlsIsCheckedInsideTheTunnel();
    void keysThatAreNotAcceptedAreNamed_data();
    void keysThatAreNotAcceptedAreNamed();
    void aTargetThatIsNotReachedIsTold();
    void forbiddenForwardingIsTold();
    void aTunnelThatBreaksIsMadeAnew();
    void anSshHostThatFreezesIsNoticedWithinFiveSeconds();
};

void TestSshTunnel::everybodyWhoGoesTheSameWayShares()
{
    const FakeSsh ssh(aRedis);
    QByteArray folder;
    {
        RedisConnection first(through(u"me@bastion:2222"_s, 6379));
        RedisConnection second(through(u"me@bastion:2222"_s, 6379));
        const auto opened = first.open();
        QVERIFY2(opened.ok(), opened ? "" : qPrintable(opened.error().message));
        QVERIFY(second.open().ok());
        QCOMPARE(second.call({"PING"})->bytes, QByteArray("PONG"));
        QCOMPARE(ssh.pids().size(), 1);
        const QList<QByteArray> arguments = ssh.left("arguments").split('\n');
        QVERIFY(arguments.contains("BatchMode=yes") && arguments.contains("me@bastion") && arguments.contains("2222"));

        folder = QFileInfo(QString::fromUtf8(ssh.left("socket").trimmed())).path().toUtf8();
        struct stat info
        { };
        QVERIFY(::stat(folder.constData(), &info) == 0);
        QCOMPARE(info.st_mode & 07777, 0700U);
        first.close();
        QVERIFY(ssh.isAlive());
        QCOMPARE(second.call({"PING"})->bytes, QByteArray("PONG"));
        // A different route uses a separate tunnel.
        RedisConnection other(through(u"me@bastion:2222"_s, 6380));
        const auto openedToo = other.open();
        QVERIFY2(openedToo.ok(), openedToo ? "" : qPrintable(openedToo.error().message));
        QCOMPARE(ssh.pids().size(), 2);
    }
    QVERIFY(!ssh.isAlive());
    QVERIFY(!QFile::exists(QString::fromUtf8(folder)));
}

void TestSshTunnel::aSocketWithoutAListenerYetIsWaitedFor()
{
    const FakeSsh ssh(aLateRedis);
    RedisConnection connection(through(u"me@bastion"_s, 6379));
    const auto opened = connection.open();
    QVERIFY2(opened.ok(), opened ? "" : qPrintable(opened.error().message));
    QCOMPARE(connection.call({"PING"})->bytes, QByteArray("PONG"));
    QCOMPARE(ssh.pids().size(), 1);
}

void TestSshTunnel::anSshThatFailsIsOneSentence()
{
    const FakeSsh ssh("echo 'me@bastion: Permission denied (publickey).' >&2; exit 255");
    const Duectl duectl(u"redis://10.1.2.3:6379?ssh=me@bastion"_s);
    const Answer said = duectl.run("queues");
    QVERIFY2(said.isError(3) && said.err.count('\n') == 1 && said.err.contains("ssh-add"), said.all());
    // A refused key is not automatically offered again. When a user requests another attempt, ssh runs again.
    const RedisConfig config = through(u"me@bastion"_s, 1);
    RedisConnection connection(config);
    REFUSED(connection, ErrorCode::Authentication, u"accepts none of your keys");
    REFUSED(connection, ErrorCode::Authentication, u"accepts none of your keys");
    QCOMPARE(ssh.pids().size(), 2);
    LoginGuard::forget(config);
    REFUSED(connection, ErrorCode::Authentication, u"accepts none of your keys");
    QCOMPARE(ssh.pids().size(), 3);
}

void TestSshTunnel::anSshThatNeverGetsThereIsGivenUpInTime()
{
    const FakeSsh ssh("trap '' TERM; while :; do sleep 0.05; done");
    RedisConfig config = through(u"bastion"_s, 6379);
    config.timeouts.connect = Millis(600);
    QElapsedTimer timer;
    timer.start();
    RedisConnection connection(config);
    REFUSED(connection, ErrorCode::Timeout, u"did not accept the connection in time");
    QVERIFY2(timer.elapsed() < 600 + 1500, qPrintable(QString::number(timer.elapsed())));
    QVERIFY(!ssh.isAlive());
}

void TestSshTunnel::aMissingSshIsNamed()
{
    const auto said = [] {
        RedisConnection connection(through(u"bastion"_s, 6379));
        const Result<> opened = connection.open();
        return opened ? QString() : opened.error().message;
    };
    const QByteArray before = qgetenv("PATH");
    qputenv("PATH", "/nonexistent");
    const QString here = said();
    qputenv("FLATPAK_ID", "io.github.dueline.Dueline");
    const QString inFlatpak = said();
    qunsetenv("FLATPAK_ID");
    qputenv("PATH", before);
    QVERIFY2(here.contains(u"openssh-client"), qPrintable(here));
    QVERIFY2(inFlatpak.contains(u"ssh -L") && !inFlatpak.contains(u"openssh-client"), qPrintable(inFlatpak));
}

void TestSshTunnel::noPasswordReachesSsh()
{
    const FakeSsh ssh("exit 255");
    Duectl duectl(u"redis://amy:hunter2@10.1.2.3:6379?ssh=bastion"_s);
    duectl.setVariable("REDISCLI_AUTH", u"hunter3"_s);
    duectl.setVariable("DUELINE_SENTINEL_AUTH", u"hunter4"_s);
    FAILS(duectl.run("queues"), 3, "bastion");
    QVERIFY(ssh.left("environment").contains("PATH="));
    QVERIFY2(!ssh.left("environment").contains("hunter"), ssh.left("environment"));
    QVERIFY2(!ssh.left("arguments").contains("hunter"), ssh.left("arguments"));
}

void TestSshTunnel::theTunnelEndsWithAKilledProgram()
{
    const FakeSsh ssh(aRedis);
    const auto watch = Duectl(u"redis://10.1.2.3:6379?ssh=bastion"_s).start({u"watch"_s});
    QTRY_VERIFY(!ssh.left("pids").isEmpty());
    const QString socket = QString::fromUtf8(ssh.left("socket").trimmed());
    QTRY_VERIFY(QFile::exists(socket));
    QVERIFY(ssh.isAlive());
    watch->kill();
    watch->waitForFinished();
    QTRY_VERIFY(!ssh.isAlive());
    // The next program removes the killed program's leftover files.
    EXIT(Duectl(u"redis://10.1.2.3:6379?ssh=bastion"_s).run("queues"), 0);
    QVERIFY(!QFile::exists(QFileInfo(socket).path()));
}

void TestSshTunnel::theConnectionTestHasAStepForIt()
{
    const auto walk = [](const FakeSsh&) {
        std::vector<ConnectionStep> steps;
        testConnection({through(u"bastion"_s, 6379), defaultLayout(), "dueline"}, false,
            [&steps](const ConnectionStep& step) { steps.push_back(step); });
        return steps;
    };
    using Kind = ConnectionStep::Kind;
    const std::vector<ConnectionStep> good = walk(FakeSsh(aRedis));
    QVERIFY(good.size() > 2);
    QCOMPARE(good[0].kind, Kind::Ssh);
    QCOMPARE(good[0].text, u"through bastion"_s);
    QCOMPARE(good[1].kind, Kind::Answer); // the bastion host resolves the name and connects
    QVERIFY2(good.back().kind == Kind::Clock, qPrintable(good.back().text));
    const std::vector<ConnectionStep> bad = walk(FakeSsh("echo 'Host key verification failed.' >&2; exit 255"));
    QCOMPARE(bad.size(), 1U);
    QCOMPARE(bad[0].verdict, ConnectionStep::Verdict::Failed);
    QVERIFY(bad[0].text.contains(u"known_hosts") && bad[0].exact.contains(u"Host key verification failed"));
}

void TestSshTunnel::aRedisBehindAnSshHostIsReached()
{
    NEEDS_SSHD();
    const SshServer sshd;
    const PathInFront path(sshd.programFolder());
    RedisServer server({.tcp = true, .aof = false, .password = {}, .arguments = {}});
    const Duectl duectl(u"redis://127.0.0.1:%1?ssh=bastion"_s.arg(server.port()));
    EXIT(duectl.run("add q t --id a"), 0);
    const Answer queues = duectl.run("queues --json");
    EXIT(queues, 0);
    QCOMPARE(queues.array().at(0).toObject()[u"due"_s].toInt(), 1);
    EXIT(duectl.run("work --queue q --handler *=echo --exit-when-empty"), 0);
    QCOMPARE(server.call({"ZCARD", "dueline:{q}:done"}).integer, 1);
    // Large replies arrive complete.
    RedisClient client(through(u"bastion"_s, server.port()));
    QVERIFY(client.open().ok());
    const QByteArray large(8'000'000, 'x');
    QVERIFY(client.call({"SET", "large", large}).ok());
    QVERIFY(client.call({"GET", "large"})->bytes == large);
}

void TestSshTunnel::aJumpHostIsGoneThrough()
{
    NEEDS_SSHD();
    const SshServer sshd;
    const PathInFront path(sshd.programFolder());
    RedisServer server({.tcp = true, .aof = false, .password = {}, .arguments = {}});
    EXIT(Duectl(u"redis://127.0.0.1:%1?ssh=inner"_s.arg(server.port())).run("queues"), 0);
}

void TestSshTunnel::tlsIsCheckedInsideTheTunnel()
{
    NEEDS_SSHD();
    const SshServer sshd;
    const PathInFront path(sshd.programFolder());
    const Certificates certificates;
    for (const QString& name : {u"server"_s, u"elsewhere"_s}) {
        const quint16 port = RedisServer::freePort();
        RedisServer server({.tcp = true,
            .aof = false,
            .password = {},
            .arguments = {u"--tls-port"_s, QString::number(port), u"--tls-cert-file"_s, certificates.certificate(name),
                u"--tls-key-file"_s, certificates.key(name), u"--tls-ca-cert-file"_s, certificates.certificate(u"ca"_s),
                u"--tls-auth-clients"_s, u"no"_s}});
        RedisConfig config = through(u"bastion"_s, port);
        config.tls = true;
        config.caCertificate = certificates.certificate(u"ca"_s);
        RedisConnection connection(config);
        if (name == u"server") {
            const auto opened = connection.open();
            QVERIFY2(opened.ok(), opened ? "" : qPrintable(opened.error().message));
            QCOMPARE(connection.call({"PING"})->bytes, QByteArray("PONG"));
        } else {
            REFUSED(connection, ErrorCode::Tls, u"is not valid for the name");
        }
    }
}

void TestSshTunnel::keysThatAreNotAcceptedAreNamed_data()
{
    QTest::addColumn<QString>("host");
    QTest::addColumn<ErrorCode>("code");
    QTest::addColumn<QString>("words");
    QTest::newRow("ours") << u"stranger"_s << ErrorCode::Authentication << u"accepts none of your keys"_s;
    QTest::newRow("a new host's") << u"unknown"_s << ErrorCode::Unreachable << u"known_hosts"_s;
    QTest::newRow("a changed host's") << u"changed"_s << ErrorCode::Unreachable << u"shows another key"_s;
}

void TestSshTunnel::keysThatAreNotAcceptedAreNamed()
{
    NEEDS_SSHD();
    QFETCH(QString, host);
    QFETCH(ErrorCode, code);
    QFETCH(QString, words);
    const SshServer sshd;
    const PathInFront path(sshd.programFolder());
    RedisConnection connection(through(host, 6379));
    REFUSED(connection, code, words);
}

void TestSshTunnel::aTargetThatIsNotReachedIsTold()
{
    NEEDS_SSHD();
    const SshServer sshd;
    const PathInFront path(sshd.programFolder());
    const quint16 nobody = RedisServer::freePort();
    RedisConnection connection(through(u"bastion"_s, nobody));
    REFUSED(
        connection, ErrorCode::Unreachable, u"cannot reach Redis at 127.0.0.1:%1: Connection refused."_s.arg(nobody));
    RedisConfig tls = through(u"bastion"_s, nobody);
    tls.tls = true;
    RedisConnection secure(tls);
    REFUSED(secure, ErrorCode::Unreachable, u"cannot reach Redis at");
}

void TestSshTunnel::forbiddenForwardingIsTold()
{
    NEEDS_SSHD();
    const SshServer sshd({u"AllowTcpForwarding no"_s});
    const PathInFront path(sshd.programFolder());
    RedisConnection connection(through(u"bastion"_s, 6379));
    REFUSED(connection, ErrorCode::Permission, u"does not allow forwarding");
}

void TestSshTunnel::aTunnelThatBreaksIsMadeAnew()
{
    NEEDS_SSHD();
    SshServer sshd;
    const PathInFront path(sshd.programFolder());
    RedisServer server({.tcp = true, .aof = false, .password = {}, .arguments = {}});
    RedisClient client(through(u"bastion"_s, server.port()));
    QVERIFY(client.open().ok());
    QVERIFY(client.call({"SET", "x", "1"}).ok());
    auto tunnel = SshTunnel::open(u"bastion"_s, {u"127.0.0.1"_s, server.port()}, QDeadlineTimer(5'000));
    QVERIFY(tunnel.ok());
    sendSignal((*tunnel)->processId(), SIGKILL);
    QTRY_VERIFY(!(*tunnel)->isOpen());
    const auto again = client.call({"GET", "x"});
    QVERIFY2(again.ok(), again ? "" : qPrintable(again.error().message));
    QCOMPARE(again->bytes, QByteArray("1"));
}

void TestSshTunnel::anSshHostThatFreezesIsNoticedWithinFiveSeconds()
{
    NEEDS_SSHD();
    const SshServer sshd;
    const PathInFront path(sshd.programFolder());
    RedisServer server({.tcp = true, .aof = false, .password = {}, .arguments = {}});
    RedisConfig config = through(u"bastion"_s, server.port());
    // too long to notice the frozen host
    config.timeouts.progress = config.timeouts.reply = Millis(30'000);
    RedisConnection connection(config);
    QVERIFY(connection.open().ok());
    sshd.freeze();
    QElapsedTimer timer;
    timer.start();
    const auto lost = connection.call({"PING"});
    const qint64 took = timer.elapsed();
    sshd.thaw();
    QVERIFY(!lost);
    QCOMPARE(lost.error().code, ErrorCode::Disconnected);
    QVERIFY2(took < 5'000, qPrintable(QString::number(took)));
}

QTEST_GUILESS_MAIN(TestSshTunnel)
#include "tst_sshtunnel.moc"
