// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "tests/unit/enginefakes.h"

#include "core/engine/engine.h"

namespace dueline {

/// Engine on the memory layout, together with an operator's console.
class EngineWorks
{
public:
    explicit EngineWorks(EngineConfig configuration = {}, const QByteArray& pattern = "*",
        std::shared_ptr<const Clock> clock = std::make_shared<SystemClock>())
        : store(std::make_shared<MemoryStore>(std::move(clock)))
        , console(store, "test-operator", Access::Operate)
        , config(std::move(configuration))
    {
        if (config.queues.empty())
            config.queues = {{"q", 1}};
        config.session = "test-worker";
        (void)handlers.add(
            pattern, std::make_shared<FunctionHandler>([this](TaskContext& context) { return handle(context); }));
    }

    void start()
    {
        engine = std::make_unique<Engine>(factory(), handlers, config, &observer);
        const Result<> started = engine->start();
        QVERIFY2(started.ok(), started ? "" : started.error().message.toUtf8());
    }
    BackendFactory factory()
    {
        return [this]() -> Result<std::unique_ptr<Backend>> {
            if (refuse)
                return *refuse;
            return std::unique_ptr<Backend>(std::make_unique<HookedForOutage>(store, outageNow));
        };
    }
    std::vector<TaskId> add(int count, NewTask like = {}, const QByteArray& type = "noop")
    {
        std::vector<NewTask> tasks;
        std::vector<TaskId> ids;
        for (int i = 0; i < count; ++i) {
            like.id = makeTaskId(type, SystemClock().now());
            ids.push_back(like.id);
            tasks.push_back(like);
        }
        if (!console.editor()->add("q", tasks).ok())
            qFatal("the memory layout refused to add");
        return ids;
    }
    TaskDetail task(const TaskId& id) { return *console.inspector().task("q", id); }
    TaskState state(const TaskId& id) { return task(id).task.state; }
    StateCounts counts() { return console.inspector().queue("q")->counts; }
    TaskRef seen(const TaskId& id)
    {
        const Task now = task(id).task;
        return {id, now.state, now.token, now.at};
    }

    /// Backend whose broker fails every call while the flag is set.
    class HookedForOutage : public HookedBackend
    {
    public:
        HookedForOutage(const std::shared_ptr<MemoryStore>& memory, const std::atomic<bool>& flag)
            : HookedBackend(memory, "test-worker")
        {
            hooks.before = [&flag](const QByteArray&) { return flag ? std::optional(outage()) : std::nullopt; };
        }
    };

    std::shared_ptr<MemoryStore> store;
    MemoryBackend console;
    HandlerRegistry handlers;
    EngineConfig config;
    RecordingObserver observer;
    std::optional<Error> refuse;
    std::atomic<bool> outageNow = false;
    std::function<HandlerResult(TaskContext&)> handle = [](TaskContext&) { return HandlerResult::done(); };
    std::unique_ptr<Engine> engine; ///< declared last, so that it is destroyed first
};

/// Handler that runs until it is stopped, and counts the running instances.
class Endless
{
public:
    HandlerResult operator()(TaskContext& context)
    {
        ++running;
        std::mutex mutex;
        std::unique_lock lock(mutex);
        std::condition_variable_any never;
        never.wait(lock, context.stop, [] { return false; });
        reason = context.stopReason.load();
        --running;
        return HandlerResult::stopped();
    }
    std::atomic<int> running = 0;
    std::atomic<StopReason> reason = StopReason::None;
};

} // namespace dueline
