// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/redis/ssherror.h"

#include <QTest>

using namespace dueline;
using namespace Qt::StringLiterals;

/// Tests the addresses that users enter, the arguments passed to ssh, and how its messages are interpreted.
class TestSshArguments : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void aHostIsReadAsWritten()
    {
        const auto is = [](const QString& text, const QString& host, quint16 port) {
            const auto parsed = SshDestination::parse(text);
            return parsed && parsed->host == host && parsed->port == port;
        };
        QVERIFY(is(u"bastion"_s, u"bastion"_s, 0));
        QVERIFY(is(u"me@bastion.example:2222"_s, u"me@bastion.example"_s, 2222));
        QVERIFY(is(u"[::1]:22"_s, u"::1"_s, 22));
        QVERIFY(is(u"me@[fe80::1]"_s, u"me@fe80::1"_s, 0));
        QVERIFY(is(u"first.last@corp@bastion"_s, u"first.last@corp@bastion"_s, 0));
    }

    void whatSshWouldTakeForSomethingElseIsRefused_data()
    {
        QTest::addColumn<QString>("text");
        for (const char* text :
            {"", "@host", "me@", "-oProxyCommand=touch /tmp/x", "me@-oProxyCommand=x", "a b", "host:0", "host:70000",
                "host:x", "host:", "::1", "[::1", "a\nb", "$(touch x)", "`x`", "a;b", "me:secret@host", "host\x1b[2J"})
            QTest::newRow(QByteArray(text).toPercentEncoding()) << QString::fromUtf8(text);
    }

    void whatSshWouldTakeForSomethingElseIsRefused()
    {
        QFETCH(QString, text);
        const auto parsed = SshDestination::parse(text);
        QVERIFY(!parsed);
        QCOMPARE(parsed.error().code, ErrorCode::Usage);
        QVERIFY2(!parsed.error().message.contains(u"secret"), qPrintable(parsed.error().message));
    }

    void sshIsCalledSoThatItAsksNothingAndEndsByItself()
    {
        const QStringList arguments
            = sshArguments({u"me@bastion"_s, 2222}, {u"redis.internal"_s, 6380}, u"/run/x/s"_s, Millis(4200));
        QCOMPARE(arguments.mid(arguments.size() - 2), (QStringList{u"--"_s, u"me@bastion"_s}));
        const qsizetype forward = arguments.indexOf(u"-L"_s);
        QCOMPARE(arguments.at(forward + 1), u"/run/x/s:redis.internal:6380"_s);
        QCOMPARE(arguments.at(arguments.indexOf(u"-p"_s) + 1), u"2222"_s);
        QVERIFY(arguments.contains(u"-N"_s));
        for (const char* option : {"BatchMode=yes", "ExitOnForwardFailure=yes", "ServerAliveInterval=2",
                 "ServerAliveCountMax=1", "ControlMaster=no", "ControlPath=none", "PermitLocalCommand=no",
                 "StreamLocalBindMask=0177", "ConnectTimeout=5"}) {
            const qsizetype at = arguments.indexOf(QString::fromLatin1(option));
            QVERIFY2(at > 0 && arguments.at(at - 1) == u"-o", option);
        }
        // Without a port, ssh uses its own configuration.
        QVERIFY(!sshArguments({u"b"_s, 0}, {u"r"_s, 1}, u"/s"_s, Millis(1)).contains(u"-p"_s));
        QVERIFY(sshArguments({u"b"_s, 0}, {u"::1"_s, 1}, u"/s"_s, Millis(1)).contains(u"/s:[::1]:1"_s));
    }

    void whySshEndedIsOneSentence_data()
    {
        QTest::addColumn<QByteArray>("said");
        QTest::addColumn<ErrorCode>("code");
        QTest::addColumn<QString>("hint");
        const auto row = [](const char* said, ErrorCode code, const char* hint) {
            QTest::newRow(QByteArray(said).left(60)) << QByteArray(said) << code << QString::fromLatin1(hint);
        };
        row("me@bastion: Permission denied (publickey).\n", ErrorCode::Authentication, "ssh-add");
        row("Host key verification failed.\n", ErrorCode::Unreachable, "known_hosts");
        row("@    WARNING: REMOTE HOST IDENTIFICATION HAS CHANGED!     @\nHost key verification failed.\n",
            ErrorCode::Unreachable, "may be intercepting");
        row("ssh: Could not resolve hostname bastion: Name or service not known\n", ErrorCode::Unreachable, "spelling");
        row("ssh: connect to host bastion port 22: Connection refused\n", ErrorCode::Unreachable, "refuses");
        row("ssh: connect to host bastion port 22: Connection timed out\n", ErrorCode::Timeout, "firewall");
        row("Timeout, server bastion not responding.\n", ErrorCode::Disconnected, "stopped responding");
        row("unix_listener: cannot bind to path: Address already in use\n", ErrorCode::Unreachable, "already in use");
        row("", ErrorCode::Unreachable, "without giving a reason");
        row("\x1b[2Jevil \x07 words\r\n", ErrorCode::Unreachable, "evil");
    }

    void whySshEndedIsOneSentence()
    {
        QFETCH(QByteArray, said);
        QFETCH(ErrorCode, code);
        QFETCH(QString, hint);
        const Error error = sshError(said, {u"me@bastion"_s, 0}, {u"redis"_s, 6379});
        QCOMPARE(error.code, code);
        QVERIFY2(error.message.contains(hint) && error.message.contains(u"bastion"), qPrintable(error.message));
        QVERIFY(error.message.endsWith(u'.'));
        QVERIFY(std::all_of(error.message.begin(), error.message.end(), [](QChar c) { return c.isPrint(); }));
    }

    void whatTheOtherEndDoesNotReachIsTold()
    {
        const SshDestination through{u"bastion"_s, 0};
        const Endpoint target{u"redis"_s, 6379};
        QVERIFY(!sshRefusal("Warning: Permanently added 'x' to the list of known hosts.\n", through, target));
        const auto refused
            = sshRefusal("channel 2: open failed: connect failed: Connection refused\r\n", through, target);
        QVERIFY(refused && refused->code == ErrorCode::Unreachable);
        QCOMPARE(refused->message, u"The SSH host bastion cannot reach Redis at redis:6379: Connection refused."_s);
        const auto forbidden
            = sshRefusal("channel 1: open failed: administratively prohibited: open failed\n", through, target);
        QVERIFY(forbidden && forbidden->code == ErrorCode::Permission);
        QVERIFY(forbidden->message.contains(u"does not allow"));
    }
};

QTEST_GUILESS_MAIN(TestSshArguments)
#include "tst_ssharguments.moc"
