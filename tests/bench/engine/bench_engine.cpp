// SPDX-License-Identifier: GPL-3.0-or-later
// Measures the worker engine on a given Redis, without any other part of Dueline in the process; see README.md.
#include "core/base/standardstreams.h"
#include "core/engine/engine.h"
#include "core/layouts/catalogue/layoutregistry.h"
#include "core/redis/redisurl.h"
#include "tests/bench/engine/bareloop.h"
#include "tests/support/programoptions.h"

#include <QCoreApplication>
#include <QThread>

#include <cstdio>
#include <thread>

using namespace dueline;
using namespace std::chrono_literals;

namespace {

[[noreturn]] void fail(const Error& error)
{
    std::fprintf(stderr, "%s\n", qPrintable(error.message));
    std::exit(3);
}

/// Handler that counts its runs and measures the time from the first run to the last.
class CountingHandler : public Handler
{
public:
    explicit CountingHandler(qint64 expected)
        : m_expected(expected)
    { }
    HandlerResult run(TaskContext&) override
    {
        const qint64 count = m_count.fetch_add(1, std::memory_order_relaxed) + 1;
        if (count == 1) {
            m_started = std::chrono::steady_clock::now();
            m_cpuAtStart = cpuSeconds();
        }
        if (count == m_expected) {
            m_ended = std::chrono::steady_clock::now();
            m_cpu = cpuSeconds() - m_cpuAtStart;
            m_done.store(true, std::memory_order_release);
        }
        return HandlerResult::done();
    }
    bool isDone() const { return m_done.load(std::memory_order_acquire); }
    qint64 count() const { return m_count.load(); }
    double seconds() const { return std::chrono::duration<double>(m_ended - m_started).count(); }
    double cpu() const { return m_cpu; }

private:
    const qint64 m_expected;
    std::atomic<qint64> m_count = 0;
    std::atomic<bool> m_done = false;
    std::chrono::steady_clock::time_point m_started;
    std::chrono::steady_clock::time_point m_ended;
    double m_cpuAtStart = 0;
    double m_cpu = 0;
};

int fill(Backend& backend, const QueueName& queue, qint64 count, const QByteArray& payload, Millis spread)
{
    const auto started = std::chrono::steady_clock::now();
    const Result<TimePoint> now = backend.serverTime();
    if (!now)
        fail(now.error());
    for (qint64 at = 0; at < count;) {
        std::vector<NewTask> tasks;
        for (; at < count && tasks.size() < 1000; ++at) {
            NewTask task;
            task.id = makeTaskId("mail.send", *now);
            task.payload = payload;
            if (spread > 0ms)
                task.dueAt = *now + 2s + spread * at / count;
            tasks.push_back(std::move(task));
        }
        if (auto added = backend.editor()->add(queue, tasks); !added)
            fail(added.error());
    }
    const double seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - started).count();
    std::printf("{\"added\": %lld, \"rate\": %.0f}\n", count, double(count) / seconds);
    return 0;
}

int work(const BackendFactory& factory, EngineConfig config, qint64 count, std::chrono::seconds timeout)
{
    auto handler = std::make_shared<CountingHandler>(count);
    HandlerRegistry handlers;
    (void)handlers.add("*", handler);
    Engine engine(factory, handlers, std::move(config));
    if (Result<> started = engine.start(); !started)
        fail(started.error());
    const auto until = std::chrono::steady_clock::now() + timeout;
    while (!handler->isDone() && std::chrono::steady_clock::now() < until)
        std::this_thread::sleep_for(10ms);
    const bool finished = handler->isDone();
    engine.drain();
    engine.wait(30s);
    const EngineFigures figures = engine.figures();
    if (!finished) {
        std::fprintf(stderr, "Only %lld of %lld tasks ran within the time.\n", handler->count(), count);
        return 1;
    }
    std::printf("{\"n\": %lld, \"s\": %.3f, \"rate\": %.0f, \"cpu_us\": %.2f, \"processed\": %lld, \"stale\": %lld, "
                "\"late_p50\": %.2f, \"late_p95\": %.2f, \"late_p99\": %.2f, \"late_max\": %.2f}\n",
        count, handler->seconds(), double(count) / handler->seconds(), handler->cpu() * 1e6 / double(count),
        figures.processed, figures.staleAcks, figures.latenessMs.p50, figures.latenessMs.p95, figures.latenessMs.p99,
        figures.latenessMs.max);
    return 0;
}

int drive(const BackendFactory& factory, const EngineConfig& config, qint64 count, int loops)
{
    const BareLoop bare{
        .makeBackend = factory, .queue = config.queues.front().queue, .batch = config.batch, .loops = loops};
    const Result<BareLoop::Figures> figures = bare.run(count);
    if (!figures)
        fail(figures.error());
    std::printf("{\"n\": %lld, \"s\": %.3f, \"rate\": %.0f, \"cpu_us\": %.2f}\n", figures->tasks, figures->seconds,
        double(figures->tasks) / figures->seconds, figures->cpuSeconds * 1e6 / double(figures->tasks));
    return 0;
}

} // namespace

int main(int argc, char* argv[])
{
    fillStandardStreams();
    QCoreApplication application(argc, argv);
    ProgramOptions given("fill: adds due tasks. work: runs them as no-ops and prints the rate. "
                         "drive: claims, loads and acks them without an engine.");
    given.parser().addPositionalArgument(QStringLiteral("mode"), QStringLiteral("fill | work | drive"));
    given.add("url", "Redis", "value", "redis://127.0.0.1:6379");
    given.add("queue", "queue name", "value", "bench");
    given.add("tasks", "how many", "value", "200000");
    given.add("payload", "bytes of payload", "value", "100");
    given.add("concurrency", "slots", "value", "8");
    given.add("batch", "tasks per claim and ack", "value", "100");
    given.add("prefetch", "tasks claimed ahead", "value", "200");
    given.add("spread-ms", "fill: due times over that long, from two seconds on; 0: all due now", "value", "0");
    given.add("loops", "drive: that many at once, each on its own connection", "value", "1");
    given.add("timeout", "seconds", "value", "300");
    given.parser().addOption({QStringLiteral("no-results"), QStringLiteral("publish no outcomes")});
    given.process(application);
    if (given.parser().positionalArguments().size() != 1)
        given.parser().showHelp(2);

    const Result<RedisConfig> redis = parseRedisUrl(given.text("url"));
    if (!redis)
        fail(redis.error());
    EngineConfig config;
    const QueueName queue = given.text("queue").toUtf8();
    config.queues = {{queue, 1}};
    config.session = makeSession();
    config.concurrency = given.number("concurrency");
    config.batch = given.number("batch");
    config.prefetch = given.number("prefetch");
    config.publish = !given.isSet("no-results");
    const BackendFactory factory = layoutFactory(defaultLayout(), *redis, {}, config.session, Access::OperateAndWork);
    const qint64 count = given.number<qint64>("tasks");
    if (given.parser().positionalArguments().front() == u"fill") {
        Result<std::unique_ptr<Backend>> backend = factory();
        if (!backend)
            fail(backend.error());
        return fill(**backend, queue, count, QByteArray(given.number("payload"), 'x'),
            Millis(given.number<qint64>("spread-ms")));
    }
    if (given.parser().positionalArguments().front() == u"drive")
        return drive(factory, config, count, given.number("loops"));
    return work(factory, std::move(config), count, std::chrono::seconds(given.number("timeout")));
}
