// SPDX-License-Identifier: GPL-3.0-or-later
// What very many queues of BullMQ cost a server: to be found, and to be kept fresh.
#include "core/base/standardstreams.h"
#include "core/layouts/layoutregistry.h"
#include "tests/bench/layout/serverprobe.h"
#include "tests/support/programoptions.h"
#include "tests/support/redisserver.h"

#include <QCoreApplication>
#include <QElapsedTimer>
#include <QTemporaryDir>

#include <algorithm>

using namespace dueline;

namespace {

void fill(RedisServer& server, int queues, int keys)
{
    // As BullMQ 6 leaves a queue with two jobs that wait, one delayed and one that failed.
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

template <typename Value> Value must(Result<Value> result)
{
    if (!result)
        qFatal("%s", qPrintable(result.error().message));
    return *std::move(result);
}

/// Time that Redis spends in what is done meanwhile, in µs.
class Cost
{
public:
    explicit Cost(ServerProbe& probe)
        : m_probe(probe)
        , m_cpu(probe.processCpu())
    {
        m_probe.reset();
    }
    double inCommands()
    {
        double total = 0;
        for (const QByteArray& line : m_probe.call({"INFO", "commandstats"}).bytes.split('\n')) {
            const qsizetype at = line.indexOf("usec=");
            const bool isOurs = line.startsWith("cmdstat_info") || line.startsWith("cmdstat_config");
            if (at > 0 && !isOurs)
                total += line.mid(at + 5).split(',').front().toDouble();
        }
        return total;
    }
    double process() { return m_probe.processCpu() - m_cpu; }

private:
    ServerProbe& m_probe;
    double m_cpu;
};

void print(const char* what, double commands, double process, double clock)
{
    std::printf("%-18s %8.2f ms in commands %8.2f ms of the process %8.2f ms by the clock\n", what, commands / 1e3,
        process / 1e3, clock);
}

} // namespace

int main(int argc, char** argv)
{
    fillStandardStreams();
    const QCoreApplication application(argc, argv);
    ProgramOptions options("What very many queues of BullMQ cost a server.");
    options.add("queues", "how many", "N", "5000");
    options.add("keys", "of somebody else", "N", "100000");
    options.add("refreshes", "that are measured", "N", "50");
    options.process(application);
    const int queues = options.number("queues", 1);
    const int refreshes = options.number("refreshes", 1);
    const QTemporaryDir state;
    qputenv("XDG_STATE_HOME", state.path().toUtf8());

    RedisServer server;
    fill(server, queues, options.number("keys"));
    ServerProbe probe(server.config());
    if (const auto opened = probe.open(); !opened)
        qFatal("%s", qPrintable(opened.error().message));
    std::printf("Redis %s, %d queues, %lld keys\n",
        server.call({"INFO", "server"}).bytes.split('\n')[1].trimmed().constData(), queues,
        static_cast<long long>(server.call({"DBSIZE"}).integer));

    const auto backend = must(openLayout(automaticLayout(), server.config(), {}, {}, Access::ReadOnly));
    QElapsedTimer clock;
    const auto measured = [&](const char* what, const auto& work) {
        Cost cost(probe);
        clock.start();
        work();
        const double took = double(clock.nsecsElapsed()) / 1e6;
        print(what, cost.inCommands(), cost.process(), took);
    };
    measured("first list", [&] { must(backend->inspector().queues()); });
    double longest = 0;
    measured("look on opening", [&] {
        for (bool complete = false; !complete;) {
            QElapsedTimer step;
            step.start();
            complete = must(backend->discovery()->step());
            longest = std::max(longest, double(step.nsecsElapsed()) / 1e6);
        }
    });
    std::printf("%-18s %8.2f ms by the clock\n", "  longest step", longest);
    while (!backend->discovery()->state().isRound)
        must(backend->discovery()->step());
    std::size_t found = 0;
    for (int i = 0; i < 1'000 && found < std::size_t(queues); ++i) {
        must(backend->discovery()->step());
        found = must(backend->inspector().queues()).size();
    }
    if (found != std::size_t(queues)) {
        std::fprintf(stderr, "Only %zu queues were found.\n", found);
        return 1;
    }
    measured("all counted", [&] { must(backend->inspector().queues()); });

    backend->inspector().paceCounts({500, {"queue-1@bullmq"}});
    for (int i = 0; i < 2 * queues / 500; ++i)
        must(backend->inspector().queues());
    std::vector<double> commands;
    std::vector<double> process;
    for (int i = 0; i < refreshes; ++i) {
        Cost cost(probe);
        must(backend->inspector().queues());
        must(backend->discovery()->step());
        commands.push_back(cost.inCommands());
        process.push_back(cost.process());
    }
    std::sort(commands.begin(), commands.end());
    std::sort(process.begin(), process.end());
    std::printf("%-18s %8.2f ms in commands (longest %.2f) %8.2f ms of the process\n", "a refresh",
        commands[commands.size() / 2] / 1e3, commands.back() / 1e3, process[process.size() / 2] / 1e3);
    return 0;
}
