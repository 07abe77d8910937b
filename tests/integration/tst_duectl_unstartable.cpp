// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/integration/duectlprogram.h"
#include "tests/support/fewthreads.h"
#include "tests/support/httpserver.h"
#include "tests/support/redisserver.h"

#include <QFile>
#include <QTemporaryDir>

using namespace dueline;
using namespace Qt::StringLiterals;

/// Tests `duectl work` with handlers that can't be started on this machine.
class DuectlUnstartable : public QObject
{
    Q_OBJECT

private slots:
    void aScriptWithLinesOfWindowsSpendsNoAttemptUntilItIsMended();
    void whatIsLeftAndCannotBeStartedEndsAWorkerWithOne();
    void slotsThatTheLimitOfOpenFilesCannotCarryAreToldAtTheStart();
    void slotsThatPostNeedFilesOfTheirOwn();
    void withTooFewFilesAWorkerEndsWithASentence();
    void withTooFewThreadsAWorkerEndsWithASentence();
    void withTooLittleMemoryAWorkerEndsWithASentence();

private:
    /// Runs duectl under a resource limit, which a shell sets before starting it.
    static Answer runBelow(const QString& limit, const Duectl& duectl, const QStringList& arguments)
    {
        QProcess shell;
        shell.start(u"/bin/sh"_s,
            QStringList{u"-c"_s, u"ulimit -c 0; %1; exec \"$0\" \"$@\""_s.arg(limit), qEnvironmentVariable("DUECTL"),
                u"--url"_s, duectl.url()}
                + arguments);
        // Process events, because a receiver on this thread may have to answer.
        (void)QTest::qWaitFor([&shell] { return shell.state() == QProcess::NotRunning; }, 60'000);
        return Duectl::finish(shell);
    }
    /// Checks that the worker either completed all tasks or ended in an orderly way: no task is leased, and no attempt
    /// was counted for a task that didn't run.
    static void checkOrderlyEnd(RedisServer& server, const Answer& ended, const QString& at)
    {
        const QByteArray what = at.toUtf8() + ": " + ended.all();
        QVERIFY2(ended.code == 0 || ended.code == 1, what);
        if (ended.code != 0)
            QVERIFY2(ended.err.contains("raise the limit") || ended.err.contains("raise it"), what);
        QVERIFY2(!ended.err.contains("terminate called") && !ended.err.contains("GLib"), what);
        QVERIFY2(server.call({"ZCARD", "dueline:{q}:leased"}).integer == 0, what);
        QVERIFY2(server.call({"ZCARD", "dueline:{q}:failed"}).integer == 0, what);
    }
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
    const QByteArray line = "Tasks of type * cannot be started on this machine: " + script.toUtf8()
        + " cannot be run: its interpreter /bin/sh\\u{D} does not exist: its first line has a Windows line ending (CR LF). They return to the queue, and no attempts are counted. The worker keeps trying.";
    QVERIFY2(Duectl::waitFor(*worker, QProcess::StandardError, "keeps trying", said), said);
    QVERIFY2(said.contains(line), said);
    QCOMPARE(duectl.run("show q t#1 --json").object().value(u"attempts"_s).toInt(), 0);
    write(script, "#!/bin/sh\nexit 0\n");
    QVERIFY2(Duectl::waitFor(*worker, QProcess::StandardError, "Tasks of type * can be started again.", said), said);
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
    QVERIFY2(ended.err.contains("The remaining tasks cannot be started on this machine: /no/such does not exist."),
        ended.err);
    const auto queue = duectl.run("queues --json").array().at(0).toObject();
    QCOMPARE(queue.value(u"failed"_s).toInt(-1), 0);
}

void DuectlUnstartable::slotsThatTheLimitOfOpenFilesCannotCarryAreToldAtTheStart()
{
    RedisServer server;
    const Duectl duectl(server.url());
    EXIT(duectl.run("add q t"), 0);
    const Answer ended = runBelow(u"ulimit -n 120"_s, duectl,
        words("work --queue q --handler *=command:/bin/true --concurrency 50 --exit-when-empty"));
    EXIT(ended, 0);
    QVERIFY2(ended.err.contains("The limit on open files is 120, and 50 slots may need 5"), ended.err);
    QVERIFY2(ended.err.contains("ulimit -n"), ended.err);
}

/// Checks the limit on open files. Qt aborts a program that can't open a thread's wake-up descriptors, so a slot starts
/// only if all of its descriptors can be opened.
void DuectlUnstartable::slotsThatPostNeedFilesOfTheirOwn()
{
    RedisServer server;
    const Duectl duectl(server.url());
    HttpServer receiver([](QTcpSocket& socket, const HttpServer::Request&) { socket.write(HttpServer::answer(200)); });
    EXIT(duectl.run("add q t --copies 300"), 0);
    const Answer ended = runBelow(u"ulimit -n 160"_s, duectl,
        words("work --queue q --concurrency 100 --exit-when-empty --handler") << u"*=http:"_s + receiver.url());
    EXIT(ended, 0);
    QVERIFY2(ended.err.contains(" of 100 slots are started: the limit on open files allows no more"), ended.err);
    QVERIFY2(ended.err.contains("300 done, 0 failed, 0 to be retried"), ended.err);
}

void DuectlUnstartable::withTooFewFilesAWorkerEndsWithASentence()
{
    RedisServer server;
    const Duectl duectl(server.url());
    EXIT(duectl.run("add q t --copies 30 --max-attempts 1"), 0);
    for (int files = 8; files < 80; files += 4) {
        const Answer ended = runBelow(u"ulimit -n %1"_s.arg(files), duectl,
            words("work --queue q --handler *=echo --concurrency 200 --exit-when-empty"));
        checkOrderlyEnd(server, ended, u"%1 files"_s.arg(files));
        if (QTest::currentTestFailed())
            return;
    }
    QCOMPARE(server.call({"ZCARD", "dueline:{q}:done"}).integer, 30);
}

void DuectlUnstartable::withTooFewThreadsAWorkerEndsWithASentence()
{
    RedisServer server;
    Duectl duectl(server.url());
    EXIT(duectl.run("add q t --copies 30 --max-attempts 1"), 0);
    duectl.setVariable("LD_PRELOAD", fewThreadsLibrary());
    for (int threads = 0; threads < 16; ++threads) {
        duectl.setVariable("DUELINE_TEST_THREADS", QString::number(threads));
        const Answer ended
            = duectl.run("work --queue q --handler *=command:/bin/true --concurrency 3 --exit-when-empty");
        checkOrderlyEnd(server, ended, u"%1 threads"_s.arg(threads));
        if (QTest::currentTestFailed())
            return;
        // The URL's host name is resolved on a separate thread.
        Duectl named(u"redis://localhost:%1"_s.arg(RedisServer::freePort()));
        named.setVariable("LD_PRELOAD", fewThreadsLibrary());
        named.setVariable("DUELINE_TEST_THREADS", QString::number(threads));
        const Answer unreached = named.run("queues");
        QVERIFY2(unreached.isError(threads < 2 ? 1 : 3) || unreached.isError(3), unreached.all());
    }
    QCOMPARE(server.call({"ZCARD", "dueline:{q}:done"}).integer, 30);
}

void DuectlUnstartable::withTooLittleMemoryAWorkerEndsWithASentence()
{
    if (qEnvironmentVariableIsSet("ASAN_OPTIONS") || qEnvironmentVariableIsSet("TSAN_OPTIONS"))
        QSKIP("a sanitizer needs more address space than any limit here");
    RedisServer server;
    const Duectl duectl(server.url());
    EXIT(duectl.run("add q t --copies 30 --max-attempts 1"), 0);
    // The first limits are barely enough for the libraries; the last ones are enough for everything. Each thread takes
    // 8 MiB of stack.
    for (int megabytes = 120; megabytes < 1200; megabytes += 60) {
        const Answer ended = runBelow(u"ulimit -v %1"_s.arg(megabytes * 1024), duectl,
            words("work --queue q --handler *=echo --concurrency 30 --exit-when-empty"));
        if (ended.code == 127)
            continue; // the loader's exit code: the libraries don't fit into memory
        checkOrderlyEnd(server, ended, u"%1 MB"_s.arg(megabytes));
        if (QTest::currentTestFailed())
            return;
    }
    QCOMPARE(server.call({"ZCARD", "dueline:{q}:done"}).integer, 30);
}

QTEST_GUILESS_MAIN(DuectlUnstartable)

#include "tst_duectl_unstartable.moc"
