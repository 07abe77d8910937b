// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/console/connect/openbackend.h"
#include "core/console/profiles/profileexchange.h"
#include "core/console/profiles/profilejson.h"
#include "core/console/profiles/profilestore.h"
#include "core/redis/passwordcommand.h"

#include <QElapsedTimer>
#include <QFile>
#include <QJsonDocument>
#include <QTemporaryDir>
#include <QTest>

using namespace dueline;
using namespace std::chrono_literals;
using namespace Qt::StringLiterals;

/// Tests commands that print a password, and commands that fail to.
class TestPasswordCommand : public QObject
{
    Q_OBJECT

    static Result<Secret> answerOf(const QString& command, Millis within = 5s)
    {
        return PasswordCommand::of(command)->password(QDeadlineTimer(within));
    }
    static QString shell(const char* script) { return u"/bin/sh -c \"%1\""_s.arg(QString::fromUtf8(script)); }

private Q_SLOTS:
    void theFirstLineIsThePassword_data()
    {
        QTest::addColumn<QString>("command");
        QTest::addColumn<QByteArray>("password");
        QTest::newRow("one line") << u"/bin/echo token"_s << QByteArray("token");
        QTest::newRow("quoted words") << u"/bin/echo \"two words\" more"_s << QByteArray("two words more");
        QTest::newRow("no shell") << u"/bin/echo $HOME;id"_s << QByteArray("$HOME;id");
        QTest::newRow("looked up in PATH") << u"printf x"_s << QByteArray("x");
        QTest::newRow("further lines") << u"printf a\\nb\\n"_s << QByteArray("a");
        QTest::newRow("Windows line ending") << u"printf a\\r\\n"_s << QByteArray("a");
        QTest::newRow("spaces are kept") << u"printf \" a \\n\""_s << QByteArray(" a ");
    }
    void theFirstLineIsThePassword()
    {
        QFETCH(QString, command);
        const auto answer = answerOf(command);
        QVERIFY2(answer.ok(), answer ? "" : qPrintable(answer.error().message));
        QTEST(answer->bytes(), "password");
    }

    void whatIsNoPasswordIsOneSentence_data()
    {
        QTest::addColumn<QString>("command");
        QTest::addColumn<QString>("says");
        QTest::newRow("missing") << u"/not/there x"_s << u"cannot be run: /not/there does not exist"_s;
        QTest::newRow("exit code") << shell("echo S3CR3T; echo locked >&2; exit 1")
                                   << u"exited with code 1 (standard error: locked)"_s;
        QTest::newRow("nothing") << u"/bin/true"_s << u"no password on its first line"_s;
        QTest::newRow("an empty line") << u"/bin/echo"_s << u"no password on its first line"_s;
        QTest::newRow("NUL") << u"printf a\\0b"_s << u"something other than a password"_s;
        QTest::newRow("a gigabyte") << u"head -c 1000000000 /dev/zero"_s << u"wrote more than"_s;
        QTest::newRow("a long line") << shell("head -c 20000 /dev/zero | tr '\\\\0' S3CR3T")
                                     << u"something other than a password"_s;
        QTest::newRow("killed") << shell("kill -9 $$") << u"was killed by signal 9"_s;
        QTest::newRow("a gigabyte to stderr")
            << shell("head -c 1000000000 /dev/zero >&2; exit 3") << u"exited with code 3"_s;
    }
    void whatIsNoPasswordIsOneSentence()
    {
        QFETCH(QString, command);
        QFETCH(QString, says);
        const auto answer = answerOf(command, 9s);
        QVERIFY(!answer.ok());
        QCOMPARE(answer.error().code, ErrorCode::Unreachable);
        const QString message = answer.error().message;
        QVERIFY2(message.contains(says), qPrintable(message));
        QVERIFY2(message.endsWith(u'.') && message.size() < 600 && !message.contains(u"S3CR3T"), qPrintable(message));
    }

    void oneThatHangsIsEnded()
    {
        QElapsedTimer since;
        since.start();
        const auto answer = answerOf(shell("trap '' TERM; while :; do sleep 1; done"), 300ms);
        QVERIFY(!answer.ok() && answer.error().message.contains(u"did not finish within 0.3 s"));
        QVERIFY2(since.elapsed() < 3'000, QByteArray::number(since.elapsed()));
    }

    /// While the vault is unavailable, the last valid password stays in use until the server refuses it.
    void theLastAnswerIsKeptUntilItIsRefused()
    {
        const QTemporaryDir folder;
        QFile script(folder.filePath(u"token"_s));
        const auto write = [&](const QByteArray& bytes) {
            QVERIFY(script.open(QIODevice::WriteOnly | QIODevice::Truncate));
            script.write("#!/bin/sh\n" + bytes + "\n");
            script.close();
            script.setPermissions(QFile::ReadOwner | QFile::WriteOwner | QFile::ExeOwner);
        };
        write("echo first");
        const auto command = PasswordCommand::of(script.fileName());
        const QDeadlineTimer by(20'000);
        QCOMPARE(command->password(by)->bytes(), "first");
        write("echo second");
        // The command ran less than a second ago, so its output is reused.
        QCOMPARE(command->password(by)->bytes(), "first");
        QTRY_COMPARE(command->password(by)->bytes(), "second");
        write("exit 1");
        QTest::qWait(1'100);
        QCOMPARE(command->password(by)->bytes(), "second");
        command->refused(Secret("second"));
        QVERIFY(!command->password(by).ok());
    }

    void noWordIsNoCommand()
    {
        for (const QString& text : {QString(), u"  "_s, u"\"\""_s})
            QVERIFY(!PasswordCommand::of(text));
    }

    void aProfileKeepsTheCommandAndNeverTheAnswer()
    {
        const auto place = secretPlaceFromName(u"command:/bin/echo S3CR3T"_s);
        QVERIFY(place && place->kind == SecretPlace::Kind::Command);
        QCOMPARE(secretPlaceName(*place), u"command:/bin/echo S3CR3T"_s);
        QVERIFY(!secretPlaceFromName(u"command: "_s));
        Profile profile;
        profile.name = u"shop"_s;
        profile.url = u"redis://127.0.0.1:6379"_s;
        profile.secret = *place;
        QVERIFY(checkProfile(profile).ok());
        QVERIFY(*profileFromJson(profileToJson(profile, {})) == profile);
        QVERIFY(connectionOf(profile, {})->redis.passwordCommand);
        QVERIFY(!connectionOf(profile, {Secret("given"), {}})->redis.passwordCommand);
        profile.secret.command.clear();
        QVERIFY(!checkProfile(profile).ok());
    }
};

QTEST_GUILESS_MAIN(TestPasswordCommand)

#include "tst_passwordcommand.moc"
