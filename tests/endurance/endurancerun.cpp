// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/endurance/endurancerun.h"

#include "tests/chaos/adder.h"
#include "tests/chaos/chaosworker.h"
#include "tests/endurance/screencounts.h"
#include "tests/support/residentmemory.h"
#include "ui/presenters/embeddedworker.h"

#include <QDir>
#include <QFile>

#include <algorithm>
#include <cmath>
#include <cstdio>

namespace dueline::chaos {

namespace {

constexpr int otherWorkers = 2;
constexpr int forTomorrow = 500; ///< number of tasks due tomorrow
constexpr double promisedGrowth = 5; ///< percent
constexpr int patience = 90'000; ///< milliseconds

void say(const QString& line) { std::printf("%s\n", qPrintable(line)), std::fflush(stdout); }

} // namespace

EnduranceRun::EnduranceRun(QApplication& application, const EnduranceOptions& options)
    : m_options(options)
    , m_journal(m_folder.filePath(QStringLiteral("journal.tsv")))
    , m_server({.tcp = false, .aof = true, .password = {}, .arguments = {}})
    , m_proxy(m_server.config(), options.seed)
    , m_theme(application)
    , m_open(m_theme, {1600, 1000})
{ }

int EnduranceRun::run()
{
    start();
    work();
    settle();
    judgeMemory();
    judgeCounts();
    if (!m_options.picture.isEmpty() && !m_open.window.grab().save(m_options.picture))
        problem(QStringLiteral("The picture could not be written to %1.").arg(m_options.picture));
    say(QStringLiteral("seed %1: %2 problems").arg(m_options.seed).arg(m_problems));
    return m_problems == 0 ? 0 : 1;
}

void EnduranceRun::problem(const QString& sentence)
{
    ++m_problems;
    say(QStringLiteral("PROBLEM ") + sentence);
}

QStringList EnduranceRun::processArguments(const char* role) const
{
    return {QStringLiteral("--role"), QString::fromLatin1(role), QStringLiteral("--url"), m_proxy.url(),
        QStringLiteral("--journal"), m_folder.filePath(QStringLiteral("journal.tsv")), QStringLiteral("--seed"),
        QString::number(m_options.seed + 1), QStringLiteral("--adds-per-second"),
        QString::number(m_options.addsPerSecond)};
}

void EnduranceRun::start()
{
    const auto backend = operatorBackends(withRunTimeouts(m_server.config()))();
    const Result<> made = backend ? makeQueues(**backend, m_journal, lease) : Result<>(backend.error());
    if (!made)
        qFatal("%s", qPrintable(made.error().message));
    Profile profile;
    profile.name = QStringLiteral("endurance");
    profile.url = m_proxy.url();
    profile.connectTimeout = RunTimeouts::connect;
    profile.commandTimeout = RunTimeouts::reply;
    m_connection = &m_open.open(profile);
    if (!QTest::qWaitFor([this] { return m_connection->queues().size() == queueNames.size(); }, patience))
        qFatal("the queues did not come");
    m_open.bench.view().show({m_connection->id(), keptQueue, {}});
    WorkerSettings settings;
    settings.handlers = {{QStringLiteral("*"), QStringLiteral("echo")}};
    settings.slotCount = 16;
    settings.leaseFor = Millis(5'000);
    std::vector<QueueName> queues;
    for (const QueueName* queue : queueNames)
        queues.push_back(*queue);
    if (const auto started = m_open.bench.connections().worker().start(*m_connection, queues, settings); !started)
        qFatal("%s", qPrintable(started.error().message));
    for (const char* folder : {"workers", "adders"})
        QDir(m_folder.path()).mkdir(QString::fromLatin1(folder));
    m_workers = std::make_unique<WorkerPool>(
        otherWorkers, processArguments("worker"), m_folder.filePath(QStringLiteral("workers")));
    m_adders = std::make_unique<WorkerPool>(1, processArguments("adder"), m_folder.filePath(QStringLiteral("adders")));
    m_faults = std::make_unique<FaultInjector>(m_server, m_proxy, *m_workers, m_journal, m_options.seed + 2, lease);
}

void EnduranceRun::work()
{
    std::mt19937 dice(m_options.seed + 3);
    QElapsedTimer elapsed;
    elapsed.start();
    double nextFault = 2'000; // time in ms; gives all processes time to start
    QTimer tick;
    QObject::connect(&tick, &QTimer::timeout, &m_open.window, [&] {
        m_faults->tick();
        m_died += m_workers->replaceDead() + m_adders->replaceDead();
        if (m_options.faultsPerMinute <= 0 || double(elapsed.elapsed()) < nextFault)
            return;
        m_faults->inject();
        nextFault = double(elapsed.elapsed())
            - std::log(1 - std::uniform_real_distribution<double>(0, 1)(dice)) * 60'000 / m_options.faultsPerMinute;
    });
    tick.start(20);
    for (int second = 1; second <= m_options.seconds; ++second) {
        QTest::qWait(int(std::max<qint64>(1, second * 1000LL - elapsed.elapsed())));
        m_megabytes.push_back(double(residentMemory()) / 1e6);
        if (second % 60 == 0 || second == m_options.seconds) {
            const EngineFigures figures = m_open.bench.connections().worker().figures();
            say(QStringLiteral(
                "%1 s: %2 MB resident, %3 tasks done by the embedded worker, %4 faults, %5 answers disturbed")
                    .arg(second)
                    .arg(m_megabytes.back(), 0, 'f', 1)
                    .arg(figures.processed)
                    .arg(m_faults->total())
                    .arg(m_proxy.faults()));
        }
    }
    tick.stop();
    m_faults->heal();
}

void EnduranceRun::settle()
{
    if (m_adders->drain(Millis(30'000)) != 1)
        problem(QStringLiteral("Who adds did not end well."));
    QFile said(m_folder.filePath(QStringLiteral("adders/worker-0.log")));
    const qint64 added = said.open(QIODevice::ReadOnly) ? said.readAll().trimmed().split('\n').back().toLongLong() : 0;
    say(QStringLiteral("%1 adds confirmed, %2 a second").arg(added).arg(added / std::max(1, m_options.seconds)));
    // The exact number depends on the machine, but fewer than a quarter of the requested adds means a bug in Dueline.
    if (added * 4 < qint64(m_options.addsPerSecond) * m_options.seconds)
        problem(QStringLiteral("Not a quarter of the tasks that were to be added was."));
    const auto backend = operatorBackends(withRunTimeouts(m_server.config()))();
    if (!backend)
        qFatal("%s", qPrintable(backend.error().message));
    for (const QString& sentence : removeSchedules(**backend))
        problem(sentence);
    if (!QTest::qWaitFor([&] { return leftToDo(**backend) == 0; }, patience))
        problem(
            QStringLiteral("Tasks still wait or are leased %1 s after everything was healed.").arg(patience / 1000));
    if (m_workers->drain(Millis(20'000)) != otherWorkers)
        problem(QStringLiteral("A worker did not end well when asked to."));
    if (m_died > 0)
        problem(QStringLiteral("%1 workers or adders ended by themselves.").arg(m_died));
    EmbeddedWorker& worker = m_open.bench.connections().worker();
    if (!worker.isRunning())
        problem(QStringLiteral("The embedded worker ended by itself."));
    worker.drain();
    if (!QTest::qWaitFor([&worker] { return !worker.isRunning(); }, patience))
        problem(QStringLiteral("The embedded worker did not end."));
    std::vector<NewTask> tasks(forTomorrow);
    for (NewTask& task : tasks) {
        task.id = makeTaskId("chaos.mail", SystemClock().now());
        task.dueIn = std::chrono::hours(24);
    }
    if (const auto more = (*backend)->editor()->add(keptQueue, tasks); !more)
        problem(more.error().message);
}

double EnduranceRun::median(int from, int to) const
{
    std::vector<double> values(m_megabytes.begin() + from, m_megabytes.begin() + to);
    std::nth_element(values.begin(), values.begin() + std::ptrdiff_t(values.size() / 2), values.end());
    return values[values.size() / 2];
}

void EnduranceRun::judgeMemory()
{
    const int seconds = int(m_megabytes.size());
    if (seconds < warmSeconds + spread)
        return say(QStringLiteral("Too short to say how memory grows."));
    const double before = median(warmSeconds - spread, warmSeconds);
    const double after = median(seconds - spread, seconds);
    const double growth = (after - before) / before * 100;
    say(QStringLiteral("resident memory: %1 MB after the first minute, %2 MB after %3 s, %4 % (promised: under %5 %)")
            .arg(before, 0, 'f', 1)
            .arg(after, 0, 'f', 1)
            .arg(seconds)
            .arg(growth, 0, 'f', 1)
            .arg(promisedGrowth, 0, 'f', 0));
    if (growth >= promisedGrowth)
        problem(QStringLiteral("Memory grew by %1 %.").arg(growth, 0, 'f', 1));
}

void EnduranceRun::judgeCounts()
{
    for (const QueueName* queue : queueNames)
        m_open.bench.sidebar().setOpen({m_connection->id(), *queue, {}}, true);
    m_open.window.actions()["view.fit"]->trigger();
    QStringList found;
    const auto look = [&] {
        std::vector<std::pair<QueueName, StateCounts>> redis;
        for (const QueueName* queue : queueNames)
            redis.emplace_back(*queue, countsInRedis(m_server, *queue));
        found = differences(m_open, redis, keptQueue);
        return found.isEmpty();
    };
    if (!QTest::qWaitFor(look, 30'000)) {
        for (const QString& difference : found)
            problem(difference);
    }
    for (const QueueName* queue : queueNames) {
        const StateCounts counts = countsInRedis(m_server, *queue);
        QStringList words;
        for (const TaskState state : allStates) {
            if (state != TaskState::Due) // Scheduled includes due tasks
                words << QStringLiteral("%1 %2").arg(counts[state]).arg(Formatting::stateWord(state));
        }
        say(QStringLiteral("%1 in Redis: %2").arg(QString::fromLatin1(*queue), words.join(QStringLiteral(", "))));
    }
    if (found.isEmpty())
        say(QStringLiteral("Sidebar, legend, table and status line say the same."));
}

} // namespace dueline::chaos
