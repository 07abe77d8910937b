// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/integration/duectlprogram.h"
#include "tests/support/redisserver.h"
#include "tests/support/sendsignal.h"

#include <QFile>
#include <QSet>
#include <QTemporaryDir>

#include <algorithm>
#include <csignal>

#include <sys/prctl.h>

using namespace dueline;
using namespace Qt::StringLiterals;

/// Tests the worker, the commands that follow its work, and the sandbox.
class DuectlWork : public QObject
{
    Q_OBJECT

private slots:
    void everyTaskRunsOnceThroughACommand();
    void failuresAreRetriedByHandAndUndone();
    void exitCode75ComesBack();
    void commandsGetTheDocumentedEnvironment();
    void typesWithoutHandlerAreLeftAlone();
    void statisticsAreWrittenAsDocumented();
    void aSignalDrainsASecondOneStops();
    void anUnreachableServerEndsTheStart();
    void aServerThatGoesAwayIsWaitedFor();
    void whatTasksLeaveBehindIsCollectedByAFirstProcess();
    void resultsAreFollowed();
    void keptResultsAreListed();
    void watchTellsChanges();
    void aSandboxEndsWithTheProgram();
    void aDemoSandboxHasTasksInEveryState();

private:
    /// Returns a handler for all types that runs a line of shell code without double quotes.
    static QString shell(const QString& line) { return u"*=command:/bin/sh -c \""_s + line + u'"'; }
    static int count(const Duectl& duectl, const char* state, const char* queue = "q")
    {
        for (const auto& entry : duectl.run("queues --json").array()) {
            if (entry.toObject().value(u"name"_s).toString() == QLatin1StringView(queue))
                return entry.toObject().value(QLatin1StringView(state)).toInt(-1);
        }
        return -1;
    }
};

void DuectlWork::everyTaskRunsOnceThroughACommand()
{
    RedisServer server;
    const Duectl duectl(server.url());
    EXIT(duectl.run("add q t --copies 200 --payload hello"), 0);
    QTemporaryDir folder;
    const QString log = folder.filePath(u"runs"_s);
    const QString script = folder.filePath(u"run.sh"_s);
    QFile file(script);
    QVERIFY(file.open(QIODevice::WriteOnly));
    file.write("#!/bin/sh\nread payload\necho \"$DUELINE_ID $payload\" >> '" + log.toUtf8() + "'\n");
    file.close();
    file.setPermissions(QFile::ReadOwner | QFile::ExeOwner | QFile::WriteOwner);
    const Answer worked = duectl.run(
        {u"work"_s, u"--queue"_s, u"q"_s, u"--handler"_s, u"*=command:"_s + script, u"--exit-when-empty"_s});
    EXIT(worked, 0);
    QVERIFY2(worked.out.isEmpty() && worked.err.contains("200 done, 0 failed"), worked.all());
    QFile runs(log);
    QVERIFY(runs.open(QIODevice::ReadOnly));
    QList<QByteArray> lines = runs.readAll().split('\n');
    lines.removeAll(QByteArray());
    QCOMPARE(lines.size(), 200);
    QCOMPARE(QSet<QByteArray>(lines.begin(), lines.end()).size(), 200);
    QVERIFY(lines.first().endsWith(" hello"));
    QCOMPARE(count(duectl, "done"), 200);
    EXIT(duectl.run("add cat t --copies 200 --payload hello"), 0);
    EXIT(duectl.run("work --queue cat --handler *=command:/bin/cat --concurrency 4 --exit-when-empty"), 0);
    QCOMPARE(count(duectl, "done", "cat"), 200);
}

void DuectlWork::failuresAreRetriedByHandAndUndone()
{
    RedisServer server;
    const Duectl duectl(server.url());
    EXIT(duectl.run("add q t --copies 20 --max-attempts 2 --backoff none"), 0);
    EXIT(duectl.run(
             words("work --queue q --exit-when-empty --handler") << shell(u"echo broken pipe to mars >&2; exit 3"_s)),
        0);
    QCOMPARE(count(duectl, "failed"), 20);
    const QByteArray before = duectl.run("list q --state failed --json --limit 100").out;
    QVERIFY2(before.contains("broken pipe to mars"), before.left(500));
    const QString id = duectl.run("list q --json").array().at(0).toObject().value(u"id"_s).toString();
    const QJsonObject detail = duectl.run({u"show"_s, u"q"_s, id, u"--json"_s}).object();
    QCOMPARE(detail.value(u"attempt"_s).toInt(), 2);
    // The first due time is still known.
    QVERIFY(detail.value(u"due_ms"_s).toInteger() > 1'700'000'000'000);
    QCOMPARE(detail.value(u"attempts"_s).toArray().size(), 2);
    QCOMPARE(detail.value(u"attempts"_s).toArray().at(1).toObject().value(u"outcome"_s).toString(), u"failed"_s);

    const Answer retried = duectl.run("retry q --all --yes --json");
    EXIT(retried, 0);
    QCOMPARE(retried.object().value(u"done"_s).toInt(), 20);
    QCOMPARE(count(duectl, "retrying"), 20);
    const Answer undone = duectl.run({u"undo"_s, retried.object().value(u"operation"_s).toString(), u"--yes"_s});
    EXIT(undone, 0);
    QVERIFY2(undone.out.contains("20 of 20 restored"), undone.all());
    QCOMPARE(duectl.run("list q --state failed --json --limit 100").out, before);
    QCOMPARE(
        duectl.run({u"show"_s, u"q"_s, id, u"--json"_s}).object().value(u"attempts"_s), detail.value(u"attempts"_s));

    EXIT(duectl.run("retry q --all --yes"), 0);
    EXIT(duectl.run("work --queue q --handler *=echo --exit-when-empty"), 0);
    QCOMPARE(count(duectl, "done"), 20);
}

void DuectlWork::exitCode75ComesBack()
{
    RedisServer server;
    const Duectl duectl(server.url());
    EXIT(duectl.run("add q t --id a --backoff fixed:1h"), 0);
    const auto worker = duectl.start(words("work --queue q --handler") << shell(u"exit 75"_s));
    QTRY_COMPARE_WITH_TIMEOUT(count(duectl, "retrying"), 1, 20'000);
    worker->terminate();
    EXIT(Duectl::finish(*worker), 0);
    const QJsonObject task = duectl.run("show q a --json").object();
    QCOMPARE(task.value(u"attempt"_s).toInt(), 1);
    QCOMPARE(task.value(u"attempts"_s).toArray().at(0).toObject().value(u"outcome"_s).toString(), u"retry"_s);
}

void DuectlWork::commandsGetTheDocumentedEnvironment()
{
    RedisServer server;
    Duectl duectl(server.url());
    duectl.setVariable("SECRET_OF_THE_SHELL", u"x"_s);
    QTemporaryDir folder;
    const QString file = folder.filePath(u"environment"_s);
    EXIT(duectl.run("add q t --id a --at 2026-01-01T00:00:00Z"), 0);
    EXIT(duectl.run(
             {u"work"_s, u"--queue"_s, u"q"_s, u"--handler"_s, shell(u"env > %1"_s.arg(file)), u"--exit-when-empty"_s}),
        0);
    QFile read(file);
    QVERIFY(read.open(QIODevice::ReadOnly));
    const QByteArray environment = '\n' + read.readAll();
    for (const char* line : {"\nDUELINE_ID=t#a\n", "\nDUELINE_TYPE=t\n", "\nDUELINE_QUEUE=q\n", "\nDUELINE_ATTEMPT=1\n",
             "\nDUELINE_DUE_MS=1767225600000\n", "\nDUELINE_TOKEN=1-", "\nDUELINE_DEADLINE_MS=", "\nPATH="})
        QVERIFY2(environment.contains(line), environment);
    QVERIFY2(!environment.contains("SECRET_OF_THE_SHELL"), environment);
}

void DuectlWork::typesWithoutHandlerAreLeftAlone()
{
    RedisServer server;
    const Duectl duectl(server.url());
    EXIT(duectl.run("add q mail.send --copies 10"), 0);
    EXIT(duectl.run("add q other --copies 10"), 0);
    EXIT(duectl.run("work --queue q --handler mail.*=echo --exit-when-empty"), 0);
    QCOMPARE(count(duectl, "done"), 10);
    QCOMPARE(count(duectl, "due"), 10);
}

void DuectlWork::statisticsAreWrittenAsDocumented()
{
    RedisServer server;
    const Duectl duectl(server.url());
    QTemporaryDir folder;
    const QString path = folder.filePath(u"stats.json"_s);
    EXIT(duectl.run("add q ok --copies 500"), 0);
    EXIT(duectl.run("add q bad --copies 5 --max-attempts 1"), 0);
    const Answer worked = duectl.run(
        words("work --queue q=3 --handler ok=echo --handler bad=fail --exit-when-empty --json --stats") << path);
    EXIT(worked, 0);
    QFile file(path);
    QVERIFY(file.open(QIODevice::ReadOnly));
    const QByteArray document = file.readAll();
    QCOMPARE(worked.out, document);
    const QJsonObject stats = QJsonDocument::fromJson(document).object();
    QStringList keys = stats.keys();
    keys.sort();
    QStringList wanted = words("processed failed retried per_second lateness_ms run_ms duplicates stale_acks");
    wanted.sort();
    QCOMPARE(keys, wanted);
    QCOMPARE(stats.value(u"processed"_s).toInt(), 500);
    QCOMPARE(stats.value(u"failed"_s).toInt(), 5);
    QCOMPARE(stats.value(u"duplicates"_s).toInt(-1), 0);
    QCOMPARE(stats.value(u"stale_acks"_s).toInt(-1), 0);
    QVERIFY(stats.value(u"per_second"_s).toDouble() > 0);
    for (const QString& name : {u"lateness_ms"_s, u"run_ms"_s}) {
        const QJsonObject spread = stats.value(name).toObject();
        QCOMPARE(spread.size(), 4);
        QVERIFY(spread.value(u"p50"_s).toDouble() <= spread.value(u"p95"_s).toDouble());
        QVERIFY(spread.value(u"p99"_s).toDouble() <= spread.value(u"max"_s).toDouble() + 0.001);
    }
    FAILS(duectl.run("work --queue q --handler *=echo --stats /nonexistent/stats.json"), 1, "/nonexistent/stats.json");
}

void DuectlWork::aSignalDrainsASecondOneStops()
{
    RedisServer server;
    const Duectl duectl(server.url());
    EXIT(duectl.run("add q t --copies 4"), 0);
    QTemporaryDir folder;
    QFile started(folder.filePath(u"started"_s));
    const auto startedCount = [&started] {
        started.close();
        return started.open(QIODevice::ReadOnly) ? started.readAll().count('\n') : 0;
    };
    auto worker = duectl.start(
        words("work --queue q --concurrency 2 --handler") << shell(u"echo >> %1; sleep 1.5"_s.arg(started.fileName())));
    QTRY_COMPARE_WITH_TIMEOUT(startedCount(), 2, 20'000);
    worker->terminate();
    const Answer drained = Duectl::finish(*worker);
    EXIT(drained, 0);
    QVERIFY2(drained.err.contains("2 done"), drained.all());
    QCOMPARE(count(duectl, "done"), 2);
    QCOMPARE(count(duectl, "leased"), 0);

    worker = duectl.start(words("work --queue q --concurrency 2 --handler *=sleep:600000"));
    QTRY_COMPARE_WITH_TIMEOUT(server.call({"ZCARD", "dueline:{q}:leased"}).integer, 2, 20'000);
    sendSignal(*worker, SIGINT);
    QByteArray seen;
    QVERIFY2(Duectl::waitFor(*worker, QProcess::StandardError, "to finish", seen), seen);
    sendSignal(*worker, SIGINT);
    EXIT(Duectl::finish(*worker), 0);
    QCOMPARE(count(duectl, "leased"), 0);
    QCOMPARE(count(duectl, "done"), 2);
    // The returned tasks are due immediately, and no attempts were counted for them.
    const QJsonArray waiting = duectl.run("list q --state pending --json").array();
    QCOMPARE(waiting.size(), 2);
    QCOMPARE(waiting.at(0).toObject().value(u"attempt"_s).toInt(-1), 0);
}

void DuectlWork::anUnreachableServerEndsTheStart()
{
    const Duectl nowhere(u"redis://127.0.0.1:%1"_s.arg(RedisServer::freePort()));
    FAILS(nowhere.run("work --queue q --handler *=echo"), 3, "127.0.0.1");
}

void DuectlWork::aServerThatGoesAwayIsWaitedFor()
{
    RedisServer::Options options;
    options.aof = true;
    RedisServer server(options);
    const Duectl duectl(server.url());
    EXIT(duectl.run("add q t --id before"), 0);
    const auto worker = duectl.start(words("work --queue q --handler *=echo"));
    QTRY_COMPARE_WITH_TIMEOUT(count(duectl, "done"), 1, 20'000);
    server.stop();
    QByteArray seen;
    QVERIFY2(Duectl::waitFor(*worker, QProcess::StandardError, "keeps trying", seen), seen);
    server.restart();
    QTRY_COMPARE_WITH_TIMEOUT(duectl.run("add q t --id after").code, 0, 20'000);
    QTRY_COMPARE_WITH_TIMEOUT(count(duectl, "done"), 2, 30'000);
    worker->terminate();
    EXIT(Duectl::finish(*worker), 0);
}

/// Checks that orphaned processes are reaped. They become children of a container's first process, or of their
/// subreaper, such as this test.
void DuectlWork::whatTasksLeaveBehindIsCollectedByAFirstProcess()
{
    RedisServer server;
    const Duectl duectl(server.url());
    EXIT(duectl.run("add q t --copies 10"), 0);
    const QTemporaryDir folder;
    QFile left(folder.filePath(u"left"_s));
    QProcess worker;
    worker.setChildProcessModifier([] { ::prctl(PR_SET_CHILD_SUBREAPER, 1UL, 0UL, 0UL, 0UL); });
    worker.start(qEnvironmentVariable("DUECTL"),
        QStringList{u"--url"_s, server.url()} + words("work --queue q --handler")
            << shell(u"sh -c 'echo $$ >> %1' & exit 0"_s.arg(left.fileName())));
    QVERIFY(worker.waitForStarted());
    QTRY_COMPARE_WITH_TIMEOUT(count(duectl, "done"), 10, 20'000);
    QList<QByteArray> orphans;
    QTRY_VERIFY_WITH_TIMEOUT(
        (left.close(), left.open(QIODevice::ReadOnly)) && (orphans = left.readAll().split('\n')).size() > 10, 20'000);
    orphans.removeAll(QByteArray());
    // Zombies have an entry in /proc too.
    QTRY_VERIFY_WITH_TIMEOUT(
        std::none_of(orphans.begin(), orphans.end(),
            [](const QByteArray& pid) { return QFile::exists(u"/proc/"_s + QString::fromLatin1(pid)); }),
        20'000);
    QCOMPARE(worker.state(), QProcess::Running); // The worker has reaped the orphans and is still running.
    worker.terminate();
    EXIT(Duectl::finish(worker), 0);
}

void DuectlWork::resultsAreFollowed()
{
    RedisServer server;
    const Duectl duectl(server.url());
    const auto follower = duectl.start(words("results q --follow --json"));
    QByteArray seen;
    QVERIFY2(Duectl::waitFor(*follower, QProcess::StandardError, "Following", seen), seen);
    EXIT(duectl.run("add q t --id good --payload hi"), 0);
    EXIT(duectl.run("add q bad --id b --max-attempts 1"), 0);
    EXIT(duectl.run("work --queue q --handler t=echo --handler bad=fail --exit-when-empty"), 0);
    QByteArray out;
    QVERIFY2(Duectl::waitFor(*follower, QProcess::StandardOutput, "t#good", out), out);
    QVERIFY2(Duectl::waitFor(*follower, QProcess::StandardOutput, "bad#b", out), out);
    for (const QByteArray& line : out.split('\n')) {
        if (line.isEmpty())
            continue;
        const QJsonObject outcome = QJsonDocument::fromJson(line).object();
        const bool good = outcome.value(u"id"_s).toString() == u"t#good"_s;
        QCOMPARE(outcome.value(u"outcome"_s).toString(), good ? u"done"_s : u"failed"_s);
        QCOMPARE(outcome.value(u"attempt"_s).toInt(), 1);
    }
    follower->terminate();
    EXIT(Duectl::finish(*follower), 0);
}

void DuectlWork::keptResultsAreListed()
{
    RedisServer server;
    const Duectl duectl(server.url());
    EXIT(duectl.run("add q t --id a"), 0);
    EXIT(duectl.run("results q"), 0);
    EXIT(duectl.run("work --queue q --handler *=echo --exit-when-empty"), 0);
    const QJsonArray results = duectl.run("results q --json").array();
    QCOMPARE(results.size(), 1);
    QCOMPARE(results.at(0).toObject().value(u"outcome"_s).toString(), u"done"_s);
}

void DuectlWork::watchTellsChanges()
{
    RedisServer server;
    const Duectl duectl(server.url());
    EXIT(duectl.run("add q t --in 1h"), 0);
    const auto watcher = duectl.start(words("watch q"));
    QByteArray out;
    QVERIFY2(Duectl::waitFor(*watcher, QProcess::StandardOutput, "q: 1 scheduled", out), out);
    EXIT(duectl.run("add q t --in 1h"), 0);
    QVERIFY2(Duectl::waitFor(*watcher, QProcess::StandardOutput, "q: 2 scheduled", out), out);
    watcher->terminate();
    EXIT(Duectl::finish(*watcher), 0);
    const auto json = duectl.start(words("watch --json"));
    out.clear();
    QVERIFY2(Duectl::waitFor(*json, QProcess::StandardOutput, "\n", out), out);
    QCOMPARE(QJsonDocument::fromJson(out).object().value(u"scheduled"_s).toInt(), 2);
    json->terminate();
    EXIT(Duectl::finish(*json), 0);
}

void DuectlWork::aSandboxEndsWithTheProgram()
{
    const auto sandbox = Duectl().start(words("sandbox"));
    QByteArray out;
    QVERIFY2(Duectl::waitFor(*sandbox, QProcess::StandardOutput, "\n", out), out);
    const QString url = QString::fromUtf8(out.trimmed());
    const Duectl duectl(url);
    EXIT(duectl.run("add q t"), 0);
    QCOMPARE(count(duectl, "due"), 1);
    sandbox->terminate();
    EXIT(Duectl::finish(*sandbox), 0);
    FAILS(duectl.run("queues"), 3, "");
}

void DuectlWork::aDemoSandboxHasTasksInEveryState()
{
    const auto sandbox = Duectl().start(words("sandbox --demo --json"));
    QByteArray out;
    QVERIFY2(Duectl::waitFor(*sandbox, QProcess::StandardOutput, "}\n", out), out);
    const QString url = QJsonDocument::fromJson(out).object().value(u"url"_s).toString();
    const Duectl duectl(url);
    const QJsonArray queues = duectl.run("queues --json").array();
    QVERIFY2(queues.size() >= 4, QJsonDocument(queues).toJson());
    for (const char* state : {"scheduled", "due", "retrying", "leased", "failed", "done", "trash"}) {
        int total = 0;
        for (const auto& queue : queues)
            total += queue.toObject().value(QLatin1StringView(state)).toInt();
        QVERIFY2(total > 0, state);
    }
    EXIT(duectl.run("retry billing --all --yes"), 0);
    sandbox->terminate();
    EXIT(Duectl::finish(*sandbox), 0);
}

QTEST_GUILESS_MAIN(DuectlWork)
#include "tst_duectl_work.moc"
