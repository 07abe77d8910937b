// SPDX-License-Identifier: GPL-3.0-or-later
// Measures reading large framework queues: pages, failure groups and searching.
#include "core/console/failures/failurecensus.h"
#include "tests/bench/bystander.h"
#include "tests/bench/frameworks/benchserver.h"
#include "tests/bench/frameworks/figures.h"
#include "tests/bench/frameworks/parts.h"
#include "tests/support/manyjobs.h"
#include "tests/support/must.h"

#include <algorithm>

namespace dueline::frameworkbench {

namespace {

const QueueName queue = "million";
constexpr int examinedPerStep = 1'000; ///< number of tasks examined per search step, as in the window
constexpr int pagesRead = 100;
constexpr int notedFrom = 50; ///< µs; a search's faster commands are not recorded

QString count(qint64 number) { return QLocale::c().toString(number); }

struct Found
{
    qint64 examined = 0;
    qint64 matches = 0;
};

Found searchAll(Backend& backend, const QString& filter)
{
    SearchRequest request;
    request.queue = queue;
    request.filter = must(TaskFilter::parse(filter));
    request.examine = examinedPerStep;
    Found found;
    do {
        const SearchStep step = must(backend.inspector().search(request));
        found.examined += step.examined;
        found.matches += qint64(step.matches.size());
        request.cursor = step.cursor;
    } while (!request.cursor.isEmpty());
    return found;
}

void searchIn(BenchServer& place, const Settings& settings, const QString& layout, const QString& promised)
{
    const auto backend = place.open(layout);
    Bystander bystander(place.server.config());
    bystander.begin();
    QThread::sleep(3);
    const double idle = bystander.end().first;
    std::vector<double> took;
    std::vector<double> waits;
    std::vector<double> cpu;
    std::vector<double> commands;
    QByteArray longest;
    Found found;
    for (int i = 0; i < settings.times; ++i) {
        place.probe.note(notedFrom);
        bystander.begin();
        const figures::Stopwatch timer;
        found = searchAll(*backend, QStringLiteral("payload:77777"));
        took.push_back(timer.ms());
        cpu.push_back(timer.cpuMs());
        waits.push_back(bystander.end().first);
        double most = 0;
        for (const ServerProbe::Noted& command : place.probe.noted()) {
            if (command.client == "dueline" && command.us / 1e3 > most) {
                most = command.us / 1e3;
                longest = command.name;
            }
        }
        commands.push_back(most);
    }
    if (found.examined < settings.jobs)
        qFatal("Only %lld jobs were looked at.", static_cast<long long>(found.examined));
    const QString name = QStringLiteral("`payload:77777` in %1 jobs of %2").arg(count(settings.jobs), layout);
    figures::print({name, promised, QStringLiteral("by the clock; %1 match").arg(found.matches)}, took);
    figures::print({name + QStringLiteral(": longest command"), {},
                       QStringLiteral("by SLOWLOG: %1").arg(QString::fromUtf8(longest)), "ms", 2},
        commands);
    figures::print(
        {name + QStringLiteral(": our CPU"), {}, QStringLiteral("of the thread that searches"), "ms", 0}, cpu);
    figures::print(
        {name + QStringLiteral(": PING p99 of a bystander"), QStringLiteral("%1 ms").arg(idle + 1, 0, 'f', 2),
            QStringLiteral("idle %1 ms").arg(idle, 0, 'f', 2), "ms", 2},
        waits);
}

} // namespace

void pages(const Settings& settings)
{
    BenchServer place(settings.core);
    ManyJobs(place.server.config()).waitInBullmq(queue, settings.jobs);
    const auto backend = place.open(QStringLiteral("bullmq"));
    std::vector<double> all;
    std::vector<double> longest;
    PageRequest request{queue, TaskState::Due, 0, 100};
    for (int i = 0; i < pagesRead; ++i) {
        request.offset = qint64(settings.jobs - request.limit) * i / (pagesRead - 1);
        place.probe.reset();
        if (must(backend->inspector().page(request)).tasks.size() != std::size_t(request.limit))
            qFatal("the page at %lld is not whole", static_cast<long long>(request.offset));
        all.push_back(place.inCommands());
        place.probe.note();
        must(backend->inspector().page(request));
        double most = 0;
        for (const ServerProbe::Noted& command : place.probe.noted()) {
            if (!command.name.startsWith("CONFIG") && !command.name.startsWith("SLOWLOG"))
                most = std::max(most, command.us / 1e3);
        }
        longest.push_back(most);
    }
    const QString name = QStringLiteral("a page of 100 anywhere in %1 waiting BullMQ jobs").arg(count(settings.jobs));
    figures::print({name, QStringLiteral("1 ms"), QStringLiteral("time of Redis in its commands"), "ms", 2}, all);
    figures::print({name + QStringLiteral(": its longest command"), QStringLiteral("0.2 ms"),
                       QStringLiteral("by SLOWLOG"), "ms", 3},
        longest);
}

void failureGroups(const Settings& settings)
{
    BenchServer place(settings.core);
    const int failed = settings.jobs / 10;
    ManyJobs(place.server.config()).failInBullmq(queue, failed);
    const auto backend = place.open(QStringLiteral("bullmq"));
    std::vector<double> took;
    std::vector<double> redis;
    std::vector<double> cpu;
    for (int i = 0; i < settings.times; ++i) {
        FailureCensus census(queue);
        place.probe.reset();
        const figures::Stopwatch timer;
        while (!must(census.step(*backend))) { }
        took.push_back(timer.ms());
        cpu.push_back(timer.cpuMs());
        redis.push_back(place.inCommands());
        if (census.counted() != failed || census.groups().size() != 10)
            qFatal("%lld failures were counted", static_cast<long long>(census.counted()));
    }
    const QString name = QStringLiteral("failure groups of %1 BullMQ jobs").arg(count(failed));
    figures::print({name, QStringLiteral("1,000 ms"), QStringLiteral("by the clock: read and grouped"), "ms", 0}, took);
    figures::print({name + QStringLiteral(": our CPU"), {}, QStringLiteral("of the thread that reads"), "ms", 0}, cpu);
    figures::print({name + QStringLiteral(": Redis"), {}, QStringLiteral("time of Redis in commands"), "ms", 0}, redis);
}

void search(const Settings& settings)
{
    {
        BenchServer place(settings.core);
        ManyJobs(place.server.config()).waitInSidekiq(queue, settings.jobs);
        searchIn(place, settings, QStringLiteral("sidekiq"), QStringLiteral("3,000 ms"));
    }
    BenchServer place(settings.core);
    ManyJobs(place.server.config()).waitInBullmq(queue, settings.jobs);
    searchIn(place, settings, QStringLiteral("bullmq"), {});
}

} // namespace dueline::frameworkbench
