// SPDX-License-Identifier: GPL-3.0-or-later
// Measures how long it takes to read a stream with a million entries, and to release its pending entries.
#include "core/base/standardstreams.h"
#include "core/console/operations/operationrun.h"
#include "core/console/operations/undorun.h"
#include "core/layouts/catalogue/layoutregistry.h"
#include "tests/bench/layout/serverprobe.h"
#include "tests/support/must.h"
#include "tests/support/redisserver.h"

#include <QCoreApplication>
#include <QElapsedTimer>
#include <QRandomGenerator>
#include <QThread>

#include <algorithm>
#include <cstdio>
#include <functional>

using namespace dueline;

namespace {

constexpr int usualEntries = 1'000'000;
constexpr int slowCommandUs = 200; // faster commands are not recorded

/// Returns the time in ms that Redis has spent on commands, excluding commands that measure or fill.
double redisMs(RedisServer& server)
{
    double sum = 0;
    for (const QByteArray& line : server.call({"INFO", "commandstats"}).bytes.split('\n')) {
        const qsizetype at = line.indexOf("usec=");
        if (line.startsWith("cmdstat_") && !line.startsWith("cmdstat_info") && at > 0)
            sum += line.mid(at + 5, line.indexOf(',', at) - at - 5).toDouble() / 1'000;
    }
    return sum;
}

/// Prints a call's median and maximum time, and the Redis time per call.
void measure(RedisServer& server, const char* what, int times, const std::function<void()>& call)
{
    std::vector<double> took;
    const double before = redisMs(server);
    for (int i = 0; i < times; ++i) {
        QElapsedTimer timer;
        timer.start();
        call();
        took.push_back(double(timer.nsecsElapsed()) / 1e6);
    }
    const double redis = (redisMs(server) - before) / times;
    std::sort(took.begin(), took.end());
    std::printf("%-58s %10.2f ms %10.2f ms %10.3f ms of Redis %6d times\n", what, took[took.size() / 2], took.back(),
        redis, times);
    std::fflush(stdout);
}

void fill(RedisServer& server, int entries)
{
    const QByteArray body = R"({"class":"Mail","args":[1,2,3],"pad":")" + QByteArray(240, 'x') + "\"}";
    const QByteArray script = "for i = tonumber(ARGV[1]), tonumber(ARGV[2]) do redis.call('XADD', KEYS[1], "
                              "string.format('%.0f', 1700000000000 + i * 10) .. '-0', 'message', ARGV[3]) end";
    constexpr int together = 10'000;
    for (int from = 1; from <= entries; from += together)
        server.call({"EVAL", script, "1", "q", number(from), number(std::min(entries, from + together - 1)), body});
    server.call({"XGROUP", "CREATE", "q", "g", "0"});
    constexpr int consumers = 20;
    for (int i = 0; i < consumers; ++i) {
        server.call({"EVAL",
            "redis.call('XREADGROUP', 'GROUP', 'g', ARGV[1], 'COUNT', ARGV[2], 'STREAMS', KEYS[1], '>') return 1", "1",
            "q", "worker-" + number(i), number(entries / 10 / consumers)});
    }
}

void readStream(RedisServer& server, int entries)
{
    const auto opened
        = must(openLayout(must(parseLayout(QStringLiteral("stream:q"))), server.config(), {}, {}, Access::ReadOnly));
    QueueInspector& inspector = opened->inspector();
    QRandomGenerator random(7);
    const auto page = [&](TaskState state, qint64 offset) {
        const TaskPage read = must(inspector.page({"q/g", state, offset, 100}));
        if (read.tasks.empty() || read.tasks.size() > 100)
            qFatal("the page at %lld is wrong", static_cast<long long>(offset));
    };
    measure(server, "first page of the waiting entries", 1, [&] { page(TaskState::Due, 0); });
    measure(server, "exact counts of the queue, first time", 1, [&] { must(inspector.queue("q/g")); });
    measure(server, "exact counts of the queue, again", 50, [&] { must(inspector.queue("q/g")); });
    measure(server, "list of queues", 50, [&] { must(inspector.queues()); });
    const int waiting = int(must(inspector.queue("q/g")).counts[TaskState::Due]);
    measure(server, "page in the middle, first time (makes the marks)", 1, [&] { page(TaskState::Due, waiting / 2); });
    measure(server, "last page, first time (makes the other marks)", 1, [&] { page(TaskState::Due, waiting - 100); });
    measure(server, "page of 100 anywhere", 200, [&] { page(TaskState::Due, random.bounded(waiting - 100)); });
    measure(server, "page of 100 of the pending entries", 20, [&] { page(TaskState::Leased, 0); });
    measure(server, "one entry by its id", 200, [&] {
        const qint64 ms = 1'700'000'000'000 + 10LL * (1 + random.bounded(entries / 20)) + 5LL * entries;
        (void)inspector.task("q/g", number(ms) + "-0");
    });
}

/// Releases `tasks` pending entries, and undoes it. Prints the cost per entry and the longest command.
void releasePending(RedisServer& server, int tasks)
{
    const auto backend = must(
        openLayout(must(parseLayout(QStringLiteral("stream:q?idle=1s"))), server.config(), {}, {}, Access::Operate));
    ServerProbe probe(server.config());
    must(probe.open());
    OperationRequest request;
    request.queue = "q/g";
    request.action.kind = ActionKind::Retry;
    request.action.force = true;
    request.states = {TaskState::Leased};
    const auto show = [&](const char* what, const std::function<void()>& work) {
        QThread::sleep(2); // until the consumers have been idle for a second
        probe.note(slowCommandUs);
        const double before = redisMs(server);
        QElapsedTimer timer;
        timer.start();
        work();
        const double took = double(timer.nsecsElapsed()) / 1e3 / tasks;
        const double redis = (redisMs(server) - before) * 1e3 / tasks;
        double longest = 0;
        QByteArray name;
        for (const ServerProbe::Noted& command : probe.noted()) {
            if (command.us > longest && (command.name.startsWith("EVAL") || command.name.startsWith('X'))) {
                longest = command.us;
                name = command.name;
            }
        }
        std::printf("%-58s %10.1f us %10.1f us of Redis each, %d entries; longest %s %.2f ms\n", what, took, redis,
            tasks, name.constData(), longest / 1e3);
    };
    OperationRun run(request);
    if (must(run.preview(*backend)).total != tasks + 1) // the deleted entry is also pending, but can't be released
        qFatal("not all pending entries were selected");
    show("release", [&] {
        const OperationProgress done = must(run.finish(*backend));
        if (done.done != tasks)
            qFatal("only %lld pending entries were released", static_cast<long long>(done.done));
    });
    show("undo of the release", [&] {
        UndoRun undo("q/g", run.id(), "bench");
        if (must(undo.finish(*backend)).restored != tasks)
            qFatal("not all releases were undone");
    });
}

} // namespace

int main(int argc, char** argv)
{
    fillStandardStreams();
    const QCoreApplication application(argc, argv);
    const QStringList arguments = application.arguments();
    if (arguments.contains(QStringLiteral("--help")) || arguments.size() > 2) {
        std::puts("Usage: bench_streams [ENTRIES]\nMeasures how long reading a stream takes.");
        return 0;
    }
    const int entries = arguments.size() == 2 ? std::max(2'000, arguments[1].toInt()) : usualEntries;
    RedisServer server;
    fill(server, entries);
    std::printf("%d entries, %d of them pending\n%-58s %13s %13s\n", entries, entries / 10, "", "median", "longest");
    readStream(server, entries);
    server.call({"XDEL", "q", number(1'700'000'000'000 + 10LL * (entries / 2)) + "-0"});
    server.call({"XDEL", "q", number(1'700'000'000'000 + 10LL * (entries / 20)) + "-0"});
    std::puts("\nAfter XDEL, so that the entries have to be counted:");
    readStream(server, entries);
    std::puts("");
    releasePending(server, entries / 10 - 1);
    return 0;
}
