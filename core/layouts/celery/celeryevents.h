// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/layouts/celery/celeryspec.h"
#include "core/queue/backend.h"
#include "core/queue/outcome.h"
#include "core/redis/subscription.h"

#include <deque>
#include <map>

namespace dueline {

/// One event of a task, as workers of Celery announce it.
struct CeleryEvent
{
    static constexpr qsizetype mostBytes = 4 * 1024 * 1024; ///< of a message; what is longer is passed over

    QByteArray type; ///< `task-started`
    TaskId id;
    QByteArray name; ///< of the task; only task-received and task-sent have it
    QByteArray worker;
    std::optional<TimePoint> at;
    std::optional<TimePoint> eta;
    int retries = 0;
    Millis ran{};
    QByteArray text; ///< its result, or what it raised

    /// Those of a message as kombu publishes it: one, or several that were put together. Nothing of it is believed to
    /// be well formed; what is no event of a task is left out.
    static std::vector<CeleryEvent> read(const QByteArray& message);
    /// Those of what such a message carries: a JSON object, or a list of them.
    static std::vector<CeleryEvent> inBody(const QByteArray& json);
};

/// What tasks became of, from their events: an event tells little, so what earlier ones said is remembered of the tasks
/// that are on their way.
class CeleryOutcomes
{
public:
    static constexpr std::size_t mostRemembered = 10'000;

    /// nullopt: it is none that is told. `started` is one that is.
    std::optional<Outcome> hear(const CeleryEvent& event);

private:
    struct Known
    {
        QByteArray name;
        std::optional<TimePoint> dueAt;
        std::optional<TimePoint> startedAt;
        int retries = 0;
    };
    Known& known(const TaskId& id);

    std::map<TaskId, Known> m_known;
    std::deque<TaskId> m_order; ///< oldest first
};

/// What workers of Celery announce where they are told to (`-E`), on pub/sub: nothing is written for it, no queue of
/// events is made and no binding. Events do not say their queue, so all are told of the shared place. The channels are
/// subscribed to by name, since patterns are how the doctor sees whether workers are there.
class CeleryEvents : public EventSource
{
public:
    /// On a connection of its own. Errors: NotSupported, where the shared place is none of the queues.
    static Result<std::unique_ptr<EventSource>> make(
        const RedisConfig& config, const CelerySpec& spec, const std::vector<QueueName>& queues);

    Result<> open() override { return m_subscription.open(); }
    Result<std::optional<QueueEvent>> next(Millis timeout) override;

private:
    CeleryEvents(const RedisConfig& config, const CelerySpec& spec);

    CelerySpec m_spec;
    Subscription m_subscription;
    CeleryOutcomes m_outcomes;
};

} // namespace dueline
