// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/integration/duectlprogram.h"
#include "tests/support/chaosproxy.h"
#include "tests/support/lostrecording.h"
#include "tests/support/redisserver.h"
#include "tests/support/sendsignal.h"

#include <QElapsedTimer>
#include <QRegularExpression>
#include <QSet>
#include <QTemporaryDir>

#include <csignal>
#include <list>

#include <fcntl.h>
#include <sys/ioctl.h>
#include <sys/wait.h>
#include <unistd.h>

using namespace dueline;
using namespace Qt::StringLiterals;

namespace {

#if defined(__SANITIZE_ADDRESS__)
constexpr qint64 aSecond = 2'500; ///< time limit in ms; more than a second, because instrumented programs end slowly
#else
constexpr qint64 aSecond = 1'000;
#endif
constexpr qint64 idleFor = 1'500; ///< time in ms after which a command is signaled even if no fault has occurred
constexpr std::size_t atATime = 20;

/// Returns every command that needs a server, most of them with a lot of work. {q} stands for a separate queue for each
/// command.
const std::vector<const char*>& commandLines()
{
    static const std::vector<const char*> lines{"queues", "add {q} mail --in 1h --copies 20000", "add {q} mail",
        "list {q} --limit 5000", "list {q} --match payload:nothing", "show {q} {id}", "diff {q} {id} {other}",
        "edit {q} {id} --payload new", "retry {q} --all --yes", "discard {q} --all --yes",
        "discard {q} --match type:mail --yes --pace 500", "restore {q} --all --yes", "run-now {q} --all --yes",
        "run-now {q} --all --yes --canary", "reschedule {q} --all --in 2h --yes --pace 500", "delete {q} --all --yes",
        "operations {q}", "operations resume {q}/{op}", "operations cancel {q}/{op}", "undo {q}/{op} --yes",
        "undo {q}/{op} --yes --pace 100", "--layout zset:{q}:jobs adopt --to {q} --yes", "cancel {q} {id}",
        "release {q} {id}", "extend {q} {id} --lease 1m", "pause {q}", "resume {q}", "queue {q} show",
        "queue {q} set attempts=3", "queue {q} delete --yes", "timeline {q}", "timeline --bins 2000", "failures",
        "failures {q}", "fills {q}", "fills {q} --by type --exact", "results {q}", "results {q} --follow", "watch {q}",
        "work --queue {q} --handler none=echo", "work --queue {q} --handler none=echo --exit-when-empty", "workers",
        "leases {q}", "schedules {q}", "schedules {q} add nightly @daily mail", "check {q}", "metrics",
        "metrics --listen 127.0.0.1:0", "doctor", "doctor --repair --yes", "functions list", "functions load",
        "functions remove", "mcp --queue {q}", "move {q} --all --to {q}.there --yes",
        "copy {q} --all --to {q}.there --yes", "export {q} -", "export {q} {folder}/{q}.jsonl",
        "import {q}.there {folder}/tasks.jsonl", "record {folder}/{q}.dwit", "mark deployed",
        "putback {folder}/lost.dwit lost --yes", "layout guess", "layout guess {q}:jobs --watch 1m"};
    return lines;
}

struct Run
{
    QByteArray line;
    std::unique_ptr<ChaosProxy> proxy;
    std::unique_ptr<QProcess> program;
    QElapsedTimer since; ///< time since the start; later, since the signal
    bool signalled = false;
};

} // namespace

/// Tests signals while the server has faults: every command must end within a second.
class DuectlSignals : public QObject
{
    Q_OBJECT

private slots:
    void initTestCase();
    void everyCommandIsTried();
    void aSignalEndsEveryCommandWithinASecond_data();
    void aSignalEndsEveryCommandWithinASecond();
    void whatAnInterruptedOperationDidIsWrittenDown();
    void aSignalEndsACommandWhoseOutputNobodyReads();
    void aWorkerWithNothingToRunEndsWithinASecond_data();
    void aWorkerWithNothingToRunEndsWithinASecond();
    void aWorkerThatRunsSomethingLetsItFinish();

private:
    QByteArray clonedQueue();
    std::unique_ptr<Run> start(const char* line, const ChaosPlan& plan);

    RedisServer m_server{{.tcp = true, .aof = false, .password = {}, .arguments = {}}};
    Duectl m_duectl{m_server.url()};
    QTemporaryDir m_folder;
    QByteArray m_id, m_other, m_operation;
    int m_queues = 0;
};

/// Creates the template for all queues, with scheduled, failed and discarded tasks.
void DuectlSignals::initTestCase()
{
    EXIT(m_duectl.run("add tpl mail --copies 1500 --in 1h"), 0);
    EXIT(m_duectl.run("add tpl spare --copies 500 --in 1h"), 0);
    EXIT(m_duectl.run("add tpl bad --copies 300 --max-attempts 1"), 0);
    EXIT(m_duectl.run("work --queue tpl --handler bad=fail --exit-when-empty"), 0);
    EXIT(m_duectl.run({u"export"_s, u"tpl"_s, m_folder.filePath(u"tasks.jsonl"_s)}), 0);
    QVERIFY(writeLostRecording(m_folder.filePath(u"lost.dwit"_s), "lost", 2000));
    const Answer discarded = m_duectl.run("discard tpl --match type:spare --yes --json");
    m_operation = discarded.object().value(u"operation"_s).toString().section(u'/', 1).toUtf8();
    QVERIFY2(!m_operation.isEmpty(), discarded.all());
    const QJsonArray tasks = m_duectl.run("list tpl --json --limit 2").array();
    m_id = tasks.at(0).toObject().value(u"id"_s).toString().toUtf8();
    m_other = tasks.at(1).toObject().value(u"id"_s).toString().toUtf8();
}

void DuectlSignals::everyCommandIsTried()
{
    static const QSet<QByteArray> withoutServer{"acl", "changed", "forecast", "sandbox"};
    const QRegularExpression listed(u"^  ([a-z-]+)  "_s, QRegularExpression::MultilineOption);
    const QString help = QString::fromUtf8(m_duectl.run("--help").out).section(u"\nTopics"_s, 0, 0);
    int commands = 0;
    for (auto match = listed.globalMatch(help); match.hasNext(); ++commands) {
        const QByteArray name = match.next().captured(1).toUtf8();
        const bool tried = std::any_of(commandLines().begin(), commandLines().end(), [&](QByteArray line) {
            return (line.startsWith("--layout") ? line.mid(line.indexOf(" adopt") + 1) + ' ' : line + ' ')
                .startsWith(name + ' ');
        });
        QVERIFY2(tried || withoutServer.contains(name), name);
    }
    QVERIFY(commands > 30);
}

QByteArray DuectlSignals::clonedQueue()
{
    const QByteArray name = "q" + QByteArray::number(++m_queues);
    const Reply keys = m_server.call({"KEYS", "dueline:{tpl}:*"});
    for (const Reply& key : keys.items)
        m_server.call({"COPY", key.bytes, "dueline:{" + name + "}:" + key.bytes.mid(14)});
    m_server.call({"SADD", "dueline:queues", name});
    Command jobs{"ZADD", name + ":jobs"};
    for (int i = 0; i < 300; ++i)
        jobs.insert(jobs.end(), {"1800000000", "job" + QByteArray::number(i)});
    m_server.call(jobs);
    return name;
}

std::unique_ptr<Run> DuectlSignals::start(const char* line, const ChaosPlan& plan)
{
    auto run = std::make_unique<Run>();
    run->line = line;
    if (run->line.contains("{q}"))
        run->line.replace("{q}", clonedQueue());
    run->line.replace("{id}", m_id).replace("{other}", m_other).replace("{op}", m_operation);
    run->line.replace("{folder}", m_folder.path().toUtf8());
    run->proxy = std::make_unique<ChaosProxy>(m_server.config());
    run->proxy->setPlan(plan);
    run->program = Duectl(run->proxy->url()).start(words(run->line));
    run->since.start();
    return run;
}

void DuectlSignals::aSignalEndsEveryCommandWithinASecond_data()
{
    using Fault = ChaosPlan::Fault;
    QTest::addColumn<ChaosPlan>("plan");
    for (const int after : {1, 4, 12}) {
        QTest::addRow("silence after %d answers", after) << ChaosPlan{.fault = Fault::Silence, .after = after};
        QTest::addRow("BUSY after %d answers", after) << ChaosPlan{.fault = Fault::Refuse, .after = after};
    }
    QTest::newRow("half an answer") << ChaosPlan{.fault = Fault::Halt, .bytes = 2, .after = 3};
    QTest::newRow("READONLY") << ChaosPlan{.fault = Fault::Refuse, .after = 3, .words = "READONLY a replica"};
    QTest::newRow("CLUSTERDOWN") << ChaosPlan{.fault = Fault::Refuse, .after = 3, .words = "CLUSTERDOWN a node"};
    QTest::newRow("no connection") << ChaosPlan{.fault = Fault::Reset, .after = 3};
}

void DuectlSignals::aSignalEndsEveryCommandWithinASecond()
{
    QFETCH(ChaosPlan, plan);
    std::list<std::unique_ptr<Run>> running;
    QByteArrayList tooLate;
    int signalled = 0;
    std::size_t next = 0;
    while (next < commandLines().size() || !running.empty()) {
        if (next < commandLines().size() && running.size() < atATime)
            running.push_back(start(commandLines()[next++], plan));
        for (auto it = running.begin(); it != running.end();) {
            Run& run = **it;
            QProcess& program = *run.program;
            program.waitForFinished(1);
            const bool ended = program.state() == QProcess::NotRunning;
            if (!ended && !run.signalled && (run.proxy->faults() > 0 || run.since.elapsed() > idleFor)) {
                run.signalled = sendSignal(program, ++signalled % 2 ? SIGTERM : SIGINT);
                run.since.start();
            }
            const bool late = run.signalled && run.since.elapsed() > aSecond;
            if (!ended && !late) {
                ++it;
                continue;
            }
            if (late)
                tooLate << run.line + (ended ? ", late" : ", still there");
            const Answer answer = Duectl::finish(program, ended ? 0 : 1);
            QVERIFY2(answer.code != 2, (run.line + '\n' + answer.all()).constData());
            it = running.erase(it);
        }
    }
    QVERIFY2(tooLate.isEmpty(), tooLate.join('\n').constData());
    QVERIFY2(signalled > int(commandLines().size()) / 4, QByteArray::number(signalled));
}

void DuectlSignals::whatAnInterruptedOperationDidIsWrittenDown()
{
    const QByteArray queue = clonedQueue();
    const auto inTrash = [&] { return m_server.call({"ZCARD", "dueline:{" + queue + "}:trash"}).integer; };
    const qint64 before = inTrash();
    ChaosProxy proxy(m_server.config());
    const auto program = Duectl(proxy.url()).start(words("discard " + queue + " --all --yes --pace 500 --json"));
    QTRY_VERIFY2_WITH_TIMEOUT(inTrash() > before, program->readAllStandardError().constData(), 10'000);
    proxy.setPlan({.fault = ChaosPlan::Fault::Silence});
    QTRY_VERIFY_WITH_TIMEOUT(proxy.faults() > 0, 10'000);
    sendSignal(*program, SIGTERM);
    const Answer answer = Duectl::finish(*program);
    QVERIFY2(answer.isError(1), answer.all());
    QVERIFY2(answer.err.contains("Stopped after ") && answer.err.contains("Interrupted while waiting for Redis at"),
        answer.all());
    QVERIFY2(answer.err.contains("\"duectl operations resume " + queue + '/'), answer.all());
    const QJsonObject record
        = m_duectl.run({u"operations"_s, QString::fromLatin1(queue), u"--json"_s}).array().at(0).toObject();
    QCOMPARE(record.value(u"done"_s).toInteger(), inTrash() - before);
    QVERIFY(inTrash() - before > 0);
    const QStringList undo{u"undo"_s, record.value(u"id"_s).toString(), u"--yes"_s};
    Answer undone;
    const auto isUndone = [&] { return undone.code == 0 || (undone = m_duectl.run(undo)).code != 3; };
    QTRY_VERIFY_WITH_TIMEOUT(isUndone(), 20'000); // the operation stays claimed for five seconds
    EXIT(undone, 0);
    QCOMPARE(inTrash(), before);
}

void DuectlSignals::aSignalEndsACommandWhoseOutputNobodyReads()
{
    int ends[2] = {};
    QVERIFY(::pipe2(ends, O_CLOEXEC) == 0);
    const QByteArray duectl = qgetenv("DUECTL");
    const QByteArray url = m_server.url().toUtf8();
    const pid_t program = ::fork();
    if (program == 0) {
        ::dup2(ends[1], STDOUT_FILENO);
        ::execl(duectl, duectl, "--url", url.constData(), "export", "tpl", "-", nullptr);
        ::_exit(127);
    }
    ::close(ends[1]);
    const auto isFull = [&] {
        int held = 0;
        return ::ioctl(ends[0], FIONREAD, &held) == 0 && held * 4 >= ::fcntl(ends[0], F_GETPIPE_SZ) * 3;
    };
    QTRY_VERIFY_WITH_TIMEOUT(isFull(), 10'000); // The pipe is full, and the command has more to write.
    QElapsedTimer timer;
    timer.start();
    sendSignal(program, SIGTERM);
    int status = 0;
    ::waitpid(program, &status, 0);
    ::close(ends[0]);
    QVERIFY2(timer.elapsed() < aSecond, qPrintable(QString::number(timer.elapsed())));
    // Either the signal ended the command, or the command managed to report its unfinished work.
    QVERIFY(WIFSIGNALED(status) ? WTERMSIG(status) == SIGTERM : WEXITSTATUS(status) == 1);
}

void DuectlSignals::aWorkerWithNothingToRunEndsWithinASecond_data()
{
    using Fault = ChaosPlan::Fault;
    QTest::addColumn<ChaosPlan>("plan");
    for (const char* words : {"BUSY a script", "NOSCRIPT No matching script.", "OOM command not allowed",
             "MISCONF Redis is configured", "NOREPLICAS Not enough good replicas", "READONLY a replica",
             "CLUSTERDOWN a node", "LOADING its data", "ERR something else"})
        QTest::newRow(words) << ChaosPlan{.fault = Fault::Refuse, .words = words};
    QTest::newRow("silence") << ChaosPlan{.fault = Fault::Silence};
    QTest::newRow("half an answer") << ChaosPlan{.fault = Fault::Halt};
    QTest::newRow("away") << ChaosPlan{.fault = Fault::Reset};
}

void DuectlSignals::aWorkerWithNothingToRunEndsWithinASecond()
{
    QFETCH(ChaosPlan, plan);
    ChaosProxy proxy(m_server.config());
    const auto worker = Duectl(proxy.url()).start(words("work --queue idle --handler *=echo"));
    QByteArray seen;
    QVERIFY2(Duectl::waitFor(*worker, QProcess::StandardError, "Working on idle", seen), seen);
    QTRY_COMPARE_WITH_TIMEOUT(
        m_server.call({"PUBSUB", "NUMSUB", "dueline:{idle}:wake"}).items.at(1).integer, 1, 10'000);
    proxy.setPlan(plan);
    m_server.call({"PUBLISH", "dueline:{idle}:wake", "0"}); // triggers a claim
    m_server.call({"PUBLISH", "dueline:{idle}:wake", "schedules"});
    QTRY_VERIFY_WITH_TIMEOUT(proxy.faults() > 0, 15'000);
    QElapsedTimer timer;
    timer.start();
    sendSignal(*worker, SIGTERM);
    const Answer answer = Duectl::finish(*worker);
    QVERIFY2(timer.elapsed() < aSecond, (QByteArray::number(timer.elapsed()) + answer.all()).constData());
    QCOMPARE(answer.code, 0);
    QVERIFY2(!answer.err.contains("Interrupted"), answer.all());
}

void DuectlSignals::aWorkerThatRunsSomethingLetsItFinish()
{
    ChaosProxy proxy(m_server.config());
    EXIT(m_duectl.run("add runs t --id one"), 0);
    const auto worker = Duectl(proxy.url()).start(words("work --queue runs --handler *=sleep:3000 --log-level debug"));
    QByteArray seen;
    QVERIFY2(Duectl::waitFor(*worker, QProcess::StandardError, "attempt 1 starts", seen), seen);
    // The proxy refuses requests until shortly after the task has ended.
    proxy.setPlan({.fault = ChaosPlan::Fault::Refuse});
    sendSignal(*worker, SIGTERM);
    QVERIFY2(Duectl::waitFor(*worker, QProcess::StandardError, "Waiting for running tasks to finish", seen), seen);
    QTRY_VERIFY_WITH_TIMEOUT(proxy.faults() > 0, 10'000);
    QVERIFY(!worker->waitForFinished(1'500));
    proxy.setPlan({});
    EXIT(Duectl::finish(*worker), 0);
    QCOMPARE(m_server.call({"ZCARD", "dueline:{runs}:done"}).integer, 1);
}

QTEST_GUILESS_MAIN(DuectlSignals)

#include "tst_duectl_signals.moc"
