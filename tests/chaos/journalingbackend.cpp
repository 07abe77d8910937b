// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/chaos/journalingbackend.h"

namespace dueline::chaos {

namespace {

class JournalingBroker : public TaskBroker
{
public:
    JournalingBroker(TaskBroker& inner, const Journal& journal)
        : m_inner(inner)
        , m_journal(journal)
    { }

    Result<Claim> claim(const ClaimRequest& request) override
    {
        Result<Claim> claim = m_inner.claim(request);
        if (claim) {
            QByteArray batch;
            for (const Lease& lease : claim->leases) {
                Journal::append(batch, Event::Claimed, request.queue,
                    {lease.id, lease.token, QByteArray::number(lease.attempt), QByteArray::number(toMs(lease.dueAt))});
            }
            m_journal.write(batch);
        }
        return claim;
    }

    Result<std::vector<TaskLoad>> load(const QueueName& queue, const std::vector<Lease>& leases) override
    {
        return m_inner.load(queue, leases);
    }

    Result<std::vector<WriteOutcome>> ack(
        const QueueName& queue, const std::vector<Ack>& acks, const QByteArray& results) override
    {
        sent(Event::AckSent, queue, acks);
        return answered(Event::AckAnswered, queue, acks, m_inner.ack(queue, acks, results));
    }

    Result<std::vector<WriteOutcome>> nack(
        const QueueName& queue, const std::vector<Nack>& nacks, const QByteArray& results) override
    {
        sent(Event::NackSent, queue, nacks);
        return answered(Event::NackAnswered, queue, nacks, m_inner.nack(queue, nacks, results));
    }

    Result<std::vector<WriteOutcome>> release(const QueueName& queue, const std::vector<Lease>& leases) override
    {
        sent(Event::ReleaseSent, queue, leases);
        return answered(Event::ReleaseAnswered, queue, leases, m_inner.release(queue, leases));
    }

    Result<std::vector<ExtendOutcome::Value>> extend(
        const QueueName& queue, const std::vector<Lease>& leases, Millis leaseFor) override
    {
        return m_inner.extend(queue, leases, leaseFor);
    }

    Result<Recovered> recover(const QueueName& queue, int limit) override { return m_inner.recover(queue, limit); }

    Result<> quarantine(const QueueName& queue, const std::vector<Lease>& leases, const QByteArray& reason) override
    {
        sent(Event::Quarantined, queue, leases);
        return m_inner.quarantine(queue, leases, reason);
    }

    Result<> beat(const WorkerInfo& worker, Millis leaseFor, bool leaving) override
    {
        return m_inner.beat(worker, leaseFor, leaving);
    }
    Result<bool> sweep(const QueueName& queue) override { return m_inner.sweep(queue); }

private:
    template <typename Item> void sent(Event event, const QueueName& queue, const std::vector<Item>& items) const
    {
        QByteArray batch;
        for (const Item& item : items)
            Journal::append(batch, event, queue, {item.id, item.token});
        m_journal.write(batch);
    }

    template <typename Item>
    Result<std::vector<WriteOutcome>> answered(Event event, const QueueName& queue, const std::vector<Item>& items,
        Result<std::vector<WriteOutcome>> answer) const
    {
        if (answer) {
            QByteArray batch;
            for (std::size_t i = 0; i < items.size() && i < answer->size(); ++i)
                Journal::append(batch, event, queue, {items[i].id, items[i].token, codeOf((*answer)[i])});
            m_journal.write(batch);
        }
        return answer;
    }

    TaskBroker& m_inner;
    const Journal& m_journal;
};

class JournalingSchedules : public ScheduleBook
{
public:
    JournalingSchedules(ScheduleBook& inner, const Journal& journal)
        : m_inner(inner)
        , m_journal(journal)
    { }

    Result<std::vector<ScheduleState>> schedules(const QueueName& queue) override { return m_inner.schedules(queue); }
    Result<> put(const QueueName& queue, const Schedule& schedule, bool replace) override
    {
        return m_inner.put(queue, schedule, replace);
    }
    Result<> remove(const QueueName& queue, const QByteArray& name) override { return m_inner.remove(queue, name); }
    Result<DueSchedules> due(const QueueName& queue) override { return m_inner.due(queue); }
    Result<TickOutcome> tick(const QueueName& queue, const ScheduleState& seen, const TickDecision& decision) override
    {
        if (!decision.run)
            return m_inner.tick(queue, seen, decision);
        const TaskId id = taskIdOf(seen.schedule, *decision.run);
        m_journal.write(Event::TickSent, queue, {id, seen.schedule.name});
        Result<TickOutcome> outcome = m_inner.tick(queue, seen, decision);
        if (outcome && *outcome == TickOutcome::Made)
            m_journal.write(Event::TickMade, queue, {id, seen.schedule.name});
        return outcome;
    }

private:
    ScheduleBook& m_inner;
    const Journal& m_journal;
};

} // namespace

QByteArray codeOf(WriteOutcome outcome)
{
    switch (outcome) {
    case WriteOutcome::Accepted:
        return "accepted";
    case WriteOutcome::AcceptedLate:
        return "late";
    case WriteOutcome::Stale:
        return "stale";
    case WriteOutcome::Unknown:
        break;
    }
    return "unknown";
}

JournalingBackend::JournalingBackend(std::unique_ptr<Backend> inner, const Journal& journal)
    : ForwardingBackend(std::move(inner))
{
    if (TaskBroker* broker = this->inner().broker())
        m_broker = std::make_unique<JournalingBroker>(*broker, journal);
    if (ScheduleBook* book = this->inner().schedules())
        m_schedules = std::make_unique<JournalingSchedules>(*book, journal);
}

JournalingBackend::~JournalingBackend() = default;

TaskBroker* JournalingBackend::broker() { return m_broker.get(); }

ScheduleBook* JournalingBackend::schedules() { return m_schedules.get(); }

} // namespace dueline::chaos
