// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/queue/backend.h"

#include <algorithm>

namespace dueline {

/// Complete read-only layout: six methods over a list of tasks. `now` is the time of reading.
class ShelfInspector : public QueueInspector
{
public:
    static constexpr auto queueName = "shelf";

    std::vector<Task> tasks; ///< all tasks; within a state, in the order that page() returns them
    TimePoint now = fromMs(1'800'000'000'000);

    void put(const TaskId& id, TaskState state, TimePoint at)
    {
        Task task;
        task.id = id;
        task.state = state;
        task.at = at;
        task.size = payloadOf(id).size();
        if (StateSet::pending().contains(state))
            task.dueAt = at;
        tasks.push_back(task);
    }

    Result<std::vector<QueueInfo>> queues() override { return std::vector<QueueInfo>{info()}; }

    Result<QueueInfo> queue(const QueueName& queue) override
    {
        return queue == queueName ? Result<QueueInfo>(info()) : missing();
    }

    Result<TaskPage> page(const PageRequest& request) override
    {
        const StateSet states = request.states.isEmpty() ? StateSet{request.state} : request.states;
        TaskPage page;
        for (const Task& task : tasks) {
            if (!states.contains(task.state))
                continue;
            if (page.total++ >= request.offset && page.tasks.size() < std::size_t(request.limit))
                page.tasks.push_back(task);
        }
        return page;
    }

    Result<SearchStep> search(const SearchRequest& request) override
    {
        SearchStep step;
        const StateSet states = request.filter.states().intersected(request.states);
        std::size_t at = request.cursor.toULongLong();
        for (; at < tasks.size() && step.examined < request.examine; ++at, ++step.examined) {
            const Task& task = tasks[at];
            if (states.contains(task.state) && request.filter.matches(task, payloadOf(task.id), now, request.queue))
                step.matches.push_back(task);
        }
        if (at < tasks.size())
            step.cursor = QByteArray::number(qulonglong(at));
        return step;
    }

    Result<TaskDetail> task(const QueueName&, const TaskId& id) override
    {
        const auto found = std::find_if(tasks.begin(), tasks.end(), [&](const Task& task) { return task.id == id; });
        if (found == tasks.end())
            return missing();
        TaskDetail detail;
        detail.task = *found;
        return detail;
    }

    Result<QByteArray> payload(const QueueName&, const TaskId& id, qint64 offset, qint64 length) override
    {
        const QByteArray payload = payloadOf(id);
        return length < 0 ? payload.mid(offset) : payload.mid(offset, length);
    }

private:
    static QByteArray payloadOf(const TaskId& id) { return "payload of " + id; }
    static Error missing() { return {ErrorCode::NotFound, QStringLiteral("That is not on the shelf.")}; }

    QueueInfo info() const
    {
        QueueInfo info;
        info.name = queueName;
        info.serverNow = now;
        for (const Task& task : tasks)
            ++info.counts[task.state];
        return info;
    }
};

class ShelfBackend : public Backend
{
public:
    ShelfBackend()
    {
        m_capabilities.layout = "shelf";
        m_capabilities.states = StateSet::all();
    }

    ShelfInspector shelf;

    using Backend::capabilities;
    const Capabilities& capabilities() const override { return m_capabilities; }
    QueueInspector& inspector() override { return shelf; }
    Result<TimePoint> serverTime() override { return shelf.now; }

private:
    Capabilities m_capabilities;
};

} // namespace dueline
