// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/redis/errorclass.h"

#include <QTest>

using namespace dueline;

Q_DECLARE_METATYPE(ErrorClass)
Q_DECLARE_METATYPE(ErrorCode)

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
        row("ERR DB index is out of range", ErrorClass::StopAndTell, ErrorCode::Usage);
        row("ERR unknown command 'FUNCTION'", ErrorClass::StopAndTell, ErrorCode::Permission);
        row("ERR unknown subcommand 'SLOTS'. Try CLUSTER HELP.", ErrorClass::StopAndTell, ErrorCode::Permission);
        row("EXECABORT Transaction discarded because of previous errors.", ErrorClass::StopAndTell, ErrorCode::Server);
        row("OOMPH no such word", ErrorClass::StopAndTell, ErrorCode::Server);
        row("", ErrorClass::StopAndTell, ErrorCode::Server);
        row("DAMAGED", ErrorClass::StopAndTell, ErrorCode::WrongType);
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
                    .message.contains(u"flushall"));
    }

    void aDamagedKeyIsNamed()
    {
        QVERIFY(errorFromReply("DAMAGED dueline:{q}:retry").message.contains(u"dueline:{q}:retry"));
    }
};

QTEST_APPLESS_MAIN(TestErrorClass)
#include "tst_errorclass.moc"
