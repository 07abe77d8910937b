// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/redis/errorclass.h"

#include <QTest>

using namespace dueline;

Q_DECLARE_METATYPE(ErrorClass)

class TestErrorClass : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void everyErrorReplyHasItsClassAndCode_data()
    {
        QTest::addColumn<QByteArray>("reply");
        QTest::addColumn<ErrorClass>("kind");
        QTest::addColumn<ErrorCode>("code");
        const auto row = [](const char* reply, ErrorClass kind, ErrorCode code) {
            QTest::newRow(reply) << QByteArray(reply) << kind << code;
        };
        row("LOADING Redis is loading the dataset in memory", ErrorClass::RetryHere, ErrorCode::Busy);
        row("BUSY Redis is busy running a script.", ErrorClass::RetryHere, ErrorCode::Busy);
        row("TRYAGAIN Multiple keys request during rehashing of slot", ErrorClass::RetryHere, ErrorCode::Busy);
        row("CLUSTERDOWN The cluster is down", ErrorClass::RetryHere, ErrorCode::Busy);
        row("MASTERDOWN Link with MASTER is down", ErrorClass::RetryHere, ErrorCode::Busy);
        row("OOM command not allowed when used memory > 'maxmemory'.", ErrorClass::RetryLater, ErrorCode::Full);
        row("NOREPLICAS Not enough good replicas to write.", ErrorClass::RetryLater, ErrorCode::Busy);
        row("MISCONF Redis is configured to save RDB snapshots", ErrorClass::RetryLater, ErrorCode::Busy);
        row("READONLY You can't write against a read only replica.", ErrorClass::Reconnect, ErrorCode::ReadOnlyServer);
        row("UNBLOCKED force unblock from blocking operation", ErrorClass::Reconnect, ErrorCode::ReadOnlyServer);
        row("MOVED 3999 127.0.0.1:6381", ErrorClass::Reconnect, ErrorCode::ReadOnlyServer);
        row("ASK 3999 127.0.0.1:6381", ErrorClass::OneStepFix, ErrorCode::ReadOnlyServer);
        row("NOSCRIPT No matching script.", ErrorClass::OneStepFix, ErrorCode::Server);
        row("NOAUTH Authentication required.", ErrorClass::OneStepFix, ErrorCode::Authentication);
        row("NOPERM this user has no permissions to run the 'get' command", ErrorClass::StopAndTell,
            ErrorCode::Permission);
        row("WRONGPASS invalid username-password pair or user is disabled.", ErrorClass::StopAndTell,
            ErrorCode::Authentication);
        row("WRONGTYPE Operation against a key", ErrorClass::StopAndTell, ErrorCode::WrongType);
        row("CROSSSLOT Keys in request don't hash to the same slot", ErrorClass::StopAndTell, ErrorCode::Server);
        row("DENIED Redis is running in protected mode", ErrorClass::StopAndTell, ErrorCode::Permission);
        row("DAMAGED dueline:{q}:pending", ErrorClass::StopAndTell, ErrorCode::WrongType);
        row("ERR max number of clients reached", ErrorClass::StopAndTell, ErrorCode::Busy);
        row("ERR AUTH <password> called without any password configured for the default user.", ErrorClass::StopAndTell,
            ErrorCode::Authentication);
        row("ERR invalid password", ErrorClass::StopAndTell, ErrorCode::Authentication);
        row("ERR unknown command 'FUNCTION'", ErrorClass::StopAndTell, ErrorCode::Permission);
        row("ERR unknown subcommand 'SLOTS'. Try CLUSTER HELP.", ErrorClass::StopAndTell, ErrorCode::Permission);
        row("EXECABORT Transaction discarded because of previous errors.", ErrorClass::StopAndTell, ErrorCode::Server);
        row("OOMPH no such word", ErrorClass::StopAndTell, ErrorCode::Server);
        row("ERR Error running script (call to f_0123456789abcdef0123456789abcdef01234567): @user_script:12: -OOM "
            "command not "
            "allowed when used memory > 'maxmemory'.",
            ErrorClass::RetryLater, ErrorCode::Full);
        row("ERR Error running script (call to f_0123456789abcdef0123456789abcdef01234567): @user_script: 3: -READONLY "
            "You "
            "can't write against a read only replica.",
            ErrorClass::Reconnect, ErrorCode::ReadOnlyServer);
        row("ERR The user executing the script can't run this command or subcommand script: "
            "0123456789abcdef0123456789abcdef01234567, on @user_script:4.",
            ErrorClass::StopAndTell, ErrorCode::Permission);
        row("ERR ACL failure in script: User a has no permissions to run the 'get' command script: "
            "0123456789abcdef0123456789abcdef01234567, on @user_script:4.",
            ErrorClass::StopAndTell, ErrorCode::Permission);
        row("ERR ACL failure in script: No permissions to access a key script: "
            "0123456789abcdef0123456789abcdef01234567, on @user_script:4.",
            ErrorClass::StopAndTell, ErrorCode::Permission);
        row("", ErrorClass::StopAndTell, ErrorCode::Server);
        row("DAMAGED", ErrorClass::StopAndTell, ErrorCode::WrongType);
    }
    void whereInAScriptItCameUpIsForTheLogAlone_data()
    {
        QTest::addColumn<QByteArray>("reply");
        QTest::addColumn<QString>("message");
        const QByteArray hash = "0123456789abcdef0123456789abcdef01234567";
        QTest::newRow("6") << "ERR Error running script (call to f_" + hash
                + "): @user_script:12: ERR wrong number of arguments"
                           << QStringLiteral("Redis returned an error: ERR wrong number of arguments.");
        QTest::newRow("6, of Lua") << "ERR Error running script (call to f_" + hash
                + "): @enable_strict_lua:15: user_script:1: Script attempted to access nonexistent global variable 'x'"
                                   << QStringLiteral("Redis returned an error: ERR Script attempted to access "
                                                     "nonexistent global variable 'x'.");
        QTest::newRow("7") << "ERR user_script:12: attempt to index a nil value script: " + hash
                + ", on @user_script:12."
                           << QStringLiteral("Redis returned an error: ERR attempt to index a nil value.");
        QTest::newRow("7, a command") << "ERR Unknown Redis command called from script script: " + hash
                + ", on @user_script:3."
                                      << QStringLiteral("Redis returned an error: ERR Unknown Redis command called "
                                                        "from script.");
        QTest::newRow("compiling") << QByteArray(
            "ERR Error compiling script (new function): user_script:1: '=' expected near 'x'")
                                   << QStringLiteral("Redis returned an error: ERR '=' expected near 'x'.");
        QTest::newRow("not permitted")
            << "NOPERM User w has no permissions to run the 'zadd' command script: " + hash + ", on @user_script:40."
            << QStringLiteral(
                   "This Redis user is not allowed to run ZADD. Ask for the permission, or use another user.");
        QTest::newRow("not permitted, 8")
            << "ERR ACL failure in script: User w has no permissions to run the 'zadd' command script: " + hash
                + ", on @user_script:40."
            << QStringLiteral(
                   "This Redis user is not allowed to run ZADD. Ask for the permission, or use another user.");
        QTest::newRow("no script") << QByteArray("ERR value is not an integer or out of range")
                                   << QStringLiteral(
                                          "Redis returned an error: ERR value is not an integer or out of range.");
    }
    void whereInAScriptItCameUpIsForTheLogAlone()
    {
        QFETCH(QByteArray, reply);
        QFETCH(QString, message);
        const Error error = errorFromReply(reply);
        QCOMPARE(error.message, message);
        QVERIFY2(reply.startsWith(error.detail.toUtf8()), qPrintable(error.detail));
    }

    void everyErrorReplyHasItsClassAndCode()
    {
        QFETCH(QByteArray, reply);
        QFETCH(ErrorClass, kind);
        QFETCH(ErrorCode, code);
        QCOMPARE(errorClass(reply), kind);
        const Error error = errorFromReply(reply);
        QCOMPARE(error.code, code);
        QVERIFY2(error.message.endsWith(u'.') && error.message.front().isUpper() && !error.message.contains(u"%1"),
            qPrintable(error.message));
        QVERIFY2(!error.message.contains(u".."), qPrintable(error.message));
    }

    void theServersWordsAreEscapedAndCut()
    {
        const Error error = errorFromReply("ERR \x1b[2J\n" + QByteArray(100'000, 'x'));
        QVERIFY(!error.message.contains(QChar(0x1b)) && !error.message.contains(u'\n'));
        QVERIFY(error.detail.size() <= 513);
        QVERIFY(error.message.size() < 600);
    }

    void aDeniedCommandIsNamed()
    {
        QVERIFY(errorFromReply("NOPERM this user has no permissions to run the 'flushall' command")
                    .message.contains(u"FLUSHALL"));
    }

    void aDamagedKeyIsNamed()
    {
        QVERIFY(errorFromReply("DAMAGED dueline:{q}:retry").message.contains(u"dueline:{q}:retry"));
    }
};

QTEST_APPLESS_MAIN(TestErrorClass)
#include "tst_errorclass.moc"
