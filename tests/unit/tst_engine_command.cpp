// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/childprocess.h"
#include "core/engine/handlers/commandhandler.h"
#include "core/engine/slotlimits.h"

#include <QDir>
#include <QElapsedTimer>
#include <QFile>
#include <QRegularExpression>
#include <QScopeGuard>
#include <QTemporaryDir>
#include <QTest>

#include <array>
#include <thread>

#include <fcntl.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

// Each run initializes only the members it needs.
#pragma GCC diagnostic ignored "-Wmissing-field-initializers"

using namespace dueline;
using namespace std::chrono_literals;

class TestCommand : public QObject
{
    Q_OBJECT

private slots:
    void exitCodesDecide_data();
    void exitCodesDecide();
    void stdoutIsTheResult();
    void theProgramKnowsItsTask();
    void nothingElseOfTheEnvironmentIsPassedOn();
    void tenMegabytesGoThroughStdin();
    void aProgramNeedNotReadItsStdin();
    void outputIsCappedInTheMiddle();
    void cappedOutputKeepsBothEnds();
    void whatCannotBeStartedIsNoFailureOfTheTask_data();
    void whatCannotBeStartedIsNoFailureOfTheTask();
    void withoutDescriptorsNothingIsStarted();
    void withoutProcessesNothingIsStarted();
    void slotsThatALimitCannotCarryAreToldWithTheWayOut();
    void aSignalIsNamed();
    void theDeadlineEndsTheWholeGroup();
    void whoIgnoresTermIsKilled();
    void aGrandchildThatIgnoresTermIsKilledWithTheGroup();
    void aStopEndsTheProgram();
    void aGrandchildThatKeepsThePipesOpenHoldsNobodyUp();
    void linesOfStderrAreLogged();
    void noDescriptorLeaksIntoTheProgram();
    void whatItWritesIsHandedOnAsItComes();
    void aThousandRunsTakeSeconds();
};

namespace {

/// Log that collects a handler's lines.
class Log : public TaskLog
{
public:
    void write(const QueueName&, const Lease&, QByteArrayView line) override { lines.append(line.toByteArray()); }
    void writeOutput(const QueueName&, const Lease&, bool isErrors, QByteArrayView piece) override
    {
        (isErrors ? errors : output) += piece;
        both += piece;
    }
    QByteArrayList lines;
    QByteArray output;
    QByteArray errors;
    QByteArray both;
};

struct Run
{
    QByteArray payload;
    Millis timeLimit{30s};
    Millis killAfter{5s};
    std::stop_source stop;
    Log log;

    HandlerResult of(std::vector<QByteArray> arguments)
    {
        CommandHandler handler(std::move(arguments), killAfter);
        const QueueName queue = "orders";
        const Lease lease{"mail.send#9f31", "7-w.3-99", 4, fromMs(1'700'000'000'123)};
        const TaskOptions options;
        const std::stop_token token = stop.get_token();
        const std::atomic<StopReason> reason = StopReason::None;
        const TimePoint start = fromMs(1'700'000'001'000);
        TaskContext context{
            queue, lease, "mail.send", payload, options, start, start + timeLimit, timeLimit, token, reason, &log};
        return handler.run(context);
    }
    HandlerResult shell(const QByteArray& script) { return of({"/bin/sh", "-c", script}); }
};

bool isGone(qint64 pid)
{
    QFile stat(QStringLiteral("/proc/%1/stat").arg(pid));
    if (!stat.open(QIODevice::ReadOnly))
        return true;
    const QByteArray text = stat.readAll();
    // A zombie counts as ended, because nothing may reap it.
    return text.sliced(text.lastIndexOf(')') + 2).startsWith('Z');
}

} // namespace

void TestCommand::exitCodesDecide_data()
{
    QTest::addColumn<QByteArray>("script");
    QTest::addColumn<HandlerResult::Kind>("kind");
    QTest::addColumn<QByteArray>("error");
    using Kind = HandlerResult::Kind;
    QTest::newRow("0") << QByteArray("exit 0") << Kind::Done << QByteArray();
    QTest::newRow("0 with complaints") << QByteArray("echo oh >&2; exit 0") << Kind::Done << QByteArray();
    QTest::newRow("75") << QByteArray("echo busy >&2; exit 75") << Kind::Retry << QByteArray("exit 75: busy");
    QTest::newRow("3") << QByteArray("exit 3") << Kind::Fail << QByteArray("exit 3");
    QTest::newRow("1, last line") << QByteArray("printf 'one\\ntwo\\n\\n' >&2; exit 1") << Kind::Fail
                                  << QByteArray("exit 1: two\none\ntwo");
    QTest::newRow("1, Node")
        << QByteArray(
               "printf '/app/w.js:7\\n  throw e\\n  ^\\n\\nError: card declined\\n    at run (/app/w.js:7:3)\\n\\nNode.js v20.1.0\\n' >&2; exit 1")
        << Kind::Fail
        << QByteArray(
               "exit 1: Error: card declined\n/app/w.js:7\n  throw e\n  ^\n\nError: card declined\n    at run (/app/w.js:7:3)\n\nNode.js v20.1.0");
    QTest::newRow("1, Java")
        << QByteArray(
               "printf 'Exception in thread \"main\" shop.NoStock: none\\n\\tat shop.Main.run(Main.java:3)\\n' >&2; exit 1")
        << Kind::Fail
        << QByteArray(
               "exit 1: Exception in thread \"main\" shop.NoStock: none\nException in thread \"main\" shop.NoStock: none\n\tat shop.Main.run(Main.java:3)");
    QTest::newRow("2, Go")
        << QByteArray(
               "printf 'panic: no stock\\n\\ngoroutine 1 [running]:\\nmain.main()\\n\\t/app/main.go:9\\n' >&2; exit 2")
        << Kind::Fail
        << QByteArray(
               "exit 2: panic: no stock\npanic: no stock\n\ngoroutine 1 [running]:\nmain.main()\n\t/app/main.go:9");
    QTest::newRow("127") << QByteArray("exit 127") << Kind::Fail << QByteArray("exit 127");
}

void TestCommand::exitCodesDecide()
{
    QFETCH(QByteArray, script);
    QFETCH(HandlerResult::Kind, kind);
    QFETCH(QByteArray, error);
    const HandlerResult result = Run().shell(script);
    QCOMPARE(result.kind, kind);
    QCOMPARE(result.error, error);
}

void TestCommand::whatItWritesIsHandedOnAsItComes()
{
    Run run;
    QCOMPARE(run.shell("echo one; sleep 0.2; echo two >&2; sleep 0.2; printf three; head -c 200000 /dev/zero").kind,
        HandlerResult::Kind::Done);
    QCOMPARE(run.log.output, "one\nthree" + QByteArray(200'000, '\0'));
    QCOMPARE(run.log.errors, QByteArray("two\n"));
    QVERIFY(run.log.both.startsWith("one\ntwo\nthree"));
    QCOMPARE(run.log.lines, QByteArrayList{"two"}); // Only stderr is logged.
}

void TestCommand::stdoutIsTheResult()
{
    QCOMPARE(Run().shell("echo hello; echo world >&2").result, QByteArray("hello\n"));
}

void TestCommand::theProgramKnowsItsTask()
{
    Run run{.payload = "the payload"};
    const HandlerResult result
        = run.shell("echo $DUELINE_ID $DUELINE_TYPE $DUELINE_QUEUE $DUELINE_ATTEMPT $DUELINE_TOKEN "
                    "$DUELINE_DUE_MS $DUELINE_DEADLINE_MS; cat");
    QCOMPARE(result.result,
        QByteArray("mail.send#9f31 mail.send orders 4 7-w.3-99 1700000000123 1700000031000\nthe payload"));
}

void TestCommand::nothingElseOfTheEnvironmentIsPassedOn()
{
    qputenv("REDISCLI_AUTH", "secret");
    qputenv("LANG", "C.UTF-8");
    const QByteArrayList lines = Run().of({"env"}).result.split('\n');
    qunsetenv("REDISCLI_AUTH");
    QVERIFY(lines.contains("LANG=C.UTF-8"));
    for (const QByteArray& line : lines) {
        const QByteArray name = line.left(line.indexOf('='));
        QVERIFY2(
            line.isEmpty() || name == "PATH" || name == "HOME" || name == "LANG" || name.startsWith("DUELINE_"), line);
    }
}

void TestCommand::tenMegabytesGoThroughStdin()
{
    Run run{.payload = QByteArray(10 * 1024 * 1024, 'x')};
    QCOMPARE(run.of({"wc", "-c"}).result.trimmed(), QByteArray("10485760"));
    // The program writes output while still reading its input.
    const HandlerResult echoed = run.of({"/bin/cat"});
    QCOMPARE(echoed.kind, HandlerResult::Kind::Done);
    QVERIFY(echoed.result.contains("bytes left out"));
}

void TestCommand::aProgramNeedNotReadItsStdin()
{
    Run run{.payload = QByteArray(1024 * 1024, 'x')};
    QCOMPARE(run.of({"/bin/true"}).kind, HandlerResult::Kind::Done);
    QCOMPARE(run.shell("exec 0<&-; sleep 0.05; exit 0").kind, HandlerResult::Kind::Done);
}

void TestCommand::outputIsCappedInTheMiddle()
{
    const HandlerResult result = Run().shell("echo first; head -c 1000000 /dev/zero | tr '\\0' x; echo last");
    QVERIFY(result.result.size() < 66'000);
    QVERIFY(result.result.startsWith("first\n"));
    QVERIFY(result.result.endsWith("xlast\n"));
    QVERIFY(result.result.contains("\n... 934475 bytes left out ...\n"));
}

void TestCommand::cappedOutputKeepsBothEnds()
{
    QByteArray all;
    CappedOutput output(20);
    for (int i = 0; i < 100; ++i) {
        const QByteArray piece(i % 7, char('a' + i % 26));
        all += piece;
        output.append(piece);
        QCOMPARE(output.size(), all.size());
        if (all.size() <= 20) {
            QCOMPARE(output.text(), all);
        } else {
            QVERIFY(output.text().startsWith(all.first(10) + "\n... " + QByteArray::number(all.size() - 20)));
            QVERIFY(output.text().endsWith(all.last(10)));
        }
    }
    CappedOutput huge(20);
    huge.append(QByteArray(100, 'x') + "the end\n");
    QCOMPARE(huge.lastLine().right(7), QByteArray("the end"));
}

void TestCommand::whatCannotBeStartedIsNoFailureOfTheTask_data()
{
    QTest::addColumn<QByteArray>("program"); // name of a program, or a script starting with #!
    QTest::addColumn<QByteArray>("error"); // expected error; PROGRAM stands for the program's path
    QTest::newRow("not in PATH") << QByteArray("no-such-program") << QByteArray("no-such-program is not in PATH");
    QTest::newRow("no file") << QByteArray("/no/such") << QByteArray("/no/such does not exist");
    QTest::newRow("not executable")
        << QByteArray("/etc/passwd")
        << QByteArray(
               "/etc/passwd cannot be executed: run chmod +x, or check whether its file system is mounted noexec");
    QTest::newRow("a folder") << QByteArray("/tmp") << QByteArray("/tmp is a folder");
    QTest::newRow("a device") << QByteArray("/dev/full") << QByteArray("/dev/full is not a file");
    QTest::newRow("Windows line ending")
        << QByteArray("#!/bin/sh\r\necho hello\r\n")
        << QByteArray(
               "PROGRAM cannot be run: its interpreter /bin/sh\\u{D} does not exist: its first line has a Windows line ending (CR LF)");
    QTest::newRow("env, Windows line ending")
        << QByteArray("#!/usr/bin/env sh\r\necho hello\r\n")
        << QByteArray(
               "PROGRAM cannot be run: the sh\\u{D} that its first line requests from /usr/bin/env is not in PATH: its first line has a Windows line ending (CR LF)");
    QTest::newRow("no interpreter") << QByteArray("#!/no/interpreter -x\n")
                                    << QByteArray(
                                           "PROGRAM cannot be run: its interpreter /no/interpreter does not exist");
    QTest::newRow("env, no interpreter")
        << QByteArray("#!/usr/bin/env no-such-language\n")
        << QByteArray(
               "PROGRAM cannot be run: the no-such-language that its first line requests from /usr/bin/env is not in PATH");
    QTest::newRow("no program") << QByteArray("#no interpreter is named\n")
                                << QByteArray("PROGRAM cannot be run: it is not a program for this machine, and "
                                              "its first "
                                              "line does not name an interpreter");
}

void TestCommand::whatCannotBeStartedIsNoFailureOfTheTask()
{
    QFETCH(QByteArray, program);
    QFETCH(QByteArray, error);
    const QTemporaryDir folder;
    if (program.startsWith('#')) {
        QFile file(folder.filePath(QStringLiteral("handler")));
        QVERIFY(file.open(QIODevice::WriteOnly));
        file.write(program);
        file.close();
        QVERIFY(file.setPermissions(QFile::ReadOwner | QFile::ExeOwner));
        program = QFile::encodeName(file.fileName());
        error.replace("PROGRAM", program);
    }
    const HandlerResult result = Run().of({program, "x"});
    QCOMPARE(result.error, error);
    QCOMPARE(result.kind, HandlerResult::Kind::Unready);
}

void TestCommand::withoutDescriptorsNothingIsStarted()
{
    // The first run opens the descriptors that stay open for all later runs.
    QCOMPARE(Run().shell("exit 0").kind, HandlerResult::Kind::Done);
    rlimit before{};
    QCOMPARE(::getrlimit(RLIMIT_NOFILE, &before), 0);
    const auto open = rlim_t(
        QDir(QStringLiteral("/proc/self/fd")).entryList(QDir::AllEntries | QDir::System | QDir::NoDotAndDotDot).size()
        - 1); // excludes the descriptor of the folder being listed
    const auto restore = qScopeGuard([&before] { ::setrlimit(RLIMIT_NOFILE, &before); });
    for (const rlim_t left : {0U, 2U, 4U, 6U}) {
        rlimit few = before;
        few.rlim_cur = open + left;
        QCOMPARE(::setrlimit(RLIMIT_NOFILE, &few), 0);
        const HandlerResult result = Run().shell("exit 0");
        ::setrlimit(RLIMIT_NOFILE, &before);
        QCOMPARE(result.kind, HandlerResult::Kind::Unready);
        QVERIFY2(result.error.contains("ulimit -n"), result.error);
    }
    QCOMPARE(Run().shell("exit 0").kind, HandlerResult::Kind::Done);
}

void TestCommand::withoutProcessesNothingIsStarted()
{
    // The limit doesn't apply to root, so check it in another user's process.
    std::array<int, 2> ends{};
    QCOMPARE(::pipe(ends.data()), 0);
    const bool isRoot = ::geteuid() == 0;
    const pid_t child = ::fork();
    if (child == 0) {
        const rlimit none{0, 0};
        ::setrlimit(RLIMIT_NPROC, &none);
        if (isRoot && ::setresuid(65534, 65534, 65534) != 0)
            ::_exit(2);
        const HandlerResult result = Run().shell("exit 0");
        const QByteArray text = (result.kind == HandlerResult::Kind::Unready ? "unready: " : "other: ") + result.error;
        (void)!::write(ends[1], text.constData(), std::size_t(text.size()));
        ::_exit(0);
    }
    ::close(ends[1]);
    QByteArray text(4096, '\0');
    text.resize(std::max<qsizetype>(0, ::read(ends[0], text.data(), std::size_t(text.size()))));
    ::close(ends[0]);
    QCOMPARE(::waitpid(child, nullptr, 0), child);
    QVERIFY2(text.startsWith("unready: the process limit has been reached"), text);
}

void TestCommand::slotsThatALimitCannotCarryAreToldWithTheWayOut()
{
    HandlerRegistry handlers;
    QVERIFY(handlers.add("*", std::make_shared<CommandHandler>(std::vector<QByteArray>{"/bin/true"})).ok());
    rlimit before{};
    QCOMPARE(::getrlimit(RLIMIT_NOFILE, &before), 0);
    const auto restore = qScopeGuard([&before] { ::setrlimit(RLIMIT_NOFILE, &before); });
    rlimit few = before;
    few.rlim_cur = 256;
    QCOMPARE(::setrlimit(RLIMIT_NOFILE, &few), 0);
    const std::vector<Error> found = limitsBelow(handlers, 100);
    QCOMPARE(found.size(), std::size_t(1));
    const QString message = found[0].message;
    QVERIFY2(message.startsWith(QStringLiteral("The limit on open files is 256, and 100 slots may need 1,")),
        qPrintable(message));
    const auto most = QRegularExpression(QStringLiteral("use at most (\\d+) slots")).match(message);
    QVERIFY2(most.hasMatch(), qPrintable(message));
    QVERIFY(limitsBelow(handlers, most.captured(1).toInt()).empty());
    QVERIFY(!limitsBelow(handlers, most.captured(1).toInt() + 1).empty());
}

void TestCommand::aSignalIsNamed()
{
    const HandlerResult result = Run().shell("kill -SEGV $$");
    QCOMPARE(result.kind, HandlerResult::Kind::Fail);
    QCOMPARE(result.error, QByteArray("killed by signal 11 (Segmentation fault)"));
}

void TestCommand::theDeadlineEndsTheWholeGroup()
{
    QTemporaryDir folder;
    const QByteArray file = folder.filePath(QStringLiteral("pid")).toUtf8();
    Run run{.timeLimit = 200ms};
    QElapsedTimer timer;
    timer.start();
    const HandlerResult result = run.shell("sleep 300 & echo $! > " + file + "; wait");
    QVERIFY(timer.elapsed() < 4000);
    QCOMPARE(result.kind, HandlerResult::Kind::Fail);
    QVERIFY2(result.error.startsWith("deadline exceeded: killed by signal 15"), result.error);
    QFile pid(QString::fromUtf8(file));
    QVERIFY(pid.open(QIODevice::ReadOnly));
    const qint64 grandchild = pid.readAll().trimmed().toLongLong();
    QVERIFY(grandchild > 1);
    QTRY_VERIFY_WITH_TIMEOUT(isGone(grandchild), 3000);
}

void TestCommand::whoIgnoresTermIsKilled()
{
    Run run{.timeLimit = 100ms, .killAfter = 150ms};
    QElapsedTimer timer;
    timer.start();
    const HandlerResult result = run.shell("trap '' TERM; while :; do sleep 0.02; done");
    QVERIFY(timer.elapsed() >= 250);
    QVERIFY(timer.elapsed() < 4000);
    QVERIFY2(result.error.startsWith("deadline exceeded: killed by signal 9"), result.error);
}

void TestCommand::aGrandchildThatIgnoresTermIsKilledWithTheGroup()
{
    QTemporaryDir folder;
    const QByteArray file = folder.filePath(QStringLiteral("pid")).toUtf8();
    Run run{.timeLimit = 300ms};
    const HandlerResult result = run.shell("sh -c 'trap \"\" TERM; echo $$ > " + file + "; sleep 300' & wait");
    QCOMPARE(result.kind, HandlerResult::Kind::Fail);
    QFile pid(QString::fromUtf8(file));
    QVERIFY(pid.open(QIODevice::ReadOnly));
    const qint64 grandchild = pid.readAll().trimmed().toLongLong();
    QVERIFY(grandchild > 1);
    QTRY_VERIFY_WITH_TIMEOUT(isGone(grandchild), 3000);
}

void TestCommand::aStopEndsTheProgram()
{
    Run run;
    std::jthread stopper([&run] {
        std::this_thread::sleep_for(50ms);
        run.stop.request_stop();
    });
    QElapsedTimer timer;
    timer.start();
    QCOMPARE(run.of({"sleep", "300"}).kind, HandlerResult::Kind::Stopped);
    QVERIFY(timer.elapsed() < 4000);
    QCOMPARE(run.of({"sleep", "300"}).kind, HandlerResult::Kind::Stopped); // stopped before it starts
}

void TestCommand::aGrandchildThatKeepsThePipesOpenHoldsNobodyUp()
{
    QElapsedTimer timer;
    timer.start();
    const HandlerResult result = Run().shell("sleep 6 & echo started");
    QVERIFY(timer.elapsed() < 3000);
    QCOMPARE(result.kind, HandlerResult::Kind::Done);
    QCOMPARE(result.result, QByteArray("started\n"));
}

void TestCommand::linesOfStderrAreLogged()
{
    Run run;
    (void)run.shell("printf 'one\\ntw' >&2; printf 'o\\nthree' >&2");
    QCOMPARE(run.log.lines, (QByteArrayList{"one", "two", "three"}));
    Run endless;
    (void)endless.shell("head -c 100000 /dev/zero | tr '\\0' x >&2");
    QCOMPARE(endless.log.lines.size(), 1);
    QCOMPARE(endless.log.lines.front().size(), 4096);
}

void TestCommand::noDescriptorLeaksIntoTheProgram()
{
    const int careless = ::open("/dev/null", O_RDONLY); // without O_CLOEXEC
    QVERIFY(careless > 2);
    const auto closed = qScopeGuard([careless] { ::close(careless); });
    std::atomic<bool> stop = false;
    std::vector<std::jthread> others;
    for (int i = 0; i < 3; ++i) {
        others.emplace_back([&stop] {
            while (!stop)
                (void)Run().of({"/bin/true"});
        });
    }
    const auto stopped = qScopeGuard([&stop] { stop = true; });
    for (int i = 0; i < 20; ++i)
        QCOMPARE(Run().shell("ls /proc/self/fd | wc -l").result.trimmed(),
            QByteArray("4")); // 0, 1, 2 and the folder that ls lists
}

void TestCommand::aThousandRunsTakeSeconds()
{
    QElapsedTimer timer;
    timer.start();
    std::atomic<int> left = 1000;
    std::atomic<int> done = 0;
    std::vector<std::jthread> slots_;
    for (int i = 0; i < 8; ++i) {
        slots_.emplace_back([&] {
            while (left.fetch_sub(1) > 0) {
                Run run{.payload = "hello"};
                done += run.of({"/bin/cat"}).result == "hello";
            }
        });
    }
    slots_.clear();
    QCOMPARE(done.load(), 1000);
    QVERIFY2(timer.elapsed() < 20'000, QByteArray::number(timer.elapsed()));
    qInfo("1000 runs of /bin/cat in 8 threads: %lld ms", timer.elapsed());
}

QTEST_GUILESS_MAIN(TestCommand)
#include "tst_engine_command.moc"
