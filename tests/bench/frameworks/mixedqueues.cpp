// SPDX-License-Identifier: GPL-3.0-or-later
// Measures a server with queues of several layouts: opening, refreshing and searching.
#include "core/console/operations/connectionsearch.h"
#include "tests/bench/frameworks/benchserver.h"
#include "tests/bench/frameworks/figures.h"
#include "tests/bench/frameworks/parts.h"
#include "tests/support/manyjobs.h"
#include "tests/support/must.h"
#include "tests/support/sampletasks.h"

#include <QTemporaryDir>

#include <algorithm>

namespace dueline::frameworkbench {

namespace {

const int countedARefresh = int(CountBudget().most);
constexpr int queuesOfTyped = 16;
constexpr int addedPerCall = 1'000;
/// Limits that let a search for a typed value examine every task.
constexpr ConnectionSearch::Limits typedLimits{1'000, 100, 10'000'000, 1'000'000};

/// Returns whether an entry is a queue. The queue list also contains the pseudo-queues that the queues of a framework
/// share.
bool isQueue(const QueueInfo& queue) { return !queue.name.startsWith('@'); }

std::size_t queuesOf(Backend& backend)
{
    const auto queues = must(backend.inspector().queues());
    return std::size_t(std::count_if(queues.begin(), queues.end(), isQueue));
}

/// Measures how long it takes to find and count all queues on an unknown server.
double openAll(const BenchServer& place, std::size_t queues)
{
    const QTemporaryDir state; // Discovery stores its results here, so each measurement uses a new folder.
    qputenv("XDG_STATE_HOME", state.path().toUtf8());
    const figures::Stopwatch timer;
    const auto backend = place.open(automaticLayout());
    std::size_t found = queuesOf(*backend);
    for (int i = 0; i < 10'000 && found < queues; ++i) {
        for (bool complete = false; !complete;)
            complete = must(backend->discovery()->step());
        found = queuesOf(*backend);
    }
    if (found != queues)
        qFatal("%zu of %zu queues were found", found, queues);
    return timer.ms();
}

void searchAll(BenchServer& place, Backend& backend, const Settings& settings)
{
    std::vector<double> took;
    std::vector<double> redis;
    std::size_t found = 0;
    std::size_t queues = 0;
    for (int i = 0; i < settings.times; ++i) {
        place.probe.reset();
        const figures::Stopwatch timer;
        ConnectionSearch search(must(TaskFilter::parse(QStringLiteral("error:broke"))));
        while (!must(search.step(backend))) { }
        took.push_back(timer.ms());
        redis.push_back(place.inCommands());
        found = search.total();
        queues = search.queues();
    }
    const QString name = QStringLiteral("`error:broke` in all of %1 queues").arg(queues);
    figures::print({name, {}, QStringLiteral("by the clock; %1 found").arg(found), "ms", 0}, took);
    figures::print({name + QStringLiteral(": Redis"), {}, QStringLiteral("time of Redis in commands"), "ms", 0}, redis);
}

/// Adds native tasks that are due in an hour, with ids and payloads like those of ManyJobs.
void addNative(RedisServer& server, const QueueName& queue, int count)
{
    const auto native = must(openLayout(defaultLayout(), server.config(), {}, {}, Access::Operate));
    for (int first = 0; first < count; first += addedPerCall) {
        std::vector<NewTask> tasks(std::size_t(std::min(addedPerCall, count - first)));
        for (std::size_t i = 0; i < tasks.size(); ++i) {
            const int number = first + int(i);
            tasks[i].id = sample::type(number) + '#' + QByteArray::number(number);
            tasks[i].payload = sample::payload(number, 300);
            tasks[i].dueIn = std::chrono::hours(1);
        }
        (void)must(native->editor()->add(queue, tasks));
    }
}

/// Fills 16 queues of four layouts with `tasks` tasks in all.
void fillForTyped(RedisServer& server, int tasks)
{
    const int each = tasks / queuesOfTyped;
    ManyJobs jobs(server.config());
    for (int i = 0; i < queuesOfTyped; ++i) {
        const QByteArray queue = "q" + QByteArray::number(i);
        switch (i % 8) {
        case 0:
        case 1:
        case 2:
            jobs.waitInBullmq(queue, each);
            break;
        case 3:
            jobs.failInBullmq(queue, each);
            break;
        case 4:
        case 5:
            jobs.waitInSidekiq(queue, each);
            break;
        case 6:
            jobs.failInRq(queue, each);
            break;
        default:
            addNative(server, queue, each);
        }
    }
}

} // namespace

void typedSearch(const Settings& settings)
{
    BenchServer place(settings.core);
    fillForTyped(place.server, settings.jobs);
    const QTemporaryDir state;
    qputenv("XDG_STATE_HOME", state.path().toUtf8());
    const auto backend = place.open(automaticLayout());
    for (int i = 0; i < 10'000 && queuesOf(*backend) < queuesOfTyped; ++i)
        must(backend->discovery()->step());
    const QString value = QString::number(settings.jobs / queuesOfTyped * 2 / 3); // in about the middle of each queue
    std::vector<double> first;
    std::vector<double> all;
    std::vector<double> cpu;
    std::vector<double> redis;
    std::size_t found = 0;
    QString most;
    for (int i = 0; i < settings.times; ++i) {
        place.probe.reset();
        const figures::Stopwatch timer;
        auto search = ConnectionSearch::forValue(must(TaskFilter::parse(value)), value.toUtf8(), typedLimits);
        bool isComplete = false;
        while (!isComplete && search.total() == 0)
            isComplete = must(search.step(*backend));
        first.push_back(timer.ms());
        while (!isComplete)
            isComplete = must(search.step(*backend));
        all.push_back(timer.ms());
        cpu.push_back(timer.cpuMs());
        redis.push_back(place.inCommands());
        most = place.mostCommands(8);
        found = search.total();
        if (search.examined() < settings.jobs)
            qFatal("Only %lld tasks were examined.", static_cast<long long>(search.examined()));
    }
    const QString name = QStringLiteral("a typed value in %1 tasks of %2 queues")
                             .arg(QLocale::c().toString(settings.jobs))
                             .arg(queuesOfTyped);
    figures::print(
        {name + QStringLiteral(": first match"), QStringLiteral("300 ms"), QStringLiteral("by the clock"), "ms", 0},
        first);
    figures::print({name + QStringLiteral(": all"), QStringLiteral("5,000 ms"),
                       QStringLiteral("by the clock; %1 found").arg(found), "ms", 0},
        all);
    figures::print(
        {name + QStringLiteral(": our CPU"), {}, QStringLiteral("of the thread that searches"), "ms", 0}, cpu);
    figures::print({name + QStringLiteral(": Redis"), {}, QStringLiteral("time of Redis in commands"), "ms", 0}, redis);
    figures::printOnce({QStringLiteral("  the last one in commands"), {}, most}, {});
}

void mixedQueues(const Settings& settings)
{
    {
        BenchServer place(settings.core);
        fillFrameworkQueues(place.server, 1);
        fillNativeQueues(place.server, 1);
        std::vector<double> took;
        for (int i = 0; i < 4 * settings.times; ++i)
            took.push_back(openAll(place, layoutsBesideNative + 1));
        figures::print({QStringLiteral("seven frameworks and native on one server: opened"), QStringLiteral("1,000 ms"),
                           QStringLiteral("by the clock; until every queue is found and counted")},
            took);
    }
    BenchServer place(settings.core);
    const int ofEach = std::max(1, settings.queues / (layoutsBesideNative + 1));
    fillFrameworkQueues(place.server, ofEach);
    fillNativeQueues(place.server, ofEach);
    const auto queues = std::size_t(ofEach) * (layoutsBesideNative + 1);
    const QString of = QStringLiteral(" of %1 queues of seven frameworks and native").arg(queues);
    std::vector<double> opened;
    for (int i = 0; i < settings.times; ++i)
        opened.push_back(openAll(place, queues));
    figures::print({QStringLiteral("opening") + of, {},
                       QStringLiteral("by the clock; until every queue is found and counted"), "ms", 0},
        opened);

    const QTemporaryDir state;
    qputenv("XDG_STATE_HOME", state.path().toUtf8());
    const auto backend = place.open(automaticLayout());
    for (int i = 0; i < 10'000 && queuesOf(*backend) < queues; ++i)
        must(backend->discovery()->step());
    backend->inspector().paceCounts({countedARefresh, {"rq-1@rq", "native-1"}});
    for (int i = 0; i < 2 * settings.queues / countedARefresh; ++i)
        must(backend->inspector().queues());
    // The server counts commands in scripts twice. Measure the factor on the native layout first, because it uses only
    // scripts.
    const auto native = place.open(QStringLiteral("native"));
    std::vector<double> refreshes;
    std::vector<double> ofFrameworks;
    std::vector<double> clock;
    QString most;
    for (int i = 0; i < settings.refreshes; ++i) {
        place.probe.reset();
        must(native->inspector().queues());
        const double scripts = place.probe.latency("evalsha_ro").total;
        // µs of command time that are counted again, as part of a script, per µs of script time.
        const double again = (place.inCommands() * 1e3 - scripts) / scripts;
        place.probe.reset();
        const figures::Stopwatch timer;
        must(backend->inspector().queues());
        must(backend->discovery()->step());
        clock.push_back(timer.ms());
        const double ofNative = place.probe.latency("evalsha_ro").total / 1e3;
        refreshes.push_back(place.inCommands() - ofNative * again);
        ofFrameworks.push_back(refreshes.back() - ofNative);
        most = place.mostCommands(12);
    }
    figures::printOnce({QStringLiteral("  the last one in commands"), {}, most}, {});
    figures::print(
        {QStringLiteral("a refresh") + of, QStringLiteral("5 ms"),
            QStringLiteral("time of Redis in commands; %1 queues counted, a step of the look").arg(countedARefresh)},
        refreshes);
    figures::print({QStringLiteral("  of it the frameworks"), QStringLiteral("5 ms"),
                       QStringLiteral("the same without native's scripts")},
        ofFrameworks);
    figures::print({QStringLiteral("a refresh") + of, {}, QStringLiteral("by the clock")}, clock);
    searchAll(place, *backend, settings);
}

} // namespace dueline::frameworkbench
