// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "tests/integration/laravelplace.h"
#include "tests/integration/readplace.h"

namespace dueline {

/// Reads Laravel queues through the layout.
class LaravelReading
{
public:
    LaravelReading() { open(QStringLiteral("laravel")); }

    void open(const QString& layout)
    {
        m_backend = openLayout(parseLayout(layout).value(), server.config(), {}, {}, Access::ReadOnly).value();
    }
    QueueInspector& inspector() { return m_backend->inspector(); }
    Backend& backend() { return *m_backend; }
    template <typename T> static T value(Result<T> result) { return ReadPlace::value(std::move(result)); }
    QueueInfo infoOf(const QueueName& queue) { return value(inspector().queue(queue)); }
    std::vector<Task> pageOf(const QueueName& queue, TaskState state)
    {
        return value(inspector().page({queue, state, 0, 100})).tasks;
    }
    TaskDetail detail(const QueueName& queue, const TaskId& id) { return value(inspector().task(queue, id)); }
    QByteArray payload(const QueueName& queue, const TaskId& id) { return value(inspector().payload(queue, id)); }
    std::vector<Task> found(const QueueName& queue, const QString& filter)
    {
        std::vector<Task> tasks;
        SearchRequest request{queue, TaskFilter::parse(filter).value()};
        request.examine = 3;
        do {
            auto step = value(inspector().search(request));
            tasks.insert(tasks.end(), step.matches.begin(), step.matches.end());
            request.cursor = step.cursor;
        } while (!request.cursor.isEmpty());
        return tasks;
    }
    QByteArrayList names()
    {
        QByteArrayList names;
        for (const QueueInfo& info : value(inspector().queues()))
            names << info.name;
        return names;
    }
    void readEverything(const QueueName& queue, const TaskId& id)
    {
        value(inspector().queues());
        for (const TaskState state : allStates)
            pageOf(queue, state);
        value(inspector().page({queue, {}, 0, 100, StateSet::all()}));
        detail(queue, id);
        payload(queue, id);
        value(inspector().readRecords(queue, {id}));
        value(inspector().lastDue(queue, StateSet::pending()));
        value(inspector().workers());
        const TimePoint now = infoOf(queue).serverNow;
        value(inspector().timeline(queue, now - Millis(hourMs), now + Millis(2 * hourMs), 60));
        value(inspector().statistics(queue, now - Millis(hourMs), now));
        value(inspector().operations(queue, 10));
        found(queue, QStringLiteral("payload:n"));
    }

    LaravelServer server;

private:
    std::unique_ptr<Backend> m_backend;
};

} // namespace dueline
