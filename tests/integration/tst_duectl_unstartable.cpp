// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/integration/duectlprogram.h"
#include "tests/support/redisserver.h"

#include <QTemporaryDir>

using namespace dueline;
using namespace Qt::StringLiterals;

/// `duectl work` with handlers that this machine cannot start.
class DuectlUnstartable : public QObject
{
    Q_OBJECT

private slots:
    void aScriptWithLinesOfWindowsSpendsNoAttemptUntilItIsMended();
    void whatIsLeftAndCannotBeStartedEndsAWorkerWithOne();
    void slotsThatTheLimitOfOpenFilesCannotCarryAreToldAtTheStart();

private:
    static void write(const QString& path, const QByteArray& text)
    {
        QFile file(path);
        QVERIFY(file.open(QIODevice::WriteOnly));
        file.write(text);
        file.close();
        QVERIFY(file.setPermissions(QFile::ReadOwner | QFile::WriteOwner | QFile::ExeOwner));
    }
};

void DuectlUnstartable::aScriptWithLinesOfWindowsSpendsNoAttemptUntilItIsMended()
{
    RedisServer server;
    const Duectl duectl(server.url());
    const QTemporaryDir folder;
    const QString script = folder.filePath(u"send"_s);
    write(script, "#!/bin/sh\r\nexit 0\r\n");
    EXIT(duectl.run("add q t --id 1 --max-attempts 2"), 0);
    const auto worker = duectl.start({u"work"_s, u"--queue"_s, u"q"_s, u"--handler"_s, u"*=command:"_s + script});
    QByteArray said;
    const QByteArray line = "Tasks of * cannot be started on this machine: " + script.toUtf8()
        + " cannot be run: its interpreter /bin/sh\\u{D} is not there: its first line ends as lines of Windows do (CR "
          "LF). They are "
          "given back, no attempt spent. The worker keeps trying.";
    QVERIFY2(Duectl::waitFor(*worker, QProcess::StandardError, "keeps trying", said), said);
    QVERIFY2(said.contains(line), said);
    QCOMPARE(duectl.run("show q t#1 --json").object().value(u"attempts"_s).toInt(), 0);
    write(script, "#!/bin/sh\nexit 0\n");
    QVERIFY2(Duectl::waitFor(*worker, QProcess::StandardError, "Tasks of * are started again.", said), said);
    QTRY_COMPARE_WITH_TIMEOUT(duectl.run("show q t#1 --json").object().value(u"state"_s).toString(), u"done"_s, 10'000);
    worker->terminate();
    const Answer ended = Duectl::finish(*worker);
    QCOMPARE((said + ended.err).count("cannot be started"), 1);
}

void DuectlUnstartable::whatIsLeftAndCannotBeStartedEndsAWorkerWithOne()
{
    RedisServer server;
    const Duectl duectl(server.url());
    EXIT(duectl.run("add q t --copies 3"), 0);
    const Answer ended = duectl.run("work --queue q --handler *=command:/no/such --exit-when-empty");
    EXIT(ended, 1);
    QVERIFY2(ended.err.contains("What is left cannot be started on this machine: /no/such is not there."), ended.err);
    const auto queue = duectl.run("queues --json").array().at(0).toObject();
    QCOMPARE(queue.value(u"failed"_s).toInt(-1), 0);
}

void DuectlUnstartable::slotsThatTheLimitOfOpenFilesCannotCarryAreToldAtTheStart()
{
    RedisServer server;
    const Duectl duectl(server.url());
    EXIT(duectl.run("add q t"), 0);
    // A shell sets the limit before the program is there.
    QProcess shell;
    shell.start(u"/bin/sh"_s,
        {u"-c"_s, u"ulimit -n 100; exec \"$0\" \"$@\""_s, QString::fromLocal8Bit(qgetenv("DUECTL")), u"--url"_s,
            server.url(), u"work"_s, u"--queue"_s, u"q"_s, u"--handler"_s, u"*=command:/bin/true"_s, u"--concurrency"_s,
            u"50"_s, u"--exit-when-empty"_s});
    const Answer ended = Duectl::finish(shell);
    EXIT(ended, 0);
    QVERIFY2(ended.err.contains("The limit of open files is 100, and 50 slots may need 5"), ended.err);
    QVERIFY2(ended.err.contains("ulimit -n"), ended.err);
}

QTEST_GUILESS_MAIN(DuectlUnstartable)

#include "tst_duectl_unstartable.moc"
