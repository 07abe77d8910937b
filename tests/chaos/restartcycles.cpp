// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/standardstreams.h"
#include "core/console/connect/session.h"
#include "core/engine/engine.h"
#include "core/engine/handlers/builtinhandlers.h"
#include "core/engine/handlers/handlerspec.h"
#include "core/layouts/catalogue/layoutregistry.h"
#include "tests/support/programoptions.h"
#include "tests/support/redisserver.h"
#include "tests/support/residentmemory.h"

#include <QCoreApplication>
#include <QDir>
#include <QElapsedTimer>
#include <QLoggingCategory>

#include <algorithm>
#include <cstdio>

using namespace dueline;

namespace {

constexpr Millis cycleWithin{15'000}; ///< time limit until everything works again
/// Number of descriptors allowed for connections that are being opened while counting.
constexpr int spareDescriptors = 4;
constexpr qint64 spareKiB = 8 * 1024;

int openDescriptors()
{
    return int(
        QDir(QStringLiteral("/proc/self/fd")).entryList(QDir::NoDotAndDotDot | QDir::AllEntries | QDir::System).size());
}

int threads()
{
    return int(QDir(QStringLiteral("/proc/self/task")).entryList(QDir::NoDotAndDotDot | QDir::Dirs).size());
}

qint64 residentKiB() { return residentMemory() / 1024; }

/// Resources in use after a cycle, or the maximum over several cycles.
struct Held
{
    int descriptors = 0;
    int threads = 0;
    qint64 kib = 0;

    void look()
    {
        descriptors = std::max(descriptors, openDescriptors());
        threads = std::max(threads, ::threads());
        kib = std::max(kib, residentKiB());
    }
};

/// Runs the event loop until `done` returns true. Returns false on a timeout.
bool waitFor(const std::function<bool()>& done, Millis within = cycleWithin)
{
    QElapsedTimer timer;
    timer.start();
    while (!done()) {
        if (timer.elapsed() > within.count())
            return false;
        QCoreApplication::processEvents(QEventLoop::AllEvents, 5);
    }
    return true;
}

[[noreturn]] void fail(int cycle, const char* what)
{
    std::fprintf(stderr, "Cycle %d: %s.\n", cycle, what);
    std::exit(1);
}

/// Program with every component that keeps connections: a session with its lanes, an engine, and an adder.
class Program
{
public:
    explicit Program(const RedisServer& server)
        : m_server(server)
    {
        const auto backend = [this](const QByteArray& session, Access access) {
            return [this, session, access] {
                return openLayout(defaultLayout(), m_server.config(), "dueline", session, access);
            };
        };
        Profile profile;
        profile.name = QStringLiteral("here");
        m_session = std::make_unique<Session>(
            profile, [backend](Access access) { return BackendFactory(backend({}, access)); });
        m_session->setPulse(backend({}, Access::ReadOnly));
        m_session->setRetryDelays(Millis(50), Millis(500));
        m_session->open();
        auto adder = backend("adder", Access::Operate)();
        if (!adder)
            qFatal("%s", qPrintable(adder.error().message));
        m_adder = std::move(*adder);
        const auto echo = parseHandler(QStringLiteral("*=echo"));
        if (!echo || !m_handlers.add(echo->pattern, echo->handler))
            qFatal("no handler");
        EngineConfig config;
        config.queues = {{"q", 1}};
        config.session = makeSession();
        m_engine = std::make_unique<Engine>(backend(config.session, Access::OperateAndWork), m_handlers, config);
        if (const auto started = m_engine->start(); !started)
            qFatal("%s", qPrintable(started.error().message));
    }

    /// Adds a task and waits until it has run and the session shows it as done.
    void work(int cycle)
    {
        NewTask task;
        task.id = "t#" + QByteArray::number(cycle);
        if (const auto added = m_adder->editor()->add("q", {task}); !added)
            fail(cycle, qPrintable(added.error().message));
        qint64 done = -1;
        const bool ran = waitFor([&] {
            if (m_session->isOnline() && !std::exchange(m_asking, true)) {
                m_session->run(
                    Session::Lane::Interactive, m_session.get(),
                    [](Backend& backend) { return backend.inspector().queue("q"); },
                    [this, &done](const Result<QueueInfo>& queue) {
                        m_asking = false;
                        if (queue)
                            done = queue->counts[TaskState::Done];
                    });
            }
            return done == cycle + 1;
        });
        waitFor([this] { return !m_asking; }, Millis(2'000));
        m_asking = false;
        if (!ran)
            fail(cycle, "the task was not seen to be done in time");
    }

private:
    const RedisServer& m_server;
    HandlerRegistry m_handlers;
    std::unique_ptr<Session> m_session;
    std::unique_ptr<Backend> m_adder;
    std::unique_ptr<Engine> m_engine;
    bool m_asking = false;
};

} // namespace

int main(int argc, char** argv)
{
    fillStandardStreams();
    QCoreApplication application(argc, argv);
    ProgramOptions given("Kills the server again and again under everything that keeps connections; looks for growth.");
    given.add("cycles", "How often the server is killed.", "N", "1000");
    given.process(application);
    const int cycles = given.number("cycles", 10);

    // Server restarts are expected here, so disable log messages about them.
    QLoggingCategory::setFilterRules(QStringLiteral("dueline.*=false"));
    // With these options, Redis writes each change to its log before replying, without waiting for a sync, so confirmed
    // changes survive a kill.
    RedisServer server({.tcp = true,
        .aof = true,
        .password = {},
        .arguments = {QStringLiteral("--appendfsync"), QStringLiteral("no")}});
    Program program(server);
    program.work(0);
    const int window = std::max(3, cycles / 20);
    const int warm = std::max(3, cycles / 10);
    Held first;
    Held last;
    qint64 slowest = 0;
    for (int cycle = 1; cycle <= cycles; ++cycle) {
        server.kill9();
        server.start();
        QElapsedTimer timer;
        timer.start();
        program.work(cycle);
        slowest = std::max(slowest, timer.elapsed());
        if (cycle > warm && cycle <= warm + window)
            first.look();
        if (cycle > cycles - window)
            last.look();
        if (cycle % 100 == 0)
            std::printf("%d cycles: %d descriptors, %d threads, %lld KiB\n", cycle, openDescriptors(), threads(),
                static_cast<long long>(residentKiB()));
    }
    std::printf("%d cycles, the slowest back after %lld ms; descriptors %d, then %d; threads %d, then %d; KiB %lld, "
                "then %lld\n",
        cycles, static_cast<long long>(slowest), first.descriptors, last.descriptors, first.threads, last.threads,
        static_cast<long long>(first.kib), static_cast<long long>(last.kib));
    const bool grew = last.descriptors > first.descriptors + spareDescriptors || last.threads > first.threads
        || last.kib > first.kib + spareKiB;
    if (grew)
        std::fputs("Something grows with every restart.\n", stderr);
    return grew ? 1 : 0;
}
