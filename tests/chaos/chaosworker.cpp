// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/chaos/chaosworker.h"

#include "core/engine/engine.h"
#include "core/layouts/native/nativebackend.h"
#include "core/redis/redisurl.h"
#include "tests/chaos/adder.h"
#include "tests/chaos/journalingbackend.h"
#include "tests/chaos/pacing.h"
#include "tests/chaos/taskplan.h"

#include <csignal>
#include <cstdio>
#include <stdexcept>
#include <unistd.h>

namespace dueline::chaos {

namespace {

class PlanHandler : public Handler
{
public:
    PlanHandler(const Journal& journal, Millis lease)
        : m_journal(journal)
        , m_lease(lease)
        , m_process(QByteArray::number(::getpid()))
    { }

    HandlerResult run(TaskContext& context) override
    {
        const TaskId& id = context.lease.id;
        const QByteArray& token = context.lease.token;
        const TaskPlan plan(id);
        const auto version = plan.versionOf(context.payload);
        m_journal.write(Event::Started, context.queue,
            {id, token, QByteArray::number(context.lease.attempt), m_process, QByteArray::number(version.value_or(0))});
        if (!version)
            m_journal.write(Event::Damaged, context.queue, {id, token});
        const Millis time = plan.runsFor(context.lease.attempt, m_lease);
        if (time > Millis(0) && !pauseFor(context.stop, time)) {
            m_journal.write(Event::Ended, context.queue, {id, token, "stopped"});
            return HandlerResult::stopped();
        }
        const TaskPlan::Ending ending = plan.ending(context.lease.attempt);
        static const std::array<QByteArray, 4> words{"done", "fails", "retries", "throws"};
        m_journal.write(Event::Ended, context.queue, {id, token, words[std::size_t(ending)]});
        switch (ending) {
        case TaskPlan::Ending::Done:
            break;
        case TaskPlan::Ending::Fails:
            return HandlerResult::fail("planned failure\nwith a second line \xff\x01");
        case TaskPlan::Ending::AsksForRetry:
            return HandlerResult::retry("planned retry", Millis(25));
        case TaskPlan::Ending::Throws:
            throw std::runtime_error("planned exception");
        }
        return HandlerResult::done("result of " + id);
    }

private:
    const Journal& m_journal;
    Millis m_lease;
    QByteArray m_process;
};

/// Observer that writes errors to stderr for the run to capture.
class Reporter : public EngineObserver
{
public:
    void troubled(EngineService service, const Error& error) override
    {
        std::fprintf(stderr, "%s: %s\n", serviceName(service).toByteArray().constData(), qPrintable(error.message));
    }
};

} // namespace

int runWorker(const WorkerOptions& options)
{
    // Block the signals before any thread starts, so that only the wait below receives them.
    sigset_t awaited;
    sigemptyset(&awaited);
    sigaddset(&awaited, SIGTERM);
    sigaddset(&awaited, SIGINT);
    pthread_sigmask(SIG_BLOCK, &awaited, nullptr);
    std::signal(SIGPIPE, SIG_IGN);

    Result<RedisConfig> redis = parseRedisUrl(options.url);
    if (!redis) {
        std::fprintf(stderr, "%s\n", qPrintable(redis.error().message));
        return 2;
    }
    redis->timeouts = {RunTimeouts::connect, RunTimeouts::progress, RunTimeouts::reply};
    const Journal journal(options.journal);
    const auto handler = std::make_shared<PlanHandler>(journal, options.lease);
    HandlerRegistry handlers;
    for (const QByteArray pattern : {"chaos.*", "slow.export", "hook"}) {
        if (const Result<> added = handlers.add(pattern, handler); !added)
            return 2;
    }
    EngineConfig config;
    config.queues = {{keptQueue, 2}, {droppedQueue, 1}, {trimmedQueue, 1}};
    config.session = makeSession();
    config.concurrency = options.concurrency;
    config.leaseFor = options.lease;
    config.safetyPoll = Millis(500);
    config.sweepEvery = Millis(2'000);
    NativeOptions native;
    native.redis = *redis;
    native.session = config.session;
    native.access = Access::OperateAndWork;
    const BackendFactory makeBackend = [native, &journal]() -> Result<std::unique_ptr<Backend>> {
        Result<std::unique_ptr<NativeBackend>> backend = NativeBackend::open(native);
        if (!backend)
            return backend.error();
        return std::unique_ptr<Backend>(std::make_unique<JournalingBackend>(std::move(backend.value()), journal));
    };

    // The server may be down, so retry, as systemd would.
    Reporter reporter;
    for (;;) {
        Engine engine(makeBackend, handlers, config, &reporter);
        const Result<> started = engine.start();
        const timespec soon{0, 100'000'000};
        if (started) {
            int signal = 0;
            sigwait(&awaited, &signal);
            engine.drain();
            return engine.wait(Millis(15'000)) ? 0 : 1;
        }
        std::fprintf(stderr, "start: %s\n", qPrintable(started.error().message));
        if (sigtimedwait(&awaited, nullptr, &soon) > 0)
            return 0;
    }
}

} // namespace dueline::chaos
