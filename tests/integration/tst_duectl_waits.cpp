// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/integration/duectlprogram.h"
#include "tests/integration/fakessh.h"
#include "tests/support/chaosproxy.h"
#include "tests/support/redisserver.h"
#include "tests/support/scriptedserver.h"
#include "tests/support/sendsignal.h"
#include "tests/support/silentnames.h"

#include <QElapsedTimer>

#include <csignal>
#include <functional>
#include <map>

using namespace dueline;
using namespace Qt::StringLiterals;

namespace {

using Client = ScriptedServer::Client;

#if defined(__SANITIZE_ADDRESS__)
constexpr qint64 waitSecond = 2'500; ///< time limit in ms; more than a second, because instrumented programs end slowly
#else
constexpr qint64 waitSecond = 1'000;
#endif

/// Returns a server that answers every command after the greeting with an error.
ScriptedServer::Behaviour answers(const QByteArray& error)
{
    return [error](Client& client) {
        if (!client.greet())
            return;
        while (client.expectCommand() && client.send('-' + error + "\r\n")) { }
    };
}

/// Problem that makes duectl wait.
struct WaitTrouble
{
    const char* name;
    ScriptedServer::Behaviour behaviour;
    QString url; ///< %1 stands for the port
    QByteArray says; ///< reason for waiting, as duectl reports it
    bool needsSsh = false;
    bool needsNames = false;
};

const std::vector<WaitTrouble>& troubles()
{
    const auto silent = [](Client& client) { client.holdOpen(); };
    static const QString plain = u"redis://127.0.0.1:%1"_s;
    static const std::vector<WaitTrouble> all{
        {"busy", answers("BUSY Redis is busy running a script."), plain,
            ": it is busy running a script (BUSY). Press Ctrl+C"},
        {"loading", answers("LOADING Redis is loading."), plain, ": it is still loading its data (LOADING)."},
        {"a replica", answers("READONLY You can't write."), plain,
            ": it is a replica and accepts no changes (READONLY)."},
        {"a cluster that is down", answers("CLUSTERDOWN Hash slot not served"), plain, "the cluster is down"},
        {"a slot that moves", answers("TRYAGAIN Multiple keys"), plain,
            "is moving a queue to another node (TRYAGAIN)."},
        {"a replica without a master", answers("MASTERDOWN Link with MASTER is down"), plain, "(MASTERDOWN)."},
        {"no answer", [](Client& client) { client.greet() && (client.holdOpen(), true); }, plain,
            ": it has not responded yet."},
        {"half an answer",
            [](Client& client) {
                if (client.greet() && client.expectCommand() && client.send("*1000\r\n$4\r\n"))
                    client.holdOpen();
            },
            plain, ": it has not responded yet."},
        {"an answer byte by byte",
            [](Client& client) {
                if (!client.greet() || !client.expectCommand())
                    return;
                while (client.send("*"))
                    QThread::msleep(50);
            },
            plain, ": it has not responded yet."},
        {"a connection and then nothing", silent, plain, ": it accepted the connection but does not respond."},
        {"no TLS handshake", silent, u"rediss://127.0.0.1:%1"_s, ": it has not completed the TLS handshake yet."},
        {"no SSH", silent, u"redis://127.0.0.1:%1?ssh=gate.example"_s,
            ": the SSH host gate.example has not accepted the connection yet.", true},
        {"no name service", silent, u"redis://redis.example:%1"_s, ": its name is still being looked up.", false, true},
        {"silent sentinels", silent, u"redis-sentinel://127.0.0.1:%1/mymaster"_s, "does not respond."},
        {"a silent cluster", silent, u"redis-cluster://127.0.0.1:%1"_s, "does not respond."},
    };
    return all;
}

} // namespace

/// Tests the messages that duectl prints while waiting for a server, and signals that end the wait.
class DuectlWaits : public QObject
{
    Q_OBJECT

private slots:
    void initTestCase();
    void cleanupTestCase() { m_running.clear(); }
    void aWaitIsToldAndASignalEndsIt_data();
    void aWaitIsToldAndASignalEndsIt();
    void aWaitThatEndsInTimeIsNotTold();
    void whatIsToldIsNoPartOfTheAnswer();
    void theSameWaitIsToldOnce();
    void aStreamWaitsForAServerThatCannotAnswerNow_data();
    void aStreamWaitsForAServerThatCannotAnswerNow();

private:
    struct Running
    {
        std::unique_ptr<ScriptedServer> server;
        std::unique_ptr<QProcess> program;
        QByteArray told;
        Answer answer;
        qint64 endedAfter = 0; ///< time from the signal until the program ends
    };
    std::map<QByteArray, Running> m_running; ///< the programs all run concurrently
};

void DuectlWaits::initTestCase()
{
    const FakeSsh ssh("exec sleep 60");
    for (const WaitTrouble& trouble : troubles()) {
        Running running{std::make_unique<ScriptedServer>(trouble.behaviour), nullptr, {}, {}, 0};
        Duectl duectl(trouble.url.arg(running.server->port()));
        if (trouble.needsNames) {
            duectl.setVariable("LD_PRELOAD", silentNamesLibrary());
            duectl.setVariable("ASAN_OPTIONS", u"verify_asan_link_order=0"_s);
        }
        running.program = duectl.start(words("watch --json"));
        m_running.emplace(trouble.name, std::move(running));
    }
    for (auto& [name, running] : m_running)
        Duectl::waitFor(*running.program, QProcess::StandardError, "Waiting for ", running.told);
    QElapsedTimer timer;
    timer.start();
    int signal = SIGTERM;
    for (auto& [name, running] : m_running) {
        if (running.program->state()
            == QProcess::Running) // a program that waits with a deadline should have ended by now
            sendSignal(*running.program, std::exchange(signal, signal == SIGTERM ? SIGINT : SIGTERM));
    }
    for (auto& [name, running] : m_running) {
        running.answer = Duectl::finish(*running.program, 5'000);
        running.endedAfter = timer.elapsed();
    }
}

void DuectlWaits::aWaitIsToldAndASignalEndsIt_data()
{
    QTest::addColumn<int>("number");
    for (std::size_t i = 0; i < troubles().size(); ++i)
        QTest::newRow(troubles()[i].name) << int(i);
}

void DuectlWaits::aWaitIsToldAndASignalEndsIt()
{
    QFETCH(int, number);
    const WaitTrouble& trouble = troubles()[std::size_t(number)];
    const Running& run = m_running.at(trouble.name);
    QVERIFY2(run.told.contains(trouble.says), run.told);
    QVERIFY2(run.told.count('\n') == 1 && run.told.endsWith("Press Ctrl+C to stop.\n"), run.told);
    QVERIFY2(run.endedAfter < waitSecond, qPrintable(QString::number(run.endedAfter)));
    QVERIFY2(run.answer.out.isEmpty(), run.answer.all());
}

void DuectlWaits::aWaitThatEndsInTimeIsNotTold()
{
    RedisServer server({.tcp = true, .aof = false, .password = {}, .arguments = {}});
    ChaosProxy proxy(server.config());
    proxy.setPlan({.fault = ChaosPlan::Fault::Delay, .pause = Millis(300), .times = 3});
    const Answer answer = Duectl(proxy.url()).run("queues --json");
    QCOMPARE(answer.code, 0);
    QVERIFY2(answer.err.isEmpty(), answer.all());
}

void DuectlWaits::whatIsToldIsNoPartOfTheAnswer()
{
    RedisServer server({.tcp = true, .aof = false, .password = {}, .arguments = {}});
    QCOMPARE(Duectl(server.url()).run("add q t").code, 0);
    ChaosProxy proxy(server.config());
    proxy.setPlan({.fault = ChaosPlan::Fault::Refuse, .after = 1});
    const auto program = Duectl(proxy.url()).start(words("queues --json"));
    QByteArray seen;
    QVERIFY2(Duectl::waitFor(*program, QProcess::StandardError, "(BUSY). Press Ctrl+C to stop.\n", seen), seen);
    proxy.setPlan({});
    const Answer answer = Duectl::finish(*program);
    QCOMPARE(answer.code, 0);
    QCOMPARE(answer.array().at(0).toObject().value(u"name"_s).toString(), u"q"_s);
    QVERIFY2(answer.err.isEmpty(), answer.all());
}

void DuectlWaits::theSameWaitIsToldOnce()
{
    RedisServer server({.tcp = true, .aof = false, .password = {}, .arguments = {}});
    ChaosProxy proxy(server.config());
    const auto program = Duectl(proxy.url()).start(words("watch"));
    QByteArray seen;
    QVERIFY2(Duectl::waitFor(*program, QProcess::StandardError, "No queues yet", seen), seen);
    const auto refuse
        = [&proxy](const char* words) { proxy.setPlan({.fault = ChaosPlan::Fault::Refuse, .words = words}); };
    refuse("BUSY a script");
    QVERIFY2(Duectl::waitFor(*program, QProcess::StandardError, "(BUSY).", seen), seen);
    const qint64 before = proxy.answers();
    proxy.setPlan({});
    QTRY_VERIFY_WITH_TIMEOUT(proxy.answers() > before, 5'000);
    const qint64 refused = proxy.faults();
    refuse("BUSY a script");
    // Including delays, these attempts take more than two seconds.
    QTRY_VERIFY_WITH_TIMEOUT(proxy.faults() >= refused + 7, 15'000);
    refuse("LOADING its data");
    QVERIFY2(Duectl::waitFor(*program, QProcess::StandardError, "(LOADING).", seen), seen);
    sendSignal(*program, SIGTERM);
    const Answer answer = Duectl::finish(*program);
    seen += answer.err;
    QCOMPARE(answer.code, 0);
    QVERIFY2(seen.count("Waiting for ") == 2, seen);
}

void DuectlWaits::aStreamWaitsForAServerThatCannotAnswerNow_data()
{
    QTest::addColumn<QString>("words");
    QTest::addColumn<QByteArray>("error");
    for (const char* words : {"watch", "watch q", "results q --follow"}) {
        for (const char* error : {"READONLY You can't write.", "BUSY Redis is busy running a script.",
                 "CLUSTERDOWN Hash slot not served", "OOM command not allowed"})
            QTest::addRow("%s, %.4s", words, error) << QString::fromLatin1(words) << QByteArray(error);
        QTest::addRow("%s, gone", words) << QString::fromLatin1(words) << QByteArray();
    }
}

/// Checks that a stream waits for a server that it has reached before, until a signal ends it.
void DuectlWaits::aStreamWaitsForAServerThatCannotAnswerNow()
{
    QFETCH(QString, words);
    QFETCH(QByteArray, error);
    std::atomic<int> greeted = 0;
    const ScriptedServer server([&](Client& client) {
        if (client.greet() && (++greeted, client.expectCommand()) && !error.isEmpty()) {
            while (client.send('-' + error + "\r\n") && client.expectCommand()) { }
        }
    });
    const Duectl duectl(u"redis://127.0.0.1:%1"_s.arg(server.port()));
    // Specify the layout, because `auto` would first search for the queue and wouldn't wait for a server that fails
    // during the search.
    const auto program = duectl.start(QStringList{u"--layout"_s, u"native"_s} + QProcess::splitCommand(words));
    QByteArray told;
    QVERIFY2(Duectl::waitFor(*program, QProcess::StandardError, "Trying again every second.", told), told);
    QCOMPARE(program->state(), QProcess::Running);
    program->terminate();
    QVERIFY(program->waitForFinished(10'000));
}

QTEST_GUILESS_MAIN(DuectlWaits)

#include "tst_duectl_waits.moc"
