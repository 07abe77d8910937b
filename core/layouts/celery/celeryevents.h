// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/layouts/celery/celeryspec.h"
#include "core/queue/backend.h"
#include "core/queue/outcome.h"
#include "core/redis/subscription.h"

#include <deque>
#include <map>

namespace dueline {

/// Task event, as published by Celery workers.
struct CeleryEvent
{
    // maximum size of a message in bytes; larger messages are skipped
    static constexpr qsizetype mostBytes = 4 * 1024 * 1024;

    QByteArray type; ///< event type, such as `task-started`
    TaskId id;
    QByteArray name; ///< task type; set only for task-received and task-sent
    QByteArray worker;
    std::optional<TimePoint> at;
    std::optional<TimePoint> eta;
    int retries = 0;
    Millis ran{};
    QByteArray text; ///< the task's result or exception

    /// Returns the events in a message published by kombu: one event or a batch. Skips malformed events and events of
    /// other types.
    static std::vector<CeleryEvent> read(const QByteArray& message);
    /// Returns the events in a kombu message body: a JSON object or a list of objects.
    static std::vector<CeleryEvent> inBody(const QByteArray& json);
};

/// Derives task outcomes from events. A single event contains little information, so the data from a task's events is
/// remembered until the task ends.
class CeleryOutcomes
{
public:
    static constexpr std::size_t mostRemembered = 10'000;

    /// Records an event. Returns the outcome that it reports, including `started`; nullopt for other events.
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
    std::deque<TaskId> m_order; ///< ids of remembered tasks, oldest first
};

/// Events that Celery workers publish if started with `-E`, received through pub/sub. Writes nothing to Redis: no event
/// queue and no binding. Events don't name their queue, so all of them are assigned to the shared pseudo-queue.
/// Subscribes to channels by name, not by pattern, because checkups recognize workers by their pattern subscriptions.
class CeleryEvents : public EventSource
{
public:
    /// Creates a source with its own connection. Errors: NotSupported if the queues don't include the shared
    /// pseudo-queue.
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
