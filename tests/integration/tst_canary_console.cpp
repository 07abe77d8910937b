// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/integration/duectlprogram.h"
#include "tests/support/canary.h"
#include "tests/support/redisserver.h"

#include <QDir>
#include <QFile>
#include <QTemporaryDir>

using namespace dueline;
using namespace Qt::StringLiterals;

/// Tests every way to pass a password to `duectl`: the password must reach Redis and appear nowhere else.
class TestCanaryConsole : public QObject
{
    Q_OBJECT

    PasswordCanary m_canary;
    std::unique_ptr<RedisServer> m_server;
    std::unique_ptr<QTemporaryDir> m_folder;

    QString urlWithPassword() const
    {
        return QString(m_server->url()).replace(u"redis://"_s, u"redis://:%1@"_s.arg(m_canary.text()));
    }
    Duectl program() const
    {
        Duectl duectl;
        duectl.setVariable("XDG_CONFIG_HOME", m_folder->filePath(u"config"_s));
        duectl.setVariable("XDG_STATE_HOME", m_folder->filePath(u"state"_s));
        duectl.setVariable("XDG_CACHE_HOME", m_folder->filePath(u"cache"_s));
        duectl.setVariable("HOME", m_folder->filePath(u"home"_s));
        duectl.setVariable("DUELINE_LOG", u"1"_s);
        duectl.setVariable("QT_LOGGING_RULES", u"*.debug=true"_s);
        return duectl;
    }
    /// Returns a running program's files in /proc that contain the password.
    QStringList seenOf(QProcess& process) const { return m_canary.processFilesWithIt(process.processId()); }

private slots:
    void init()
    {
        m_folder = std::make_unique<QTemporaryDir>();
        m_server = std::make_unique<RedisServer>(
            RedisServer::Options{.tcp = true, .aof = false, .password = m_canary.password(), .arguments = {}});
    }

    void noCommandSaysIt_data()
    {
        QTest::addColumn<QString>("line");
        for (const char* line : {"queues", "add q t --id a --payload {}", "add q t --id b", "list q", "--json list q",
                 "show q a", "operations", "discard q a", "undo nothing", "doctor", "--json doctor", "check q",
                 "workers", "leases q", "timeline", "queue q show", "results q",
                 "work --queue q --handler *=echo --exit-when-empty", "list no-such-queue", "show q nobody",
                 "--layout nonsense queues", "--prefix {} queues", "frobnicate"})
            QTest::newRow(line) << QString::fromLatin1(line);
    }
    void noCommandSaysIt()
    {
        QFETCH(QString, line);
        const Duectl duectl = program();
        for (const char* setup : {"add q t --id a --payload {}", "add q u"})
            EXIT(duectl.run(QStringList{u"--url"_s, urlWithPassword()} + words(setup)), 0);
        const Answer answer = duectl.run(QStringList{u"--url"_s, urlWithPassword()} + words(line.toLatin1()));
        QVERIFY2(answer.code >= 0, answer.all());
        QVERIFY2(!m_canary.isIn(answer.out) && !m_canary.isIn(answer.err), answer.all());
        QCOMPARE(m_canary.filesWithIt(m_folder->path()), QStringList());
    }

    void noErrorSaysIt()
    {
        const Duectl duectl = program();
        const QString text = m_canary.text();
        const quint16 closed = RedisServer::freePort();
        m_server.reset();
        RedisServer other({.tcp = true, .aof = false, .password = "another", .arguments = {}});
        for (const QString& url : {QString(other.url()).replace(u"redis://"_s, u"redis://:%1@"_s.arg(text)),
                 QString(other.url()).replace(u"redis://"_s, u"redis://ops:%1@"_s.arg(text)),
                 QString(other.url()).replace(u"redis://"_s, u"rediss://:%1@"_s.arg(text)),
                 u"redis://:%1@127.0.0.1:%2"_s.arg(text).arg(closed), u"redis://:%1@no-such-host.invalid"_s.arg(text),
                 u"redis://:%1@127.0.0.1:99999"_s.arg(text), u"redis://:%1@@@:x"_s.arg(text),
                 u"http://u:%1@h"_s.arg(text), u"redis-sentinel://:%1@127.0.0.1:%2/main"_s.arg(text).arg(closed),
                 u"redis-cluster://:%1@127.0.0.1:%2"_s.arg(text).arg(closed)}) {
            const Answer answer = duectl.run({u"--url"_s, url, u"queues"_s});
            QVERIFY2(answer.code == 2 || answer.code == 3, answer.all());
            QVERIFY2(!m_canary.isIn(answer.out) && !m_canary.isIn(answer.err), answer.all());
        }
        QCOMPARE(m_canary.filesWithIt(m_folder->path()), QStringList());
    }

    void aRunningProgramDoesNotShowItsArguments()
    {
        const Duectl duectl = program();
        EXIT(duectl.run({u"--url"_s, urlWithPassword(), u"add"_s, u"q"_s, u"t"_s}), 0);
        for (const QStringList& line : {QStringList{u"--url"_s, urlWithPassword(), u"watch"_s},
                 QStringList{
                     u"--url="_s + urlWithPassword(), u"work"_s, u"--queue"_s, u"q"_s, u"--handler"_s, u"x=echo"_s}}) {
            const auto process = duectl.start(line);
            QTRY_VERIFY(m_server->call({"CLIENT", "LIST"}).bytes.contains("name=duectl"));
            QCOMPARE(seenOf(*process), QStringList());
            process->terminate();
            QVERIFY(process->waitForFinished(20'000));
            QVERIFY(!m_canary.isIn(process->readAllStandardOutput() + process->readAllStandardError()));
            QTRY_VERIFY(!m_server->call({"CLIENT", "LIST"}).bytes.contains("name=duectl"));
        }
    }

    void aRunningProgramDoesNotShowItsEnvironment()
    {
        Duectl duectl = program();
        duectl.setVariable("REDISCLI_AUTH", m_canary.text());
        duectl.setVariable("DUELINE_SENTINEL_AUTH", m_canary.text());
        EXIT(duectl.run({u"--url"_s, m_server->url(), u"add"_s, u"q"_s, u"t"_s}), 0);
        const auto process = duectl.start({u"--url"_s, m_server->url(), u"watch"_s});
        QTRY_VERIFY(m_server->call({"CLIENT", "LIST"}).bytes.contains("name=duectl"));
        QVERIFY(!PasswordCanary::contentsOf(u"/proc/%1/environ"_s.arg(process->processId())).isEmpty());
        QCOMPARE(seenOf(*process), QStringList());
        process->terminate();
        QVERIFY(process->waitForFinished(20'000));
    }

    void handlersDoNotInheritIt()
    {
        Duectl duectl = program();
        duectl.setVariable("REDISCLI_AUTH", m_canary.text());
        const QString seen = m_folder->filePath(u"seen"_s);
        EXIT(duectl.run({u"--url"_s, m_server->url(), u"add"_s, u"q"_s, u"t"_s}), 0);
        EXIT(
            duectl.run({u"--url"_s, m_server->url(), u"work"_s, u"--queue"_s, u"q"_s, u"--handler"_s,
                u"*=command:/bin/sh -c \"env > %1; tr '\\\\000' ' ' < /proc/$PPID/environ >> %1; cat /proc/$PPID/cmdline >> %1\""_s
                    .arg(seen),
                u"--exit-when-empty"_s}),
            0);
        QVERIFY(PasswordCanary::contentsOf(seen).contains("DUELINE_ID=t#"));
        QCOMPARE(m_canary.filesWithIt(m_folder->path()), QStringList());
    }

    void aVariableOfAProfileIsNotShownEither()
    {
        Duectl duectl = program();
        QVERIFY(QDir().mkpath(m_folder->filePath(u"config/dueline"_s)));
        QFile file(m_folder->filePath(u"config/dueline/profiles.json"_s));
        QVERIFY(file.open(QIODevice::WriteOnly));
        file.write(
            QStringLiteral(R"({"version":1,"profiles":[{"name":"shop","url":"%1","secret":"variable:SHOP_PW"}]})")
                .arg(m_server->url())
                .toUtf8());
        file.close();
        duectl.setVariable("SHOP_PW", m_canary.text());
        EXIT(duectl.run({u"--profile"_s, u"shop"_s, u"add"_s, u"q"_s, u"t"_s}), 0);
        const auto process = duectl.start({u"--profile"_s, u"shop"_s, u"watch"_s});
        QTRY_VERIFY(m_server->call({"CLIENT", "LIST"}).bytes.contains("name=duectl"));
        QCOMPARE(seenOf(*process), QStringList());
        process->terminate();
        QVERIFY(process->waitForFinished(20'000));
        QCOMPARE(m_canary.filesWithIt(m_folder->path()), QStringList());
    }
};

QTEST_GUILESS_MAIN(TestCanaryConsole)
#include "tst_canary_console.moc"
