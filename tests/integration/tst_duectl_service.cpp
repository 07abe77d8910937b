// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/integration/duectlprogram.h"
#include "tests/support/noticesocket.h"
#include "tests/support/redisserver.h"
#include "tests/support/sourcepath.h"

#include <QDir>
#include <QElapsedTimer>
#include <QFile>
#include <QRegularExpression>
#include <QStandardPaths>
#include <QTemporaryDir>

#include <sys/stat.h>
#include <unistd.h>

using namespace dueline;
using namespace Qt::StringLiterals;

namespace {

QByteArray contents(const QString& path)
{
    QFile file(path);
    return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
}

} // namespace

/// Tests the worker as a service, as a service manager and its journal see it, and the unit in packaging/systemd.
class DuectlService : public QObject
{
    Q_OBJECT

    static QString packaged(const QString& name) { return sourcePath(QStringLiteral("packaging/systemd/")) + name; }
    static int done(const Duectl& duectl)
    {
        return duectl.run("queues --json").array().at(0).toObject().value(u"done"_s).toInt(-1);
    }
    /// Returns the log of a run with stderr in a file, which can be declared to be the journal.
    static QByteArray logOf(Duectl duectl, const QStringList& arguments, bool journal)
    {
        QTemporaryDir folder;
        const QString path = folder.filePath(u"log"_s);
        const QByteArray name = path.toLocal8Bit();
        const QByteArray command = "exec \"$DUECTL\" --url \"$URL\" \"$@\" 2>'" + name + '\'';
        QProcess process;
        QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
        environment.insert(u"URL"_s, duectl.url());
        QFile made(path);
        if (!made.open(QIODevice::WriteOnly))
            return "no file";
        made.close();
        struct stat about = {};
        ::stat(name.constData(), &about);
        if (journal)
            environment.insert(u"JOURNAL_STREAM"_s, u"%1:%2"_s.arg(about.st_dev).arg(about.st_ino));
        else
            environment.insert(u"JOURNAL_STREAM"_s, u"1:2"_s); // identifies a file other than the log
        process.setProcessEnvironment(environment);
        process.start(u"/bin/sh"_s, QStringList{u"-c"_s, QString::fromUtf8(command), u"sh"_s} + arguments);
        if (!process.waitForFinished(60'000) || process.exitCode() != 0)
            return "it failed: " + process.readAllStandardError() + contents(path);
        return contents(path);
    }
    static QStringList work(const char* more)
    {
        return words("work --queue q --exit-when-empty --handler ok=echo --handler bad=fail --handler")
            + QStringList{u"talk=command:/bin/sh -c \"echo almost there >&2\""_s} + words(more);
    }

private Q_SLOTS:
    void theLevelsTellWhatTheySay()
    {
        RedisServer server;
        const Duectl duectl(server.url());
        const auto logAt = [&](const char* level) {
            for (const char* add :
                {"add q ok --id 1", "add q bad --id 2 --max-attempts 2 --backoff none", "add q talk --id 3"}) {
                if (duectl.run(add).code != 0)
                    return QByteArray("cannot add");
            }
            const QByteArray log = logOf(duectl, work(level), false);
            duectl.run("delete q --all --yes");
            return log;
        };
        const QByteArray nothing = logAt("--log-level error");
        QVERIFY2(nothing.isEmpty(), nothing);
        const QByteArray warnings = logAt("--log-level warning");
        QCOMPARE(warnings.count('\n'), 1);
        QVERIFY2(warnings.contains(" warning q bad#2: failed (attempt 2, ran ")
                && warnings.contains("the handler fails on purpose"),
            warnings);
        const QByteArray info = logAt("");
        QVERIFY2(info.contains(" info Working on q with 10 slots"), info);
        QVERIFY2(info.contains(" info q bad#2: retry (attempt 1, ran "), info);
        QVERIFY2(info.contains(" warning q bad#2: failed (attempt 2, ran "), info);
        QVERIFY2(info.contains(" info 2 done, 1 failed, 1 to be retried"), info);
        QVERIFY2(!info.contains("ok#1"), info);
        const QByteArray debug = logAt("--log-level debug");
        QVERIFY2(debug.contains(" debug q ok#1: attempt 1 starts\n")
                && debug.contains(" debug q ok#1: done (attempt 1, ran "),
            debug);
        QVERIFY2(debug.contains(" debug q talk#3: says almost there\n"), debug);
        const QRegularExpression form(
            u"^\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\d\\.\\d{3}Z (error|warning|info|debug) \\S"_s);
        for (const QByteArray& line : debug.trimmed().split('\n'))
            QVERIFY2(form.match(QString::fromUtf8(line)).hasMatch(), line);
        FAILS(duectl.run("work --queue q --handler *=echo --log-level loud"), 2, "loud");
    }

    void theJournalGetsLevelsAndNoTimes()
    {
        RedisServer server;
        const Duectl duectl(server.url());
        EXIT(duectl.run("add q bad --id 2 --max-attempts 1"), 0);
        // The worker may report its start after the first task has ended, so don't check the order of the lines.
        const QByteArray log = '\n' + logOf(duectl, work(""), true);
        QVERIFY2(log.contains("\n<6>Working on q"), log);
        QVERIFY2(log.contains("\n<4>q bad#2: failed ("), log);
    }

    void aFloodIsCounted()
    {
        RedisServer server;
        const Duectl duectl(server.url());
        EXIT(duectl.run("add q bad --copies 3000 --max-attempts 1"), 0);
        const QByteArray log = logOf(duectl, work(""), false);
        const auto told = log.count(": failed (");
        QVERIFY2(told >= 100 && told < 3000, QByteArray::number(told));
        qint64 leftOut = 0;
        const QRegularExpression count(u"(\\d+) more lines about tasks were omitted"_s);
        for (auto match = count.globalMatch(QString::fromUtf8(log)); match.hasNext();)
            leftOut += match.next().captured(1).toLongLong();
        QCOMPARE(told + leftOut, 3000);
    }

    void theServiceManagerIsTold()
    {
        RedisServer server;
        Duectl duectl(server.url());
        NoticeSocket notices;
        duectl.setVariable("NOTIFY_SOCKET", notices.path());
        EXIT(duectl.run("add q t"), 0);
        QVERIFY(notices.heard().isEmpty());
        const auto worker = duectl.start(words("work --queue q --handler *=echo"));
        QTRY_VERIFY_WITH_TIMEOUT(notices.heard().contains("READY=1\n"), 20'000);
        QTRY_VERIFY_WITH_TIMEOUT(notices.heard().contains("STATUS=1 done, 0 failed"), 20'000);
        QVERIFY(!notices.heard().contains("STOPPING"));
        worker->terminate();
        EXIT(Duectl::finish(*worker), 0);
        QVERIFY2(notices.heard().contains("STOPPING=1\n"), notices.heard());
    }

    void whoIsNotReadyDoesNotSaySo()
    {
        Duectl nowhere(u"redis://127.0.0.1:%1"_s.arg(RedisServer::freePort()));
        NoticeSocket notices;
        nowhere.setVariable("NOTIFY_SOCKET", notices.path());
        FAILS(nowhere.run("work --queue q --handler *=echo"), 3, "127.0.0.1");
        QVERIFY2(notices.heard().isEmpty(), notices.heard());
    }

    void theStatisticsAreAlwaysWhole()
    {
        RedisServer server;
        const Duectl duectl(server.url());
        QTemporaryDir folder;
        const QString path = folder.filePath(u"stats.json"_s);
        const auto worker = duectl.start(words("work --queue q --handler *=echo --stats") << path);
        QTRY_VERIFY_WITH_TIMEOUT(QFile::exists(path), 20'000);
        int looks = 0;
        QElapsedTimer timer;
        for (timer.start(); timer.elapsed() < 6'000; ++looks) { // the file is written every 5 s
            const QByteArray document = contents(path);
            QVERIFY2(QJsonDocument::fromJson(document).object().contains(u"processed"_s), document);
            QCOMPARE(QDir(folder.path()).entryList(QDir::Files).size() <= 2, true);
            QTest::qWait(2);
        }
        worker->terminate();
        EXIT(Duectl::finish(*worker), 0);
        QCOMPARE(QDir(folder.path()).entryList(QDir::Files), QStringList{u"stats.json"_s});
        QVERIFY(looks > 100);
    }

    void theUnitIsWellFormed()
    {
        const QString analyze = QStandardPaths::findExecutable(u"systemd-analyze"_s);
        if (analyze.isEmpty())
            QSKIP("systemd-analyze is not installed");
        QTemporaryDir folder;
        QByteArray unit = contents(packaged(u"dueline-worker@.service"_s));
        QVERIFY(unit.contains("ExecStart=/usr/bin/duectl "));
        unit.replace("/usr/bin/duectl", qgetenv("DUECTL"));
        QFile file(folder.filePath(u"dueline-worker@mail.service"_s));
        QVERIFY(file.open(QIODevice::WriteOnly) && file.write(unit) == unit.size());
        file.close();
        QProcess process;
        process.setProcessChannelMode(QProcess::MergedChannels);
        process.start(analyze, {u"verify"_s, u"--man=no"_s, file.fileName()});
        QVERIFY(process.waitForFinished(30'000));
        const QByteArray said = process.readAll();
        // The command fails if no service manager is running.
        if (process.exitCode() != 0
            && (said.contains("Failed to initialize manager") || said.contains("Failed to connect")))
            QSKIP(said.constData());
        QVERIFY2(process.exitCode() == 0 && !said.contains("dueline"), said);
    }

    void theUnitRunsTheExampleOnceItsAddressIsRight()
    {
        RedisServer server;
        QTemporaryDir folder;
        // Parse the file as systemd does: lines of NAME="VALUE", then $NAME split into words, except inside quotes.
        QHash<QString, QString> environment;
        for (const QByteArray& line : contents(packaged(u"worker.env"_s)).split('\n')) {
            const qsizetype equals = line.indexOf('=');
            if (line.startsWith('#') || equals < 0)
                continue;
            const QByteArray value = line.mid(equals + 1);
            QVERIFY2(value.size() >= 2 && value.front() == value.back(), line);
            environment.insert(QString::fromUtf8(line.left(equals)), QString::fromUtf8(value.mid(1, value.size() - 2)));
        }
        const QRegularExpression start(u"^ExecStart=/usr/bin/duectl (.*)$"_s, QRegularExpression::MultilineOption);
        const QString line
            = start.match(QString::fromUtf8(contents(packaged(u"dueline-worker@.service"_s)))).captured(1);
        QStringList arguments;
        for (QString word : line.split(u' ')) {
            word.replace(u"%t"_s, folder.path()).replace(u"%i"_s, u"mail"_s);
            if (word == u"$DUELINE_OPTIONS")
                arguments << u"--url"_s << server.url();
            else if (word.startsWith(u'$'))
                arguments << QProcess::splitCommand(environment.value(word.mid(1)));
            else
                arguments << word;
        }
        QVERIFY2(environment.value(u"DUELINE_OPTIONS"_s).startsWith(u"--url redis://"), qPrintable(line));
        // systemd creates this folder for RuntimeDirectory=.
        QVERIFY(QDir(folder.path()).mkdir(u"dueline-worker-mail"_s));
        const auto worker = Duectl().start(arguments);
        QByteArray seen;
        QVERIFY2(Duectl::waitFor(*worker, QProcess::StandardError,
                     "Working on mail with 8 slots for types mail.*, webhook.*", seen),
            seen);
        worker->terminate();
        EXIT(Duectl::finish(*worker), 0);
        QVERIFY(QFile::exists(folder.filePath(u"dueline-worker-mail/stats.json"_s)));
    }

    /// Checks that the service manager passes the file to the worker, because the worker's dynamic user can't access
    /// /etc/dueline.
    void theUnitHandsItsWorkerTheSavedConnections()
    {
        const QByteArray unit = '\n' + contents(packaged(u"dueline-worker@.service"_s));
        const auto setting = [&unit](const QByteArray& begins) {
            const qsizetype at = unit.indexOf('\n' + begins);
            return at < 0 ? QByteArray() : unit.mid(at + 1 + begins.size()).split('\n').first();
        };
        QCOMPARE(setting("DynamicUser="), QByteArray("yes"));
        QVERIFY(!unit.contains("\nStateDirectory=")); // nothing is written there, and instances would share the folder
        QCOMPARE(setting("LoadCredential=profiles.json:"), QByteArray("/etc/dueline/profiles.json"));
        const QByteArray place = setting("Environment=DUELINE_PROFILES=");
        QCOMPARE(place, QByteArray("%d/profiles.json"));

        RedisServer server;
        QTemporaryDir credentials;
        const QString path = QString::fromUtf8(place).replace(u"%d"_s, credentials.path());
        Duectl duectl;
        duectl.setVariable("DUELINE_PROFILES", path);
        const auto handOver = [&path](const QByteArray& text) {
            QFile file(path);
            return file.open(QIODevice::WriteOnly) && file.write(text) == text.size();
        };
        // systemd passes this text to the worker if the profiles file is missing.
        const QByteArray none = setting("SetCredential=profiles.json:");
        QVERIFY(handOver(none));
        FAILS(duectl.run("--profile shop queues"), 1, "No profiles are saved in");
        QVERIFY(handOver(
            QByteArray(none).replace("[]", R"([{"name": "shop", "url": ")" + server.url().toUtf8() + R"("}])")));
        EXIT(duectl.run("--profile shop queues"), 0);
    }

    void theUnitAndItsDocumentsAgree()
    {
        const QString source = sourcePath();
        for (const QString& name : {u"/packaging/systemd/dueline-worker@.service"_s, u"/packaging/systemd/worker.env"_s,
                 u"/packaging/man/duectl.1.in"_s, u"/resources/docs/service.md"_s}) {
            const QByteArray text = contents(source + name);
            QVERIFY2(text.contains("/etc/dueline/profiles.json"), qPrintable(name));
            QVERIFY2(
                !text.contains("install -d") || text.contains("install -d -m 700 /etc/dueline\n"), qPrintable(name));
            if (name.endsWith(u".md"_s))
                QVERIFY2(text.contains("install -m 600 ~/.config/dueline/profiles.json /etc/dueline/profiles.json"),
                    qPrintable(name));
        }
    }
};

QTEST_GUILESS_MAIN(DuectlService)
#include "tst_duectl_service.moc"
