// SPDX-License-Identifier: GPL-3.0-or-later
// Measures the load that many BullMQ queues put on a server: discovery and refreshes.
#include "tests/bench/frameworks/benchserver.h"
#include "tests/bench/frameworks/figures.h"
#include "tests/bench/frameworks/parts.h"
#include "tests/support/must.h"

#include <QElapsedTimer>
#include <QTemporaryDir>

#include <algorithm>

namespace dueline::frameworkbench {

namespace {

const int countedARefresh = int(CountBudget().most);

void fill(RedisServer& server, int queues, int keys)
{
    // Creates queues as BullMQ 6 does, each with two waiting jobs, one delayed and one failed.
    constexpr const char* fillQueues = R"(
for i = 1, tonumber(ARGV[1]) do
    local base = 'bull:queue-' .. i .. ':'
    redis.call('HSET', base .. 'meta', 'version', 'bullmq:6.7.0', 'opts.maxLenEvents', '10000')
    redis.call('XADD', base .. 'events', '*', 'event', 'added')
    redis.call('SET', base .. 'id', '4')
    redis.call('LPUSH', base .. 'wait', '1', '2')
    redis.call('ZADD', base .. 'delayed', '8350000000000000', '3')
    redis.call('ZADD', base .. 'failed', '1795236791229', '4')
    for job = 1, 4 do
        redis.call('HSET', base .. job, 'name', 'send', 'data', '{}', 'timestamp', '1795236791000', 'opts', '{}')
    end
end)";
    constexpr const char* fillKeys = "for i = 1, tonumber(ARGV[1]) do redis.call('SET', 'session:' .. i, i) end";
    for (const auto& [script, count] : {std::pair(fillQueues, queues), std::pair(fillKeys, keys)}) {
        const Reply filled = server.call({"EVAL", script, "0", QByteArray::number(count)});
        if (filled.isError())
            qFatal("%s", filled.bytes.constData());
    }
}

/// Runs discovery until every queue has been found.
void findAll(Backend& backend, int queues)
{
    while (!backend.discovery()->state().isRound)
        must(backend.discovery()->step());
    std::size_t found = 0;
    for (int i = 0; i < 1'000 && found < std::size_t(queues); ++i) {
        must(backend.discovery()->step());
        found = must(backend.inspector().queues()).size();
    }
    if (found != std::size_t(queues))
        qFatal("Only %zu queues were found.", found);
}

} // namespace

void manyQueues(const Settings& settings)
{
    const QTemporaryDir state; // Discovery stores its results here.
    qputenv("XDG_STATE_HOME", state.path().toUtf8());
    BenchServer place(settings.core);
    fill(place.server, settings.queues, settings.keys);
    const auto backend = place.open(automaticLayout());
    const QString of = QStringLiteral(" of %1 queues").arg(settings.queues);
    const auto redisTime = [&place](const auto& work) {
        place.probe.reset();
        work();
        return place.inCommands();
    };
    const QString commands = QStringLiteral("time of Redis in commands");
    figures::print(
        {QStringLiteral("first list") + of, {}, commands + QStringLiteral("; before anything was looked for")},
        {redisTime([&] { must(backend->inspector().queues()); })});
    std::vector<double> steps;
    const double look = redisTime([&] {
        QElapsedTimer step;
        for (bool complete = false; !complete;) {
            step.start();
            complete = must(backend->discovery()->step());
            steps.push_back(double(step.nsecsElapsed()) / 1e6);
        }
    });
    figures::print({QStringLiteral("look on opening") + of, {}, commands + QStringLiteral("; all steps")}, {look});
    figures::print(
        {QStringLiteral("  one step of it"), QStringLiteral("20 ms"), QStringLiteral("by the clock")}, steps);
    findAll(*backend, settings.queues);
    figures::print(
        {QStringLiteral("all counted") + of, {}, commands}, {redisTime([&] { must(backend->inspector().queues()); })});

    backend->inspector().paceCounts({countedARefresh, {"queue-1@bullmq"}});
    for (int i = 0; i < 2 * settings.queues / countedARefresh; ++i)
        must(backend->inspector().queues());
    std::vector<double> refreshes;
    for (int i = 0; i < settings.refreshes; ++i) {
        refreshes.push_back(redisTime([&] {
            must(backend->inspector().queues());
            must(backend->discovery()->step());
        }));
    }
    figures::print({QStringLiteral("a refresh") + of, QStringLiteral("5 ms"),
                       commands + QStringLiteral("; %1 queues counted, a step of the look").arg(countedARefresh)},
        refreshes);
}

} // namespace dueline::frameworkbench
