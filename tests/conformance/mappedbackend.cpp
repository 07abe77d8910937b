// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/conformance/mappedbackend.h"

#include "core/queue/forwardingeditor.h"
#include "core/queue/forwardinginspector.h"

namespace dueline {

/// Inspector that reports tasks under the suite's names.
class MappedBackend::Inspector : public ForwardingInspector
{
public:
    Inspector(QueueInspector& inner, const SuiteIds& ids)
        : ForwardingInspector(inner)
        , m_ids(ids)
    { }

    Result<TaskPage> page(const PageRequest& request) override
    {
        auto page = inner().page(request);
        if (page)
            rename(page->tasks);
        return page;
    }
    Result<SearchStep> search(const SearchRequest& request) override
    {
        auto step = inner().search(request);
        if (step)
            rename(step->matches);
        return step;
    }
    Result<TaskDetail> task(const QueueName& queue, const TaskId& id) override
    {
        auto detail = inner().task(queue, m_ids.made(id));
        if (detail)
            detail->task.id = id;
        return detail;
    }
    Result<QByteArray> payload(const QueueName& queue, const TaskId& id, qint64 offset, qint64 length) override
    {
        return inner().payload(queue, m_ids.made(id), offset, length);
    }

private:
    void rename(std::vector<Task>& tasks) const
    {
        for (Task& task : tasks)
            task.id = m_ids.suite(task.id);
    }

    const SuiteIds& m_ids;
};

class MappedBackend::Editor : public ForwardingEditor
{
public:
    Editor(QueueEditor& inner, SuiteIds& ids, QByteArray type)
        : ForwardingEditor(inner)
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
        auto added = inner().add(queue, named);
        for (std::size_t i = 0; added && i < tasks.size(); ++i)
            m_ids.note(tasks[i].id, inner().idFor(queue, named[i]));
        return added;
    }
    Result<std::vector<ItemOutcome>> act(const ActionStep& step) override
    {
        ActionStep made = step;
        for (TaskRef& ref : made.refs)
            ref.id = m_ids.made(ref.id);
        return inner().act(made);
    }
    Result<ItemOutcome> cancel(const QueueName& queue, const TaskRef& ref) override
    {
        return inner().cancel(queue, made(ref));
    }
    Result<ItemOutcome> release(const QueueName& queue, const TaskRef& ref) override
    {
        return inner().release(queue, made(ref));
    }
    Result<ItemOutcome> extend(const QueueName& queue, const TaskRef& ref, Millis leaseFor) override
    {
        return inner().extend(queue, made(ref), leaseFor);
    }

private:
    TaskRef made(TaskRef ref) const
    {
        ref.id = m_ids.made(ref.id);
        return ref;
    }

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
    : ForwardingBackend(std::move(inner))
    , m_ids(std::move(ids))
    , m_inspector(std::make_unique<Inspector>(this->inner().inspector(), *m_ids))
{
    if (this->inner().editor())
        m_editor = std::make_unique<Editor>(*this->inner().editor(), *m_ids, type);
    if (this->inner().broker())
        m_broker = std::make_unique<Broker>(*this->inner().broker(), *m_ids);
}

MappedBackend::~MappedBackend() = default;

QueueInspector& MappedBackend::inspector() { return *m_inspector; }

QueueEditor* MappedBackend::editor() { return m_editor.get(); }

TaskBroker* MappedBackend::broker() { return m_broker.get(); }

Result<std::unique_ptr<EventSource>> MappedBackend::events(
    const std::vector<QueueName>& queues, bool wake, bool results)
{
    auto source = inner().events(queues, wake, results);
    if (!source)
        return source;
    return std::unique_ptr<EventSource>(std::make_unique<Events>(std::move(source).value(), m_ids));
}

} // namespace dueline
