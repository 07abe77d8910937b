// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/memory/memoryinspector.h"

#include "tests/support/memory/memorysearch.h"

#include <algorithm>

namespace dueline {

namespace {

QueueInfo describeQueue(const QueueName& name, const MemoryQueue& queue, TimePoint now)
{
    QueueInfo info;
    info.name = name;
    info.paused = queue.paused;
    info.damaged = qint64(queue.damaged.size());
    info.settings = queue.settings;
    info.serverNow = now;
    for (const auto& [id, task] : queue.tasks())
        ++info.counts[stateOf(task, now)];
    for (const MemoryColumn column : {MemoryColumn::Pending, MemoryColumn::Retry}) {
        for (const auto& [at, id] : queue.column(column)) {
            std::optional<TimePoint>& nearest = at <= now ? info.oldestDue : info.nextDue;
            if (!nearest || at < *nearest)
                nearest = at;
            info.dueRetries += column == MemoryColumn::Retry && at <= now;
        }
    }
    for (const auto& [operation, record] : queue.operations)
        info.lastOperation = std::max(info.lastOperation.value_or(record.at), record.at);
    return info;
}

bool isNewestFirst(TaskState state)
{
    return state == TaskState::Failed || state == TaskState::Done || state == TaskState::Trash;
}

/// Returns whether any part of the operation can still be undone.
bool canStillUndo(const OperationRecord& record, const MemoryQueue& queue, TimePoint now)
{
    return record.undoable && record.undoneBy.isEmpty() && record.at > now - queue.settings.keepUndo;
}

} // namespace

MemoryInspector::MemoryInspector(std::shared_ptr<MemoryStore> store)
    : m_store(std::move(store))
{ }

Result<std::vector<QueueInfo>> MemoryInspector::queues()
{
    const auto lock = m_store->lock();
    const TimePoint now = m_store->now();
    std::vector<QueueInfo> infos;
    for (const auto& [name, queue] : m_store->queues)
        infos.push_back(describeQueue(name, queue, now));
    return infos;
}

Result<QueueInfo> MemoryInspector::queue(const QueueName& name)
{
    const auto lock = m_store->lock();
    const MemoryQueue* queue = m_store->find(name);
    if (!queue)
        return queueNotFound(name);
    return describeQueue(name, *queue, m_store->now());
}

Result<TaskPage> MemoryInspector::page(const PageRequest& request)
{
    const auto lock = m_store->lock();
    const TimePoint now = m_store->now();
    TaskPage page;
    const MemoryQueue* queue = m_store->find(request.queue);
    if (!queue)
        return page;
    const StateSet states = request.states.isEmpty() ? StateSet{request.state} : request.states;
    std::vector<const MemoryTask*> tasks;
    for (const TaskState state : allStates) {
        if (!states.contains(state))
            continue;
        for (const auto& [at, id] : queue->column(columnOf(state))) {
            const MemoryTask* task = queue->find(id);
            if (stateOf(*task, now) == state)
                tasks.push_back(task);
        }
    }
    if (!request.states.isEmpty())
        std::stable_sort(tasks.begin(), tasks.end(),
            // tasks with equal times remain sorted by state, then by id
            [](const MemoryTask* a, const MemoryTask* b) { return a->at < b->at; });
    else if (isNewestFirst(request.state))
        std::reverse(tasks.begin(), tasks.end());
    page.total = qint64(tasks.size());
    const qint64 first = std::clamp<qint64>(request.offset, 0, page.total);
    const qint64 last = std::min(page.total, first + std::clamp<qint64>(request.limit, 0, maxPage));
    for (qint64 i = first; i < last; ++i)
        page.tasks.push_back(describeForList(*tasks[std::size_t(i)], queue->settings, now));
    return page;
}

Result<std::optional<TimePoint>> MemoryInspector::lastDue(const QueueName& name, StateSet states)
{
    const auto lock = m_store->lock();
    const MemoryQueue* queue = m_store->find(name);
    std::optional<TimePoint> last;
    for (const MemoryColumn column : {MemoryColumn::Pending, MemoryColumn::Retry}) {
        const bool asked = std::any_of(allStates.begin(), allStates.end(), [&](TaskState state) {
            return states.contains(state) && StateSet::pending().contains(state) && columnOf(state) == column;
        });
        if (queue && asked && !queue->column(column).empty()) {
            const TimePoint at = queue->column(column).rbegin()->first;
            last = std::max(last.value_or(at), at);
        }
    }
    return last;
}

Result<SearchStep> MemoryInspector::search(const SearchRequest& request)
{
    const auto lock = m_store->lock();
    const MemoryQueue* queue = m_store->find(request.queue);
    return queue ? searchStep(*queue, request, m_store->now()) : SearchStep();
}

Result<TaskDetail> MemoryInspector::task(const QueueName& name, const TaskId& id)
{
    const auto lock = m_store->lock();
    const MemoryQueue* queue = m_store->find(name);
    const MemoryTask* task = queue ? queue->find(id) : nullptr;
    if (!task)
        return taskNotFound(name, id);
    TaskDetail detail;
    detail.task = describe(*task, queue->settings, m_store->now());
    detail.options = task->options;
    detail.fence = task->fence;
    detail.expiries = task->expiries;
    detail.attempts = task->history;
    if (task->column != MemoryColumn::Done)
        detail.firstDue = task->firstDue;
    detail.result = task->result;
    if (task->before)
        detail.lastOperation = task->before->operation;
    if (task->before && task->column == MemoryColumn::Trash && task->before->columnAfter == MemoryColumn::Trash) {
        MemoryTask was = *task;
        was.column = task->before->column;
        was.at = task->before->at;
        detail.restoresTo = TaskPlace{stateOf(was, m_store->now()), was.at};
    }
    return detail;
}

Result<QByteArray> MemoryInspector::payload(const QueueName& name, const TaskId& id, qint64 offset, qint64 length)
{
    const auto lock = m_store->lock();
    const MemoryQueue* queue = m_store->find(name);
    const MemoryTask* task = queue ? queue->find(id) : nullptr;
    if (!task)
        return taskNotFound(name, id);
    const qint64 size = task->payload.size();
    const qint64 first = std::clamp<qint64>(offset, 0, size);
    const qint64 count = length < 0 ? size - first : std::min(length, size - first);
    return task->payload.mid(first, count);
}

Result<std::vector<TimelineBin>> MemoryInspector::timeline(
    const QueueName& name, TimePoint from, TimePoint to, int bins)
{
    auto timeline = timelineBins(from, to, bins);
    if (!timeline)
        return timeline;
    const auto lock = m_store->lock();
    const TimePoint now = m_store->now();
    const MemoryQueue* queue = m_store->find(name);
    if (!queue)
        return timeline;
    for (TimelineBin& bin : *timeline) {
        for (const auto& [id, task] : queue->tasks()) {
            if (task.column != MemoryColumn::Trash && task.at >= bin.from && task.at < bin.to)
                ++bin.counts[stateOf(task, now)];
        }
        // Done tasks are kept only for the retention period, so a bin's per-minute statistics may include more tasks
        // than the queue still contains.
        qint64 remembered = 0;
        for (const auto& [minute, statistics] : queue->minutes) {
            if (minute >= bin.from && minute + statistics.length <= bin.to)
                remembered += statistics.done();
        }
        bin.counts[TaskState::Done] = std::max(bin.counts[TaskState::Done], remembered);
    }
    return timeline;
}

Result<std::vector<StatisticsBin>> MemoryInspector::statistics(const QueueName& name, TimePoint from, TimePoint to)
{
    const auto lock = m_store->lock();
    std::vector<StatisticsBin> bins;
    const MemoryQueue* queue = m_store->find(name);
    if (!queue)
        return bins;
    for (const auto* table : {&queue->hours, &queue->minutes}) {
        for (const auto& [start, bin] : *table) {
            if (start >= from && start < to)
                bins.push_back(bin);
        }
    }
    return bins;
}

Result<std::vector<WorkerInfo>> MemoryInspector::workers()
{
    const auto lock = m_store->lock();
    const TimePoint now = m_store->now();
    std::vector<WorkerInfo> workers;
    for (const auto& [id, report] : m_store->workers) {
        workers.push_back(report.first);
        workers.back().lost = now > report.first.seenAt + report.second;
    }
    return workers;
}

Result<std::vector<OperationRecord>> MemoryInspector::operations(const QueueName& name, int limit)
{
    const auto lock = m_store->lock();
    std::vector<OperationRecord> records;
    const MemoryQueue* queue = m_store->find(name);
    if (!queue)
        return records;
    for (const auto& [id, record] : queue->operations) {
        records.push_back(record);
        records.back().undoable = canStillUndo(record, *queue, m_store->now());
        const auto held = queue->heldUntil.find(id);
        records.back().running = held != queue->heldUntil.end() && held->second > m_store->now() && !record.finished;
    }
    std::sort(records.begin(), records.end(),
        [](const OperationRecord& a, const OperationRecord& b) { return a.at != b.at ? a.at > b.at : a.id > b.id; });
    records.resize(std::min(records.size(), std::size_t(std::max(limit, 0))));
    return records;
}

Result<std::optional<UniqueHold>> MemoryInspector::holderOf(const QueueName& name, const QByteArray& key)
{
    const auto lock = m_store->lock();
    const MemoryQueue* queue = m_store->find(name);
    return queue ? queue->holderOf(key, m_store->now()) : std::optional<UniqueHold>();
}

} // namespace dueline
