// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/conformance/mappedbackend.h"

namespace dueline {

/// Tasks under their suite's names.
class MappedBackend::Inspector : public QueueInspector
{
public:
    Inspector(QueueInspector& inner, const SuiteIds& ids)
        : m_inner(inner)
        , m_ids(ids)
    { }

    Result<std::vector<QueueInfo>> queues() override { return m_inner.queues(); }
    Result<QueueInfo> queue(const QueueName& queue) override { return m_inner.queue(queue); }
    Result<TaskPage> page(const PageRequest& request) override
    {
        auto page = m_inner.page(request);
        if (page)
            rename(page->tasks);
        return page;
    }
    Result<std::optional<TimePoint>> lastDue(const QueueName& queue, StateSet states) override
    {
        return m_inner.lastDue(queue, states);
    }
    Result<SearchStep> search(const SearchRequest& request) override
    {
        auto step = m_inner.search(request);
        if (step)
            rename(step->matches);
        return step;
    }
    Result<TaskDetail> task(const QueueName& queue, const TaskId& id) override
    {
        auto detail = m_inner.task(queue, m_ids.made(id));
        if (detail)
            detail->task.id = id;
        return detail;
    }
    Result<QByteArray> payload(const QueueName& queue, const TaskId& id, qint64 offset, qint64 length) override
    {
        return m_inner.payload(queue, m_ids.made(id), offset, length);
    }
    Result<std::vector<TimelineBin>> timeline(const QueueName& queue, TimePoint from, TimePoint to, int bins) override
    {
        return m_inner.timeline(queue, from, to, bins);
    }
    Result<std::vector<StatisticsBin>> statistics(const QueueName& queue, TimePoint from, TimePoint to) override
    {
        return m_inner.statistics(queue, from, to);
    }
    Result<std::vector<WorkerInfo>> workers() override { return m_inner.workers(); }
    Result<std::vector<OperationRecord>> operations(const QueueName& queue, int limit) override
    {
        return m_inner.operations(queue, limit);
    }
    Result<std::optional<UniqueHold>> holderOf(const QueueName& queue, const QByteArray& key) override
    {
        return m_inner.holderOf(queue, key);
    }

private:
    void rename(std::vector<Task>& tasks) const
    {
        for (Task& task : tasks)
            task.id = m_ids.suite(task.id);
    }

    QueueInspector& m_inner;
    const SuiteIds& m_ids;
};

class MappedBackend::Editor : public QueueEditor
{
public:
    Editor(QueueEditor& inner, SuiteIds& ids, QByteArray type)
        : m_inner(inner)
        , m_ids(ids)
        , m_type(std::move(type))
    { }

    Result<std::vector<AddOutcome>> add(const QueueName& queue, const std::vector<NewTask>& tasks) override
    {
        std::vector<NewTask> named;
        for (const NewTask& task : tasks) {
            NewTask item;
            item.id = m_type + '#' + task.id;
            item.dueAt = task.dueAt;
            item.dueIn = task.dueIn;
            item.payload = task.id;
            item.unique = task.unique;
            named.push_back(std::move(item));
        }
        auto added = m_inner.add(queue, named);
        for (std::size_t i = 0; added && i < tasks.size(); ++i)
            m_ids.note(tasks[i].id, m_inner.idFor(named[i]));
        return added;
    }
    Result<std::vector<ItemOutcome>> act(const ActionStep& step) override
    {
        ActionStep made = step;
        for (TaskRef& ref : made.refs)
            ref.id = m_ids.made(ref.id);
        return m_inner.act(made);
    }
    Result<UndoStep> undo(const QueueName& queue, const OperationId& undone, const OperationId& operation,
        const QByteArray& cursor, const UndoTurn& turn) override
    {
        return m_inner.undo(queue, undone, operation, cursor, turn);
    }
    Result<> record(const OperationRecord& record) override { return m_inner.record(record); }
    Result<> setPaused(const QueueName& queue, bool paused) override { return m_inner.setPaused(queue, paused); }
    Result<> configure(const QueueName& queue, const QueueSettings& settings) override
    {
        return m_inner.configure(queue, settings);
    }
    Result<> removeQueue(const QueueName& queue, bool force) override { return m_inner.removeQueue(queue, force); }
    Result<ItemOutcome> cancel(const QueueName& queue, const TaskRef& ref) override
    {
        return m_inner.cancel(queue, made(ref));
    }
    Result<ItemOutcome> release(const QueueName& queue, const TaskRef& ref) override
    {
        return m_inner.release(queue, made(ref));
    }
    Result<ItemOutcome> extend(const QueueName& queue, const TaskRef& ref, Millis leaseFor) override
    {
        return m_inner.extend(queue, made(ref), leaseFor);
    }

private:
    TaskRef made(TaskRef ref) const
    {
        ref.id = m_ids.made(ref.id);
        return ref;
    }

    QueueEditor& m_inner;
    SuiteIds& m_ids;
    QByteArray m_type;
};

class MappedBackend::Broker : public TaskBroker
{
public:
    Broker(TaskBroker& inner, const SuiteIds& ids)
        : m_inner(inner)
        , m_ids(ids)
    { }

    Result<Claim> claim(const ClaimRequest& request) override
    {
        auto claim = m_inner.claim(request);
        if (claim) {
            for (Lease& lease : claim->leases)
                lease.id = m_ids.suite(lease.id);
        }
        return claim;
    }
    Result<std::vector<TaskLoad>> load(const QueueName& queue, const std::vector<Lease>& leases) override
    {
        return m_inner.load(queue, made(leases));
    }
    Result<std::vector<WriteOutcome>> ack(
        const QueueName& queue, const std::vector<Ack>& acks, const QByteArray& results) override
    {
        return m_inner.ack(queue, made(acks), results);
    }
    Result<std::vector<WriteOutcome>> nack(
        const QueueName& queue, const std::vector<Nack>& nacks, const QByteArray& results) override
    {
        return m_inner.nack(queue, made(nacks), results);
    }
    Result<std::vector<WriteOutcome>> release(const QueueName& queue, const std::vector<Lease>& leases) override
    {
        return m_inner.release(queue, made(leases));
    }
    Result<std::vector<ExtendOutcome::Value>> extend(
        const QueueName& queue, const std::vector<Lease>& leases, Millis leaseFor) override
    {
        return m_inner.extend(queue, made(leases), leaseFor);
    }
    Result<Recovered> recover(const QueueName& queue, int limit) override { return m_inner.recover(queue, limit); }
    Result<> quarantine(const QueueName& queue, const std::vector<Lease>& leases, const QByteArray& reason) override
    {
        return m_inner.quarantine(queue, made(leases), reason);
    }
    Result<> beat(const WorkerInfo& worker, Millis leaseFor, bool leaving) override
    {
        return m_inner.beat(worker, leaseFor, leaving);
    }
    Result<bool> sweep(const QueueName& queue) override { return m_inner.sweep(queue); }

private:
    template <typename Item> std::vector<Item> made(std::vector<Item> items) const
    {
        for (Item& item : items)
            item.id = m_ids.made(item.id);
        return items;
    }

    TaskBroker& m_inner;
    const SuiteIds& m_ids;
};

class MappedBackend::Events : public EventSource
{
public:
    Events(std::unique_ptr<EventSource> inner, std::shared_ptr<SuiteIds> ids)
        : m_inner(std::move(inner))
        , m_ids(std::move(ids))
    { }

    Result<> open() override { return m_inner->open(); }
    Result<std::optional<QueueEvent>> next(Millis timeout) override
    {
        auto event = m_inner->next(timeout);
        if (event && *event && (*event)->kind == QueueEvent::Kind::Cancel)
            (*event)->data = m_ids->suite((*event)->data);
        return event;
    }

private:
    std::unique_ptr<EventSource> m_inner;
    std::shared_ptr<SuiteIds> m_ids;
};

MappedBackend::MappedBackend(std::unique_ptr<Backend> inner, std::shared_ptr<SuiteIds> ids, const QByteArray& type)
    : m_inner(std::move(inner))
    , m_ids(std::move(ids))
    , m_inspector(std::make_unique<Inspector>(m_inner->inspector(), *m_ids))
{
    if (m_inner->editor())
        m_editor = std::make_unique<Editor>(*m_inner->editor(), *m_ids, type);
    if (m_inner->broker())
        m_broker = std::make_unique<Broker>(*m_inner->broker(), *m_ids);
}

MappedBackend::~MappedBackend() = default;

QueueInspector& MappedBackend::inspector() { return *m_inspector; }

QueueEditor* MappedBackend::editor() { return m_editor.get(); }

TaskBroker* MappedBackend::broker() { return m_broker.get(); }

Result<std::unique_ptr<EventSource>> MappedBackend::events(
    const std::vector<QueueName>& queues, bool wake, bool results)
{
    auto source = m_inner->events(queues, wake, results);
    if (!source)
        return source;
    return std::unique_ptr<EventSource>(std::make_unique<Events>(std::move(source).value(), m_ids));
}

} // namespace dueline
