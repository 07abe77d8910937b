// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/engine/enginethreads.h"

#include "core/engine/completer.h"
#include "core/engine/emptycheck.h"
#include "core/engine/fetcher.h"
#include "core/engine/heartbeater.h"
#include "core/engine/recoverer.h"
#include "core/engine/scheduler.h"
#include "core/engine/slotlimits.h"
#include "core/engine/wakelistener.h"
#include "core/engine/watchdog.h"

#include "core/base/headroom.h"
#include "core/base/logging.h"
#include "core/base/ownchild.h"
#include "core/base/text.h"
#include "core/queue/leaselength.h"

#include <QCoreApplication>
#include <QSysInfo>

#include <new>

#include <sys/prctl.h>

namespace dueline {

using namespace std::chrono_literals;

namespace {
constexpr int mostThreads = 2'000; ///< maximum number of slots, including abandoned ones
/// Time after which a shutdown stops waiting for the server if the engine holds no leases and receives no replies.
constexpr auto emptyFor = 500ms;
constexpr auto leftBehindAfter = 3s; ///< time after which a shutdown stops waiting for a Fetcher that is out of memory
/// Number of descriptors to reserve per thread, with a margin: other threads may open files at the same time.
constexpr int filesOfAThread = 8;
/// Stack size to reserve per thread, in bytes, with a margin that covers all threads.
constexpr std::size_t memoryOfAThread = 48U << 20U;
constexpr Millis withoutMemory = 1s; ///< delay before a service retries after a failed allocation
constexpr Millis leaveWithin{500}; ///< time limit for the services to end and leave the worker list

Error noMemory()
{
    return {ErrorCode::Io,
        QStringLiteral(
            "There is not enough memory: raise the limit (ulimit -v, MemoryMax= of a unit), or end other programs."),
        {}};
}

Error noThreads()
{
    if (!canOpenFiles(filesOfAThread))
        return {ErrorCode::Io,
            QStringLiteral(
                "No more threads can be started here, because this worker has reached its limit on open files: raise "
                "it (ulimit -n, LimitNOFILE= of a unit)."),
            {}};
    if (!canUseMemory(memoryOfAThread))
        return noMemory();
    return {ErrorCode::Io,
        QStringLiteral(
            "No more threads can be started here: raise the limit (ulimit -u, TasksMax= of a unit), or end other "
            "programs."),
        {}};
}
} // namespace

Engine::Threads::Threads(
    BackendFactory makeBackend, const HandlerRegistry& handlers, EngineConfig config, EngineObserver* observer)
    : pipeline(std::move(config), handlers, observer)
    , m_makeBackend(std::move(makeBackend))
    , m_types(handlers.types())
{
    if (pipeline.config.session.isEmpty())
        pipeline.config.session = makeSession();
}

Engine::Threads::~Threads()
{
    stop();
    wait(Millis::max());
}

Result<> Engine::Threads::checkConfig() const
{
    const EngineConfig& config = pipeline.config;
    const auto refuse = [](const QString& why) { return Error{ErrorCode::Usage, why}; };
    if (config.queues.empty())
        return refuse(QStringLiteral("A worker needs at least one queue."));
    if (pipeline.handlers.isEmpty())
        return refuse(QStringLiteral("A worker needs at least one handler."));
    for (const QueueShare& share : config.queues) {
        // The layout performs stricter checks. In custom layouts, a queue's name is its key.
        if (share.queue.isEmpty() || share.queue.size() > 1024)
            return refuse(QStringLiteral("A queue name must be 1 to 1024 bytes long."));
        if (share.weight < 1)
            return refuse(QStringLiteral("A queue's weight must be a whole number of at least 1."));
    }
    if (config.concurrency < 1 || config.concurrency > 1000)
        return refuse(QStringLiteral("A worker's concurrency must be 1 to 1000."));
    if (config.batch < 1 || config.batch > 250)
        return refuse(QStringLiteral("A worker's batch size must be 1 to 250."));
    return config.leaseFor ? checkLease(*config.leaseFor) : Result<>();
}

Result<std::unique_ptr<Backend>> Engine::Threads::openBackend() const
{
    try {
        Result<std::unique_ptr<Backend>> backend = m_makeBackend();
        if (backend && !(*backend)->broker())
            return Error{ErrorCode::Refused,
                QStringLiteral("This connection cannot run tasks: it is read-only, or its layout has no leases.")};
        return backend;
    } catch (const std::bad_alloc&) {
        return noMemory();
    }
}

bool Engine::Threads::startThread(const char* name, std::function<void()> work)
{
    if (!canOpenFiles(filesOfAThread) || !canUseMemory(memoryOfAThread))
        return false; // Qt and GLib abort the program if a thread can't get its resources
    auto thread = std::unique_ptr<QThread>(QThread::create([this, work = std::move(work)] {
        work();
        const std::scoped_lock lock(m_endedMutex);
        ++m_ended;
        m_oneEnded.notify_all();
    }));
    thread->setObjectName(QLatin1String(name));
    thread->start();
    if (!thread->isRunning() && !thread->isFinished())
        return false; // the thread couldn't be started
    const std::scoped_lock lock(m_endedMutex);
    m_threads.push_back(std::move(thread));
    return true;
}

bool Engine::Threads::startSlot()
{
    Slot* slot = m_slots.emplace_back(std::make_unique<Slot>(pipeline)).get();
    return startThread("slot", [slot] {
        while (slot->runOnce()) { }
    });
}

/// Reduces the number of slots if there aren't enough file descriptors for them, and reports this.
Result<> Engine::Threads::keepToLimits()
{
    const int asked = pipeline.config.concurrency;
    const Result<int> carried = slotsCarried(pipeline.handlers, asked);
    if (!carried)
        return carried.error();
    pipeline.config.concurrency = *carried;
    if (*carried < asked)
        tellLimit({ErrorCode::Io,
            QStringLiteral(
                "Only %L1 of %L2 slots are started: the limit on open files allows no more; raise it (ulimit -n, "
                "LimitNOFILE= of a unit).")
                .arg(*carried)
                .arg(asked),
            {}});
    return {};
}

void Engine::Threads::tellLimit(const Error& error)
{
    qCWarning(logEngine).noquote() << error.message;
    if (pipeline.observer)
        pipeline.observer->limitTooLow(error);
}

/// Reports problems that can be detected before any task runs: limits that the slots might exceed, and handlers that
/// can't be started.
void Engine::Threads::lookAhead()
{
    for (const Error& error : limitsBelow(pipeline.handlers, pipeline.config.concurrency))
        tellLimit(error);
    pipeline.handlers.each([this](const QByteArray&, const Handler& handler) {
        if (const QByteArray why = handler.unreadyBecause(); !why.isEmpty())
            pipeline.holdHandler(&handler, why, monotonicNow());
    });
}

/// Starts the slots. Fails if no thread starts. If fewer slots start than configured, reports this.
Result<> Engine::Threads::startSlots(Instant since)
{
    if (!startThread("watchdog", [this, since] { watch(since); }))
        return noThreads();
    int started = 0;
    while (started < pipeline.config.concurrency && startSlot())
        ++started;
    if (started == 0)
        return noThreads();
    if (started < pipeline.config.concurrency) {
        tellLimit({ErrorCode::Io,
            QStringLiteral(
                "Only %1 of %2 slots could be started: no more threads are available here; raise the limit (ulimit -u, TasksMax= of a unit).")
                .arg(started)
                .arg(pipeline.config.concurrency),
            {}});
    }
    return {};
}

void Engine::Threads::startService(const char* name, std::function<void(Backend&)> work)
{
    auto opened = std::make_shared<Opened>();
    m_opening.push_back(opened->get_future());
    const bool started = startThread(name, [this, opened, work = std::move(work)] {
        const InterruptionScope interruptible(m_interruption);
        Result<std::unique_ptr<Backend>> backend = openBackend();
        opened->set_value(backend ? Result<>() : Result<>(backend.error()));
        if (backend)
            work(**backend);
    });
    if (!started)
        opened->set_value(noThreads());
}

Result<> Engine::Threads::start()
{
    shareHeapBelowLimit();
    if (pipeline.state.load() != EngineState::New)
        return Error{ErrorCode::Usage, QStringLiteral("This worker has already been started; create a new one.")};
    const Instant since = monotonicNow();
    Result<> checked = checkConfig();
    if (checked)
        checked = keepToLimits();
    if (checked) {
        m_startedAt = SystemClock().now();
        startService("fetcher", [this](Backend& backend) { fetch(backend); });
        startService("completer", [this](Backend& backend) { complete(backend); });
        startService("heartbeater", [this](Backend& backend) { beat(backend); });
        startService("recoverer", [this](Backend& backend) { recover(backend); });
        startService("scheduler", [this](Backend& backend) { schedule(backend); });
        startService("wake-listener", [this](Backend& backend) { listen(backend); });
        for (std::future<Result<>>& opening : m_opening) {
            Result<> opened = opening.get();
            if (checked)
                checked = std::move(opened);
        }
    }
    if (checked && m_shut.load())
        checked = Error{ErrorCode::Cancelled, QStringLiteral("The worker was stopped before it started.")};
    if (!checked) {
        shutDown();
        return checked;
    }
    lookAhead();
    if (const Result<> ready = startSlots(since); !ready) {
        shutDown();
        return ready;
    }
    moveTo(EngineState::Running);
    for (Waker* waker : {&pipeline.fetcherWaker, &pipeline.completerWaker, &pipeline.heartbeaterWaker,
             &pipeline.recovererWaker, &pipeline.schedulerWaker})
        waker->wake();
    return {};
}

template <typename Service> void Engine::Threads::serve(Service& service, Waker& waker)
{
    while (pipeline.state.load() == EngineState::New && !m_shut.load())
        waker.sleepUntil(monotonicNow() + 1s); // give the other services time to connect
    while (!m_shut.load()) {
        try {
            const auto report = service.runOnce(monotonicNow());
            if (report.next > monotonicNow())
                waker.sleepUntil(report.next);
        } catch (const std::bad_alloc&) { // the interrupted step will be repeated
            waker.sleepUntil(monotonicNow() + withoutMemory);
        }
    }
}

void Engine::Threads::fetch(Backend& backend)
{
    // Make waits end on time: by default, the kernel may delay them by up to 50 µs to coalesce timers.
    ::prctl(PR_SET_TIMERSLACK, 1UL);
    Fetcher fetcher(pipeline, backend);
    serve(fetcher, pipeline.fetcherWaker);
}

void Engine::Threads::complete(Backend& backend)
{
    Completer completer(pipeline, backend);
    serve(completer, pipeline.completerWaker);
}

void Engine::Threads::beat(Backend& backend)
{
    Heartbeater heartbeater(pipeline, *backend.broker(), describeWorker());
    serve(heartbeater, pipeline.heartbeaterWaker);
    heartbeater.leave();
}

void Engine::Threads::recover(Backend& backend)
{
    Recoverer recoverer(pipeline, *backend.broker());
    serve(recoverer, pipeline.recovererWaker);
}

void Engine::Threads::schedule(Backend& backend)
{
    if (!backend.schedules())
        return; // without recurring tasks, no Scheduler is needed
    Scheduler scheduler(pipeline, *backend.schedules());
    serve(scheduler, pipeline.schedulerWaker);
}

void Engine::Threads::listen(Backend& backend)
{
    if (!backend.capabilities().events)
        return; // without events, the safety poll finds due tasks
    WakeListener listener(pipeline, backend);
    Waker pause; // never woken; next() itself waits for events
    while (!m_shut.load()) {
        const Instant next = listener.runOnce(monotonicNow()).next;
        while (!m_shut.load() && next > monotonicNow())
            pause.sleepUntil(std::min(next, monotonicNow() + 100ms));
    }
}

void Engine::Threads::watch(Instant since)
{
    Watchdog watchdog(pipeline, since);
    const bool orphansComeHere = adoptsOrphans();
    for (;;) {
        const Instant now = monotonicNow();
        Watchdog::Report report = watchdog.runOnce(now);
        if (orphansComeHere)
            collectOrphans(); // reap orphaned processes left behind by tasks
        if (report.drained || m_shut.load()) // m_shut is also true if some slots couldn't be started
            break;
        // Replace abandoned handlers' slots, but only up to a limit: handlers that never stop could otherwise use up
        // all of the machine's threads.
        for (int i = 0; i < report.abandoned && int(m_slots.size()) < mostThreads; ++i)
            startSlot();
        if (pipeline.draining()) {
            if (now >= m_drainUntil.load())
                stop();
            if (now >= m_stopUntil.load())
                giveUpWrites();
            giveUpWhereNothingIsHeld(now);
            if (m_emptySince && now - *m_emptySince > leftBehindAfter)
                break;
            report.next = std::min({report.next, now + 50ms});
        }
        pipeline.watchdogWaker.sleepUntil(report.next);
    }
    shutDown();
}

void Engine::Threads::giveUpWrites()
{
    pipeline.giveUpWrites.store(true);
    pipeline.completerWaker.wake();
    pipeline.fetcherWaker.wake();
}

/// Ends an engine that has no running tasks and nothing to write. The Fetcher may still be waiting for the reply to a
/// claim that may have leased tasks. If no reply arrives soon, the engine ends anyway: the leases expire, and the tasks
/// are recovered.
void Engine::Threads::giveUpWhereNothingIsHeld(Instant now)
{
    if (pipeline.book.size() > 0) {
        m_emptySince.reset();
        return;
    }
    m_emptySince = std::max(m_emptySince.value_or(now), pipeline.fetcherHeard.load());
    if (now - *m_emptySince < emptyFor)
        return;
    m_interruption.request();
    giveUpWrites();
}

void Engine::Threads::shutDown()
{
    m_interruption.request(leaveWithin);
    m_shut.store(true);
    pipeline.ready.close();
    for (Waker* waker : {&pipeline.fetcherWaker, &pipeline.completerWaker, &pipeline.heartbeaterWaker,
             &pipeline.recovererWaker, &pipeline.schedulerWaker, &pipeline.watchdogWaker})
        waker->wake();
    moveTo(EngineState::Stopped);
}

bool Engine::Threads::moveTo(EngineState next)
{
    EngineState current = pipeline.state.load();
    do {
        if (current >= next)
            return false;
    } while (!pipeline.state.compare_exchange_weak(current, next));
    if (pipeline.observer)
        pipeline.observer->stateChanged(next);
    return true;
}

void Engine::Threads::drain()
{
    if (pipeline.state.load() == EngineState::New) {
        shutDown();
        return;
    }
    m_drainUntil.store(monotonicNow() + pipeline.config.drainFor);
    if (moveTo(EngineState::Draining)) {
        pipeline.fetcherWaker.wake();
        pipeline.watchdogWaker.wake();
    }
}

void Engine::Threads::stop()
{
    if (pipeline.state.load() == EngineState::New) {
        shutDown();
        return;
    }
    m_stopUntil.store(std::min(m_stopUntil.load(), monotonicNow() + pipeline.config.stopFor));
    if (!moveTo(EngineState::Stopping))
        return;
    for (const std::shared_ptr<TaskBatch>& batch : pipeline.book.batches()) {
        for (TaskItem& item : batch->items) {
            if (item.state.load(std::memory_order_acquire) == TaskItem::State::Running)
                Pipeline::requestStop(item, StopReason::Shutdown);
        }
    }
    pipeline.fetcherWaker.wake();
    pipeline.completerWaker.wake();
    pipeline.watchdogWaker.wake();
}

bool Engine::Threads::wait(Millis timeout)
{
    const Instant until = monotonicNow() + std::min<Millis>(timeout, std::chrono::hours(24 * 365));
    {
        std::unique_lock lock(m_endedMutex);
        const auto stopped
            = [this] { return pipeline.state.load() == EngineState::Stopped && m_ended == m_threads.size(); };
        if (!m_oneEnded.wait_until(lock, until, stopped))
            return false;
    }
    for (const auto& thread : m_threads)
        thread->wait(); // the thread may still be executing its last instructions
    return true;
}

bool Engine::Threads::quiet() const
{
    return pipeline.book.size() == 0
        && std::none_of(
            pipeline.queues.begin(), pipeline.queues.end(), [](const QueueLine& line) { return line.upcoming.load(); });
}

Result<bool> Engine::Threads::waitUntilEmpty(Millis timeout)
{
    if (!m_reader) {
        Result<std::unique_ptr<Backend>> opened = m_makeBackend();
        if (!opened)
            return opened.error();
        m_reader = std::move(*opened);
    }
    EmptyCheck check(m_reader->inspector(), m_types);
    const Instant until = monotonicNow() + timeout;
    for (Millis pause = 5ms;; pause = std::min<Millis>(pause * 2, 500ms)) {
        if (pipeline.state.load() >= EngineState::Stopping)
            return false;
        bool empty = quiet(); // once the engine has no tasks left, check for tasks held by other workers
        for (std::size_t i = 0; empty && i < pipeline.queues.size(); ++i) {
            Result<bool> queueEmpty = check.isEmpty(pipeline.queues[i].name);
            if (!queueEmpty)
                return queueEmpty;
            empty = *queueEmpty;
        }
        if (empty && quiet())
            return true;
        if (pipeline.holds.any() && pipeline.book.size() == 0) {
            const Result<> startable = someCanBeStarted();
            if (!startable)
                return startable.error();
        }
        const Instant now = monotonicNow();
        if (now >= until)
            return false;
        if (!quiet())
            pause = std::min<Millis>(pause, 20ms);
        QThread::usleep(ulong(
            std::chrono::ceil<std::chrono::microseconds>(std::min<Instant::duration>(pause, until - now)).count()));
    }
}

/// Returns Refused if every remaining task's handler has repeatedly failed to start on this machine.
Result<> Engine::Threads::someCanBeStarted()
{
    const QByteArray why = pipeline.holds.stuckBecause();
    if (why.isEmpty())
        return {};
    const Instant now = monotonicNow();
    const TypeSelection others
        = pipeline.handlers.typesWithout([&](const Handler* handler) { return pipeline.holds.isHeld(handler, now); });
    EmptyCheck check(m_reader->inspector(), others);
    for (const QueueLine& line : pipeline.queues) {
        const Result<bool> empty = others.isEmpty() ? Result<bool>(true) : check.isEmpty(line.name);
        if (!empty || !*empty)
            return empty ? Result<>() : Result<>(empty.error());
    }
    return Error{ErrorCode::Refused,
        QStringLiteral("The remaining tasks cannot be started on this machine: %1. No attempts were counted.")
            .arg(printable(why, 400)),
        {}};
}

WorkerInfo Engine::Threads::describeWorker() const
{
    WorkerInfo worker;
    worker.id = pipeline.config.session;
    worker.host = QSysInfo::machineHostName().toUtf8();
    worker.processId = QCoreApplication::applicationPid();
    worker.startedAt = m_startedAt;
    for (const QueueLine& line : pipeline.queues)
        worker.queues.push_back(line.name);
    worker.concurrency = pipeline.config.concurrency;
    return worker;
}

} // namespace dueline
