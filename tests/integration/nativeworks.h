// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "tests/support/redisserver.h"
#include "tests/unit/functionhandler.h"

#include "core/engine/engine.h"
#include "core/layouts/native/nativebackend.h"

// Tests initialize only the members they need.
#pragma GCC diagnostic ignored "-Wmissing-field-initializers"

namespace dueline {

/// Private Redis server with an operator, and engines on the native layout.
class NativeWorks
{
public:
    explicit NativeWorks(const RedisServer::Options& options = {})
        : server(options)
        , console(open("operator", Access::Operate))
    {
        (void)handlers.add(
            "*", std::make_shared<FunctionHandler>([this](TaskContext& context) { return handle(context); }));
    }

    std::unique_ptr<Backend> open(const QByteArray& session, Access access)
    {
        auto backend = NativeBackend::open({.redis = server.config(), .session = session, .access = access});
        if (!backend)
            qFatal("%s", qPrintable(backend.error().message));
        return std::move(*backend);
    }
    std::unique_ptr<Engine> start(EngineConfig config = {})
    {
        config.queues = {{"q", 1}};
        config.session = makeSession();
        const BackendFactory factory = [this, session = config.session]() -> Result<std::unique_ptr<Backend>> {
            auto backend
                = NativeBackend::open({.redis = server.config(), .session = session, .access = Access::OperateAndWork});
            if (!backend)
                return backend.error();
            return std::unique_ptr<Backend>(std::move(*backend));
        };
        auto engine = std::make_unique<Engine>(factory, handlers, config);
        if (Result<> started = engine->start(); !started)
            qFatal("%s", qPrintable(started.error().message));
        return engine;
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
        const auto added = console->editor()->add("q", tasks);
        if (!added)
            qFatal("%s", qPrintable(added.error().message));
        return ids;
    }
    TaskDetail task(const TaskId& id) { return *console->inspector().task("q", id); }
    TaskState state(const TaskId& id) { return task(id).task.state; }
    StateCounts counts() { return console->inspector().queue("q")->counts; }
    RedisServer server;
    std::unique_ptr<Backend> console;
    HandlerRegistry handlers;
    std::function<HandlerResult(TaskContext&)> handle = [](TaskContext&) { return HandlerResult::done(); };
};

} // namespace dueline
