// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/engine/pipeline.h"
#include "core/engine/slot.h"
#include "core/queue/forwardingbackend.h"
#include "tests/support/memory/memorybackend.h"
#include "tests/unit/functionhandler.h"

#include <QTest>

// Tests initialize only the members they need: Workbench::add(1, {.dueIn = 1h}).
#pragma GCC diagnostic ignored "-Wmissing-field-initializers"

namespace dueline {

inline Error outage() { return {ErrorCode::Disconnected, QStringLiteral("The connection ended before the reply.")}; }

/// Memory layout broker with hooks for every call, which can count the call, make it fail, or change its result.
class HookedBroker : public TaskBroker
{
public:
    explicit HookedBroker(TaskBroker& inner)
        : m_inner(inner)
    { }

    /// Called before each method with the method's name. A returned error becomes the method's result.
    std::function<std::optional<Error>(const QByteArray&)> before;
    std::function<void(std::vector<TaskLoad>&)> afterLoad;
    std::map<QByteArray, int> calls;
    std::vector<ClaimRequest> claims;
    std::vector<std::vector<Ack>> acks;
    std::vector<QByteArray> published;

    Result<Claim> claim(const ClaimRequest& request) override
    {
        claims.push_back(request);
        if (auto error = enter("claim"))
            return *error;
        return m_inner.claim(request);
    }
    Result<std::vector<TaskLoad>> load(const QueueName& queue, const std::vector<Lease>& leases) override
    {
        if (auto error = enter("load"))
            return *error;
        auto loads = m_inner.load(queue, leases);
        if (loads && afterLoad)
            afterLoad(*loads);
        return loads;
    }
    Result<std::vector<WriteOutcome>> ack(
        const QueueName& queue, const std::vector<Ack>& list, const QByteArray& results) override
    {
        acks.push_back(list);
        published.push_back(results);
        if (auto error = enter("ack"))
            return *error;
        return m_inner.ack(queue, list, results);
    }
    Result<std::vector<WriteOutcome>> nack(
        const QueueName& queue, const std::vector<Nack>& list, const QByteArray& results) override
    {
        published.push_back(results);
        if (auto error = enter("nack"))
            return *error;
        return m_inner.nack(queue, list, results);
    }
    Result<std::vector<WriteOutcome>> release(const QueueName& queue, const std::vector<Lease>& leases) override
    {
        if (auto error = enter("release"))
            return *error;
        return m_inner.release(queue, leases);
    }
    Result<std::vector<ExtendOutcome::Value>> extend(
        const QueueName& queue, const std::vector<Lease>& leases, Millis leaseFor) override
    {
        if (auto error = enter("extend"))
            return *error;
        return m_inner.extend(queue, leases, leaseFor);
    }
    Result<Recovered> recover(const QueueName& queue, int limit) override
    {
        if (auto error = enter("recover"))
            return *error;
        return m_inner.recover(queue, limit);
    }
    Result<> quarantine(const QueueName& queue, const std::vector<Lease>& leases, const QByteArray& reason) override
    {
        if (auto error = enter("quarantine"))
            return *error;
        return m_inner.quarantine(queue, leases, reason);
    }
    Result<> beat(const WorkerInfo& worker, Millis leaseFor, bool leaving) override
    {
        if (auto error = enter("beat"))
            return *error;
        return m_inner.beat(worker, leaseFor, leaving);
    }
    Result<bool> sweep(const QueueName& queue) override
    {
        if (auto error = enter("sweep"))
            return *error;
        return m_inner.sweep(queue);
    }

private:
    std::optional<Error> enter(const QByteArray& name)
    {
        ++calls[name];
        return before ? before(name) : std::nullopt;
    }

    TaskBroker& m_inner;
};

/// Memory backend whose broker is a HookedBroker.
class HookedBackend : public ForwardingBackend
{
public:
    HookedBackend(const std::shared_ptr<MemoryStore>& store, const QByteArray& session)
        : ForwardingBackend(std::make_unique<MemoryBackend>(store, session, Access::OperateAndWork))
        , hooks(*inner().broker())
    { }

    TaskBroker* broker() override { return &hooks; }

    HookedBroker hooks;
};

/// Observer that records an engine's messages. Thread-safe.
class RecordingObserver : public EngineObserver
{
public:
    void tasksFinished(const QueueName&, const std::vector<Outcome>& finished) override
    {
        const std::scoped_lock lock(m_mutex);
        m_outcomes.insert(m_outcomes.end(), finished.begin(), finished.end());
    }
    void leaseLost(const QueueName&, const Lease& lease) override
    {
        const std::scoped_lock lock(m_mutex);
        m_lost.push_back(lease.id);
    }
    void troubled(EngineService service, const Error&) override
    {
        const std::scoped_lock lock(m_mutex);
        m_troubled.push_back(service);
    }
    void recovered(EngineService) override { ++m_recovered; }
    void handlerHeld(const QByteArray& pattern, const Error& error) override
    {
        const std::scoped_lock lock(m_mutex);
        m_holds.push_back(pattern + ": " + error.message.toUtf8());
    }
    void handlerReady(const QByteArray& pattern) override
    {
        const std::scoped_lock lock(m_mutex);
        m_holds.push_back(pattern + " is ready");
    }
    void stateChanged(EngineState state) override
    {
        const std::scoped_lock lock(m_mutex);
        m_states.push_back(state);
    }

    std::vector<Outcome> outcomes() const { return copy(m_outcomes); }
    std::vector<TaskId> lost() const { return copy(m_lost); }
    std::vector<EngineService> troubles() const { return copy(m_troubled); }
    std::vector<EngineState> states() const { return copy(m_states); }
    int recoveries() const { return m_recovered.load(); }
    std::vector<QByteArray> holds() const { return copy(m_holds); }

private:
    template <typename T> T copy(const T& value) const
    {
        const std::scoped_lock lock(m_mutex);
        return value;
    }
    mutable std::mutex m_mutex;
    std::vector<Outcome> m_outcomes;
    std::vector<TaskId> m_lost;
    std::vector<EngineService> m_troubled;
    std::vector<EngineState> m_states;
    std::vector<QByteArray> m_holds;
    std::atomic<int> m_recovered = 0;
};

/// In-memory queues `q` and `r`, a hooked backend, and a running engine's pipeline. Tests can call a service directly.
class Workbench
{
public:
    explicit Workbench(EngineConfig config = {}, const QByteArray& pattern = "*")
        : store(std::make_shared<MemoryStore>())
        , backend(store, "test-worker")
    {
        if (config.queues.empty())
            config.queues = {{"q", 1}};
        config.session = "test-worker";
        (void)handlers.add(
            pattern, std::make_shared<FunctionHandler>([this](TaskContext& context) { return handle(context); }));
        pipeline = std::make_unique<Pipeline>(std::move(config), handlers, &observer);
        pipeline->state = EngineState::Running;
        slot = std::make_unique<Slot>(*pipeline);
    }

    HookedBroker& hooks() { return backend.hooks; }

    /// Adds tasks of a type, due by default, and returns their ids.
    std::vector<TaskId> add(int count, NewTask like = {}, const QByteArray& type = "noop", const QueueName& queue = "q")
    {
        std::vector<NewTask> tasks;
        std::vector<TaskId> ids;
        for (int i = 0; i < count; ++i) {
            like.id = makeTaskId(type, SystemClock().now());
            ids.push_back(like.id);
            tasks.push_back(like);
        }
        if (!backend.editor()->add(queue, tasks).ok())
            qFatal("the memory layout refused to add");
        return ids;
    }

    TaskDetail task(const TaskId& id, const QueueName& queue = "q") { return *backend.inspector().task(queue, id); }
    TaskState state(const TaskId& id, const QueueName& queue = "q") { return task(id, queue).task.state; }
    StateCounts counts(const QueueName& queue = "q") { return backend.inspector().queue(queue)->counts; }

    /// Runs every ready task on this thread. Returns the number of tasks.
    int runReady()
    {
        int ran = 0;
        ReadyQueue::Cursor cursor;
        while (TaskItem* item = pipeline->ready.take(cursor)) {
            slot->execute(*item);
            ++ran;
        }
        return ran;
    }

    /// Makes the pipeline see this as the handlers' mean run time.
    void handlersTake(std::chrono::microseconds mean)
    {
        for (int i = 0; i < 200; ++i)
            pipeline->meter.record(monotonicNow(), mean);
    }

    std::shared_ptr<MemoryStore> store;
    HookedBackend backend;
    HandlerRegistry handlers;
    RecordingObserver observer;
    std::function<HandlerResult(TaskContext&)> handle = [](TaskContext&) { return HandlerResult::done(); };
    std::unique_ptr<Pipeline> pipeline;
    std::unique_ptr<Slot> slot;
};

inline Instant after(Millis span) { return monotonicNow() + span; }

} // namespace dueline
