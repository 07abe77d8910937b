// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/integration/duectlprogram.h"
#include "tests/support/redisserver.h"
#include "tests/support/sendsignal.h"

#include <QSet>

using namespace dueline;
using namespace Qt::StringLiterals;

/// Tests killed workers: their commands end with them, and other workers run their tasks.
class DuectlCrash : public QObject
{
    Q_OBJECT

private slots:
    void theWholeGroupOfACommandDiesWithTheWorker();
    void whatACommandLeavesBehindLivesOn();
    void theWatcherIsNoWorker();
    void theOtherWorkerDoesWhatTheKilledOneHeld();

private:
    static QString shell(const QString& line) { return u"*=command:/bin/sh -c \""_s + line + u'"'; }
    /// Returns a process group's running processes.
    static QSet<qint64> runningIn(qint64 group);
    static QList<qint64> childrenOf(qint64 parent);
    static QByteArray contents(const QString& path)
    {
        QFile file(path);
        return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
    }
    /// Returns the fields of /proc/PID/stat from the third on: state, parent, group.
    static QList<QByteArray> statOf(const QString& process)
    {
        const QByteArray line = contents(u"/proc/%1/stat"_s.arg(process));
        return line.mid(line.lastIndexOf(')') + 2).split(' ');
    }
};

QSet<qint64> DuectlCrash::runningIn(qint64 group)
{
    QSet<qint64> found;
    for (const QString& process : QDir(u"/proc"_s).entryList(QDir::Dirs)) {
        const QList<QByteArray> stat = process.toLongLong() > 0 ? statOf(process) : QList<QByteArray>();
        if (stat.size() > 3 && stat[0] != "Z" && stat[2].toLongLong() == group)
            found.insert(process.toLongLong());
    }
    return found;
}

QList<qint64> DuectlCrash::childrenOf(qint64 parent)
{
    QList<qint64> found;
    for (const QString& process : QDir(u"/proc"_s).entryList(QDir::Dirs)) {
        const QList<QByteArray> stat = process.toLongLong() > 0 ? statOf(process) : QList<QByteArray>();
        if (stat.size() > 3 && stat[1].toLongLong() == parent)
            found.append(process.toLongLong());
    }
    return found;
}

void DuectlCrash::theWholeGroupOfACommandDiesWithTheWorker()
{
    RedisServer server;
    const Duectl duectl(server.url());
    EXIT(duectl.run("add q t --copies 3"), 0);
    QTemporaryDir folder;
    const QString file = folder.filePath(u"groups"_s);
    const auto worker = duectl.start(
        words("work --queue q --handler") << shell(u"sleep 1000 & sleep 1001 & echo $$ >> %1; wait"_s.arg(file)));
    QTRY_COMPARE_WITH_TIMEOUT(contents(file).count('\n'), 3, 20'000);
    QSet<qint64> processes;
    for (const QByteArray& group : contents(file).trimmed().split('\n')) {
        QTRY_COMPARE_WITH_TIMEOUT(runningIn(group.toLongLong()).size(), 3, 5'000);
        processes.unite(runningIn(group.toLongLong()));
    }
    QCOMPARE(processes.size(), 9);
    sendSignal(*worker, SIGKILL);
    for (const QByteArray& group : contents(file).trimmed().split('\n'))
        QTRY_COMPARE_WITH_TIMEOUT(runningIn(group.toLongLong()), QSet<qint64>(), 2'000);
    worker->waitForFinished();
}

void DuectlCrash::whatACommandLeavesBehindLivesOn()
{
    RedisServer server;
    const Duectl duectl(server.url());
    EXIT(duectl.run("add q t"), 0);
    QTemporaryDir folder;
    const QString file = folder.filePath(u"left"_s);
    const auto worker
        = duectl.start(words("work --queue q --handler") << shell(u"sleep 1000 & echo $! > %1"_s.arg(file)));
    QTRY_COMPARE_WITH_TIMEOUT(server.call({"ZCARD", "dueline:{q}:done"}).integer, 1, 20'000);
    const pid_t left = pid_t(contents(file).trimmed().toInt());
    sendSignal(*worker, SIGKILL);
    worker->waitForFinished();
    QTest::qWait(500);
    // The command itself has ended. A process that it deliberately left running is not killed with the worker.
    QVERIFY(sendSignal(left, 0));
    sendSignal(left, SIGKILL);
}

void DuectlCrash::theWatcherIsNoWorker()
{
    RedisServer server;
    const Duectl duectl(server.url());
    EXIT(duectl.run("add q t"), 0);
    const auto worker = duectl.start(words("work --queue q --handler *=command:/bin/true"));
    QTRY_COMPARE_WITH_TIMEOUT(server.call({"ZCARD", "dueline:{q}:done"}).integer, 1, 20'000);
    const QList<qint64> children = childrenOf(worker->processId());
    QCOMPARE(children.size(), 1);
    const QString watcher = u"/proc/%1"_s.arg(children.first());
    // The watcher has neither a worker's name nor its arguments, and doesn't keep the worker's descriptors open. This
    // may be true only after the task has ended, so wait.
    QTRY_COMPARE(contents(watcher + u"/comm"_s).trimmed(), QByteArray("dueline-watcher"));
    QTRY_COMPARE(QDir(watcher + u"/fd"_s).entryList(QDir::Files | QDir::System).size(), 1);
    QVERIFY(QFile::exists(watcher + u"/cmdline"_s));
    QTRY_VERIFY(!contents(watcher + u"/cmdline"_s).contains("work "));
    QTRY_VERIFY(!contents(watcher + u"/cmdline"_s).contains("--queue"));
    worker->terminate();
    EXIT(Duectl::finish(*worker), 0);
    QTRY_VERIFY_WITH_TIMEOUT(
        !QFile::exists(watcher) || statOf(QString::number(children.first())).first() == "Z", 2'000);
}

void DuectlCrash::theOtherWorkerDoesWhatTheKilledOneHeld()
{
    using namespace std::chrono;
    constexpr int tasks = 12;
    constexpr milliseconds lease = 3s;
    RedisServer server;
    const Duectl duectl(server.url());
    EXIT(duectl.run({u"add"_s, u"q"_s, u"t"_s, u"--copies"_s, QString::number(tasks)}), 0);
    const auto victim = duectl.start(words("work --queue q --concurrency 4 --lease 3s --handler *=sleep:600000"));
    QTRY_COMPARE_WITH_TIMEOUT(server.call({"ZCARD", "dueline:{q}:leased"}).integer, 4, 20'000);
    QStringList held;
    for (const auto& task : duectl.run("leases q --json").array())
        held << task.toObject().value(u"id"_s).toString();
    const auto other = duectl.start(words("work --queue q --concurrency 4 --lease 3s --handler *=sleep:10"));
    QTRY_COMPARE_WITH_TIMEOUT(server.call({"ZCARD", "dueline:{q}:done"}).integer, tasks - 4, 20'000);
    QElapsedTimer since;
    since.start();
    const qint64 killed = victim->processId();
    sendSignal(killed, SIGKILL);
    victim->waitForFinished();
    QTRY_COMPARE_WITH_TIMEOUT(server.call({"ZCARD", "dueline:{q}:done"}).integer, tasks, 20'000);
    QVERIFY2(since.elapsed() <= (lease + 2s).count(), qPrintable(QString::number(since.elapsed())));
    QCOMPARE(held.size(), 4);
    for (const QString& id : held) {
        const QJsonArray attempts
            = duectl.run({u"show"_s, u"q"_s, id, u"--json"_s}).object().value(u"attempts"_s).toArray();
        QVERIFY2(!attempts.isEmpty(), qPrintable(id));
        const QJsonObject lost = attempts.first().toObject();
        QCOMPARE(lost.value(u"outcome"_s).toString(), u"expired"_s);
        QVERIFY(lost.value(u"worker"_s).toString().contains(u"_%1_"_s.arg(killed)));
        const Answer text = duectl.run({u"show"_s, u"q"_s, id});
        QVERIFY2(text.out.contains("expired"), text.all());
    }
    other->terminate();
    const Answer ended = Duectl::finish(*other);
    EXIT(ended, 0);
    QVERIFY2(ended.err.contains("12 done, 0 failed"), ended.all());
}

QTEST_GUILESS_MAIN(DuectlCrash)
#include "tst_duectl_crash.moc"
