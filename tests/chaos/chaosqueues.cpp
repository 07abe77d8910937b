// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/chaos/chaosqueues.h"

#include "core/layouts/native/nativebackend.h"
#include "tests/chaos/adder.h"
#include "tests/chaos/chaosworker.h"
#include "tests/chaos/taskplan.h"

namespace dueline::chaos {

namespace {

constexpr std::array scheduleNames{"steady", "edited"};

} // namespace

RedisConfig withRunTimeouts(RedisConfig config)
{
    config.timeouts = {RunTimeouts::connect, RunTimeouts::progress, RunTimeouts::reply};
    return config;
}

BackendFactory operatorBackends(const RedisConfig& config)
{
    return [config]() -> Result<std::unique_ptr<Backend>> {
        NativeOptions options;
        options.redis = config;
        options.prefix = keyPrefix;
        options.access = Access::Operate;
        Result<std::unique_ptr<NativeBackend>> backend = NativeBackend::open(options);
        if (!backend)
            return backend.error();
        return std::unique_ptr<Backend>(std::move(backend.value()));
    };
}

Result<> makeQueues(Backend& backend, const Journal& journal, Millis lease)
{
    for (const QueueName* queue : queueNames) {
        NewTask first;
        first.id = makeTaskId("chaos.first", SystemClock().now());
        first.payload = TaskPlan(first.id).payload();
        journal.write(Event::AddSent, *queue, {first.id});
        const Result<std::vector<AddOutcome>> added = backend.editor()->add(*queue, {first});
        if (!added)
            return added.error();
        journal.write(Event::AddAnswered, *queue, {first.id});
        QueueSettings settings;
        settings.leaseFor = lease;
        settings.retry.backoff = Backoff{Backoff::Kind::Exponential, Millis(30), Millis(300), {}};
        settings.maxExpiries = 5;
        if (*queue == droppedQueue)
            settings.keepDone = Millis(0);
        if (*queue == trimmedQueue)
            settings.keepDone = settings.keepTrash = Millis(4'000);
        const Result<> configured = backend.editor()->configure(*queue, settings);
        if (!configured)
            return configured.error();
        for (const char* name : scheduleNames) {
            if (const Result<> put = backend.schedules()->put(*queue, everySecond(name), false); !put)
                return put.error();
        }
    }
    return {};
}

qint64 leftToDo(Backend& backend)
{
    qint64 left = 0;
    for (const QueueName* queue : queueNames) {
        const Result<QueueInfo> info = backend.inspector().queue(*queue);
        if (!info)
            return -1;
        if (info->paused)
            (void)backend.editor()->setPaused(*queue, false); // If this fails, the next call retries.
        left += info->counts.pending() + info->counts[TaskState::Leased];
    }
    return left;
}

QStringList removeSchedules(Backend& backend)
{
    QStringList problems;
    for (const QueueName* queue : queueNames) {
        for (const char* name : scheduleNames) {
            const Result<> removed = backend.schedules()->remove(*queue, name);
            if (!removed && removed.error().code != ErrorCode::NotFound)
                problems.append(removed.error().message);
        }
    }
    return problems;
}

} // namespace dueline::chaos
