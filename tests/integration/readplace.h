// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/layouts/catalogue/layoutregistry.h"
#include "tests/support/redisserver.h"

#include <QTest>

namespace dueline {

/// Server with a framework's queues, read through a single read-only layout.
class ReadPlace
{
public:
    ReadPlace(const QString& layout, const QByteArray& queue)
        : layout(layout)
        , queue(queue)
    { }

    Backend& backend()
    {
        if (!m_backend)
            m_backend = openLayout(parseLayouts(layout).value(), server.config(), {}, {}, Access::ReadOnly).value();
        return *m_backend;
    }
    QueueInspector& inspector() { return backend().inspector(); }
    /// Reopens the backend with a different layout, without cached data.
    void open(const QString& other)
    {
        layout = other;
        m_backend.reset();
    }

    template <typename T> static T value(Result<T> result)
    {
        if (!result) {
            QTest::qFail(qPrintable(result.error().message), __FILE__, __LINE__);
            return T();
        }
        return std::move(result).value();
    }
    QueueInfo info() { return value(inspector().queue(queue)); }
    QByteArrayList names()
    {
        QByteArrayList names;
        for (const QueueInfo& info : value(inspector().queues()))
            names.append(info.name);
        return names;
    }
    std::vector<Task> page(TaskState state) { return value(inspector().page({queue, state, 0, 100})).tasks; }
    std::vector<Task> found(const QString& filter)
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
    /// Calls every read function for the queue and one of its tasks.
    void readEverything(const TaskId& id)
    {
        value(inspector().queues());
        for (const TaskState state : allStates)
            page(state);
        value(inspector().page({queue, {}, 0, 100, StateSet::all()}));
        value(inspector().task(queue, id));
        value(inspector().flow(queue, id));
        value(inspector().payload(queue, id));
        value(inspector().readRecords(queue, {id}));
        value(inspector().lastDue(queue, StateSet::pending()));
        value(inspector().workers());
        const TimePoint now = info().serverNow;
        value(inspector().timeline(queue, now - Millis(hourMs), now + Millis(2 * hourMs), 60));
        value(inspector().statistics(queue, now - Millis(hourMs), now));
        value(inspector().operations(queue, 10));
        found(QStringLiteral("payload:n"));
        if (const auto checkup = backend().checkup(info(), queue)) {
            while (value(checkup->step())) { }
        }
        if (ScheduleBook* book = backend().schedules())
            value(book->schedules(queue));
    }

    QString layout;
    QByteArray queue;
    RedisServer server;

private:
    std::unique_ptr<Backend> m_backend;
};

inline QByteArrayList idsOf(const std::vector<Task>& tasks)
{
    QByteArrayList ids;
    for (const Task& task : tasks)
        ids.append(task.id);
    return ids;
}

inline QByteArray factOf(const TaskDetail& detail, QByteArrayView name)
{
    for (const TaskFact& fact : detail.facts) {
        if (fact.name == name)
            return fact.value;
    }
    return {};
}

} // namespace dueline
