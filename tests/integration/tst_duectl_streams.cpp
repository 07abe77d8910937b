// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/integration/duectlprogram.h"
#include "tests/support/redisserver.h"

#include <QRegularExpression>
#include <QSet>

#include <fcntl.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

using namespace dueline;
using namespace Qt::StringLiterals;

/// Tests output to a reader that keeps reading or exits early, and answers too long to keep in memory.
class DuectlStreams : public QObject
{
    Q_OBJECT

private slots:
    void anIdleStreamEndsWhenItsReaderGoes_data();
    void anIdleStreamEndsWhenItsReaderGoes();
    void aLongListTakesTheMemoryOfAPage_data();
    void aLongListTakesTheMemoryOfAPage();
    void aListOfSeveralPagesHoldsEveryTaskOnce_data();
    void aListOfSeveralPagesHoldsEveryTaskOnce();
    void linesThatComeAsThingsHappenCarryTheTime();
    void aStreamOfAQueueThatIsNotThereSaysSoAndWaits_data();
    void aStreamOfAQueueThatIsNotThereSaysSoAndWaits();
    void aServerThatWasRestartedAndLostTasksIsTold_data();
    void aServerThatWasRestartedAndLostTasksIsTold();

private:
    static QString shellQuoted(const QString& text) { return u'\'' + text + u'\''; }
    static qint64 peakOf(const QString& url, const QString& line);
};

/// Returns a duectl run's peak memory usage in KiB, or 0 if it failed.
qint64 DuectlStreams::peakOf(const QString& url, const QString& line)
{
    std::vector<QByteArray> arguments{qgetenv("DUECTL"), "--url", url.toUtf8()};
    for (const QString& word : words(qPrintable(line)))
        arguments.push_back(word.toUtf8());
    std::vector<char*> argv;
    for (QByteArray& argument : arguments)
        argv.push_back(argument.data());
    argv.push_back(nullptr);
    const pid_t child = ::fork();
    if (child == 0) {
        const int nowhere = ::open("/dev/null", O_WRONLY);
        ::dup2(nowhere, STDOUT_FILENO);
        ::dup2(nowhere, STDERR_FILENO);
        ::execv(argv[0], argv.data());
        ::_exit(127);
    }
    int status = -1;
    rusage used{};
    ::wait4(child, &status, 0, &used);
    return status == 0 ? qint64(used.ru_maxrss) : 0;
}

void DuectlStreams::anIdleStreamEndsWhenItsReaderGoes_data()
{
    QTest::addColumn<QString>("line");
    QTest::newRow("watch") << u"watch"_s;
    QTest::newRow("watch, JSON") << u"watch q --json"_s;
    QTest::newRow("results") << u"results q --follow"_s;
}

void DuectlStreams::anIdleStreamEndsWhenItsReaderGoes()
{
    QFETCH(QString, line);
    RedisServer server;
    const Duectl duectl(server.url());
    EXIT(duectl.run("add q t --in 1h"), 0);
    QProcess shell;
    // The reader exits immediately. Nothing happens in the queue, so duectl never writes to it.
    shell.start(u"/bin/bash"_s,
        {u"-c"_s,
            u"\"$DUECTL\" --url %1 %2 | sleep 0.2; exit ${PIPESTATUS[0]}"_s.arg(shellQuoted(server.url()), line)});
    EXIT(Duectl::finish(shell, 10'000), 0);
}

void DuectlStreams::aLongListTakesTheMemoryOfAPage_data()
{
    QTest::addColumn<QString>("line");
    QTest::newRow("text") << u"list q --limit %1"_s;
    QTest::newRow("JSON") << u"list q --limit %1 --json"_s;
    QTest::newRow("filter") << u"list q --limit %1 --json --match type:t"_s;
}

void DuectlStreams::aLongListTakesTheMemoryOfAPage()
{
    QFETCH(QString, line);
#ifdef __SANITIZE_ADDRESS__
    QSKIP("memory is measured without the sanitizer's own");
#endif
    RedisServer server;
    const Duectl duectl(server.url());
    EXIT(duectl.run("add q t --in 1h --copies 150000"), 0);
    const qint64 page = peakOf(server.url(), line.arg(1000));
    const qint64 all = peakOf(server.url(), line.arg(1'000'000));
    QVERIFY2(page > 0 && all > 0, "it did not end with 0");
    // The complete answer would take 150 MiB.
    QVERIFY2(all - page < 24 * 1024, qPrintable(u"%1 KiB for a page, %2 KiB for all"_s.arg(page).arg(all)));
}

void DuectlStreams::aListOfSeveralPagesHoldsEveryTaskOnce_data()
{
    QTest::addColumn<QString>("options");
    QTest::newRow("by state") << QString();
    QTest::newRow("by filter") << u" --match type:t"_s;
}

void DuectlStreams::aListOfSeveralPagesHoldsEveryTaskOnce()
{
    QFETCH(QString, options);
    RedisServer server;
    const Duectl duectl(server.url());
    EXIT(duectl.run("add q t --copies 2400 --in 1h"), 0);
    EXIT(duectl.run("add q t --copies 100"), 0);
    const QString list = u"list q --limit 5000"_s + options;
    const Answer json = duectl.run(words(qPrintable(list + u" --json"_s)));
    QCOMPARE(json.array().size(), 2500);
    QSet<QString> ids;
    for (const auto& task : json.array())
        ids.insert(task.toObject().value(u"id"_s).toString());
    QCOMPARE(ids.size(), 2500);
    const Answer text = duectl.run(words(qPrintable(list)));
    QCOMPARE(text.lines().size(), 2501); // The text has only one header.
    QVERIFY2(text.err.contains("1 to 2500 of 2500 tasks."), text.err);
    QCOMPARE(duectl.run(words(qPrintable(list + u" --offset 1100 --json"_s))).array().size(), 1400);
}

void DuectlStreams::linesThatComeAsThingsHappenCarryTheTime()
{
    RedisServer server;
    const Duectl duectl(server.url());
    const QRegularExpression clock(u"^([01][0-9]|2[0-3])(:[0-5][0-9]){2}\\.[0-9]{3}  "_s);
    const QTime before = QTime::currentTime().addSecs(-1);
    const auto watcher = duectl.start(words("watch"));
    const auto follower = duectl.start(words("results q --follow"));
    const auto recorder = duectl.start(words("results q --follow --json"));
    QByteArray seen;
    QVERIFY2(Duectl::waitFor(*watcher, QProcess::StandardError, "No queues yet", seen), seen);
    for (QProcess* process : {follower.get(), recorder.get()}) {
        seen.clear();
        QVERIFY2(Duectl::waitFor(*process, QProcess::StandardError, "Following", seen), seen);
    }
    EXIT(duectl.run("add q t --id a"), 0);
    EXIT(duectl.run("work --queue q --handler *=echo --exit-when-empty"), 0);
    for (QProcess* process : {watcher.get(), follower.get()}) {
        QByteArray out;
        QVERIFY2(Duectl::waitFor(*process, QProcess::StandardOutput, "\n", out), out);
        QVERIFY2(clock.match(QString::fromUtf8(out)).hasMatch(), out);
        const QTime said = QTime::fromString(QString::fromUtf8(out.left(12)), u"HH:mm:ss.zzz"_s);
        QVERIFY2(said >= before || before > QTime(23, 58), out); // local time, not UTC
    }
    QByteArray out;
    QVERIFY2(Duectl::waitFor(*recorder, QProcess::StandardOutput, "}\n", out), out);
    const qint64 at = QJsonDocument::fromJson(out.left(out.indexOf('\n'))).object().value(u"at_ms"_s).toInteger();
    QVERIFY2(std::abs(at - QDateTime::currentMSecsSinceEpoch()) < 60'000, out);
    for (QProcess* process : {watcher.get(), follower.get(), recorder.get()}) {
        process->terminate();
        EXIT(Duectl::finish(*process), 0);
    }
}

void DuectlStreams::aStreamOfAQueueThatIsNotThereSaysSoAndWaits_data()
{
    QTest::addColumn<QString>("line");
    QTest::newRow("watch") << u"watch q"_s;
    QTest::newRow("results") << u"results q --follow --json"_s;
}

void DuectlStreams::aStreamOfAQueueThatIsNotThereSaysSoAndWaits()
{
    QFETCH(QString, line);
    RedisServer server;
    const Duectl duectl(server.url());
    const auto stream = duectl.start(words(qPrintable(line)));
    QByteArray told;
    QVERIFY2(
        Duectl::waitFor(*stream, QProcess::StandardError, "Queue \"q\" does not exist; waiting for it.", told), told);
    if (line.startsWith(u"results"))
        QVERIFY2(Duectl::waitFor(*stream, QProcess::StandardError, "Following", told), told);
    EXIT(duectl.run("add q t --id a"), 0);
    EXIT(duectl.run("work --queue q --handler *=echo --exit-when-empty"), 0);
    QByteArray out;
    QVERIFY2(Duectl::waitFor(*stream, QProcess::StandardOutput, "done", out), out);
    stream->terminate();
    const Answer ended = Duectl::finish(*stream);
    EXIT(ended, 0);
    QCOMPARE((told + ended.err).count("Queue \"q\" does not exist; waiting for it."), 1);
    QVERIFY2(!ended.err.contains("onnected"), ended.all()); // The connection was never lost.
}

void DuectlStreams::aServerThatWasRestartedAndLostTasksIsTold_data()
{
    QTest::addColumn<QString>("add");
    QTest::addColumn<QString>("watch");
    QTest::addColumn<QByteArray>("told");
    const QByteArray lost = "Redis was restarted and has lost tasks: 3 missing (q now has 0 of 3 tasks)";
    const QString add = u"add q t --copies 3 --in 1h"_s;
    QTest::newRow("all queues") << add << u"watch"_s << lost + '.';
    QTest::newRow("one queue") << add << u"watch q"_s << lost + '.';
    QTest::newRow("a design written by hand")
        << u"--layout zset:q?type=t add q t --copies 3 --in 1h"_s << u"--layout zset:q?type=t watch"_s
        << lost + ", unless other programs' workers finished them in the meantime.";
}

void DuectlStreams::aServerThatWasRestartedAndLostTasksIsTold()
{
    QFETCH(QString, add);
    QFETCH(QString, watch);
    QFETCH(QByteArray, told);
    RedisServer server;
    const Duectl duectl(server.url());
    EXIT(duectl.run(qPrintable(add)), 0);
    const auto stream = duectl.start(words(qPrintable(watch)));
    QByteArray out;
    QVERIFY2(Duectl::waitFor(*stream, QProcess::StandardOutput, "3 scheduled", out), out);
    server.kill9(); // The server doesn't save to disk.
    server.start();
    QByteArray heard;
    QVERIFY2(Duectl::waitFor(*stream, QProcess::StandardError, told, heard), heard);
    stream->terminate();
    EXIT(Duectl::finish(*stream), 0);
}

QTEST_GUILESS_MAIN(DuectlStreams)
#include "tst_duectl_streams.moc"
