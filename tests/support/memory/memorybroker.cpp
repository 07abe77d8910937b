// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/memory/memorybroker.h"

#include "tests/support/memory/memorysweep.h"

#include <algorithm>

namespace dueline {

namespace {

bool isAccepted(WriteOutcome outcome)
{
    return outcome == WriteOutcome::Accepted || outcome == WriteOutcome::AcceptedLate;
}

/// Checks a write identified by a task id and a lease token. Returns the outcome, and the task if the write may
/// proceed.
std::pair<MemoryTask*, WriteOutcome> judge(MemoryQueue* queue, const TaskId& id, const QByteArray& token, TimePoint now)
{
    if (!queue || !queue->find(id))
        return {nullptr, WriteOutcome::Unknown};
    MemoryTask* task = queue->findLease(id, token);
    if (!task)
        return {nullptr, WriteOutcome::Stale};
    return {task, task->at < now ? WriteOutcome::AcceptedLate : WriteOutcome::Accepted};
}

} // namespace

MemoryBroker::MemoryBroker(std::shared_ptr<MemoryStore> store, QByteArray session)
    : m_store(std::move(store))
    , m_session(std::move(session))
{ }

/// Returns the ids of the tasks to lease, sorted by due time, then by id. Marks tasks that missed their start deadline
/// as failed.
std::vector<TaskId> MemoryBroker::takeDue(MemoryQueue& queue, const ClaimRequest& request, TimePoint now)
{
    std::vector<MemoryQueue::Place> due;
    for (const MemoryColumn column : {MemoryColumn::Pending, MemoryColumn::Retry}) {
        for (const MemoryQueue::Place& place : queue.column(column)) {
            if (place.first > now)
                break;
            if (request.types.contains(typeOf(place.second)))
                due.push_back(place);
        }
    }
    std::sort(due.begin(), due.end());

    const std::size_t limit = std::size_t(std::clamp(request.limit, 0, maxClaim));
    std::vector<TaskId> taken;
    for (const MemoryQueue::Place& place : due) {
        if (taken.size() == limit)
            break;
        MemoryTask& task = *queue.find(place.second);
        if (queue.mayStart(task, now))
            taken.push_back(task.id);
        else
            queue.expireUnstarted(task, now);
    }
    return taken;
}

Result<Claim> MemoryBroker::claim(const ClaimRequest& request)
{
    const auto lock = m_store->lock();
    Claim claim;
    claim.serverNow = m_store->now();
    MemoryQueue* queue = m_store->find(request.queue);
    if (!queue)
        return claim;
    claim.nearestExpiry = queue->nearestExpiry();
    claim.paused = queue->paused;
    if (claim.paused)
        return claim;

    const TimePoint now = claim.serverNow;
    const QByteArray lane
        = '-' + m_session + '.' + QByteArray::number(m_store->nextSequence()) + '-' + QByteArray::number(toMs(now));
    claim.expiresAt = now + request.leaseFor;
    for (const TaskId& id : takeDue(*queue, request, now)) {
        MemoryTask& task = *queue->find(id);
        Lease lease;
        lease.id = id;
        lease.dueAt = task.at;
        lease.attempt = task.attempts + 1;
        lease.token = QByteArray::number(++task.fence) + lane;
        ++queue->statistics(now).lateness[durationClass(now - task.at)];
        task.firstDue = task.firstDue.value_or(task.at);
        queue->move(task, MemoryColumn::Leased, claim.expiresAt);
        task.token = lease.token;
        task.session = m_session;
        task.leasedAt = now;
        claim.leases.push_back(std::move(lease));
    }
    if (claim.leases.empty()) {
        for (const MemoryColumn column : {MemoryColumn::Pending, MemoryColumn::Retry}) {
            for (const MemoryQueue::Place& place : queue->column(column)) {
                const bool better = !claim.nextDue || place.first < *claim.nextDue;
                if (place.first > now && better && request.types.contains(typeOf(place.second)))
                    claim.nextDue = place.first;
            }
        }
    }
    claim.nearestExpiry = queue->nearestExpiry();
    return claim;
}

Result<std::vector<TaskLoad>> MemoryBroker::load(const QueueName& name, const std::vector<Lease>& leases)
{
    const auto lock = m_store->lock();
    const MemoryQueue* queue = m_store->find(name);
    std::vector<TaskLoad> loads;
    for (const Lease& lease : leases) {
        const MemoryTask* task = queue ? queue->find(lease.id) : nullptr;
        TaskLoad load;
        load.damaged = !task || task->envelopeDamaged;
        if (!load.damaged) {
            load.payload = task->payload;
            load.options = task->options;
        }
        loads.push_back(std::move(load));
    }
    return loads;
}

void MemoryBroker::publishResults(
    const QueueName& queue, const std::vector<WriteOutcome>& outcomes, const QByteArray& results)
{
    if (!results.isEmpty() && std::any_of(outcomes.begin(), outcomes.end(), isAccepted))
        m_store->publish({QueueEvent::Kind::Results, queue, results});
}

Result<std::vector<WriteOutcome>> MemoryBroker::ack(
    const QueueName& name, const std::vector<Ack>& acks, const QByteArray& results)
{
    const auto lock = m_store->lock();
    const TimePoint now = m_store->now();
    MemoryQueue* queue = m_store->find(name);
    std::vector<WriteOutcome> outcomes;
    for (const Ack& ack : acks) {
        const auto [task, outcome] = judge(queue, ack.id, ack.token, now);
        outcomes.push_back(outcome);
        if (!task)
            continue;
        ++queue->statistics(now).runTime[durationClass(now - task->leasedAt)];
        if (queue->settings.keepDone <= Millis(0)) {
            queue->erase(ack.id);
            continue;
        }
        ++task->attempts;
        if (task->options.keepResult || queue->settings.keepResults)
            task->result = ack.result;
        if (queue->settings.keepRuns)
            queue->noteAttempt(*task, "done", {}, now);
        queue->move(*task, MemoryColumn::Done, now);
    }
    publishResults(name, outcomes, results);
    return outcomes;
}

Result<std::vector<WriteOutcome>> MemoryBroker::nack(
    const QueueName& name, const std::vector<Nack>& nacks, const QByteArray& results)
{
    const auto lock = m_store->lock();
    const TimePoint now = m_store->now();
    MemoryQueue* queue = m_store->find(name);
    std::vector<WriteOutcome> outcomes;
    for (const Nack& nack : nacks) {
        const auto [task, outcome] = judge(queue, nack.id, nack.token, now);
        outcomes.push_back(outcome);
        if (!task)
            continue;
        ++task->attempts;
        queue->noteAttempt(*task, nack.outcome, nack.error, now);
        StatisticsBin& minute = queue->statistics(now);
        if (nack.retryIn) {
            const auto head = queue->head();
            ++minute.retried;
            queue->move(*task, MemoryColumn::Retry, now + *nack.retryIn);
            m_store->wake(name, head, task->at);
        } else {
            ++minute.failedByType[typeOf(task->id).toByteArray()];
            queue->move(*task, MemoryColumn::Failed, now);
        }
    }
    publishResults(name, outcomes, results);
    return outcomes;
}

Result<std::vector<WriteOutcome>> MemoryBroker::release(const QueueName& name, const std::vector<Lease>& leases)
{
    const auto lock = m_store->lock();
    const TimePoint now = m_store->now();
    MemoryQueue* queue = m_store->find(name);
    std::vector<WriteOutcome> outcomes;
    for (const Lease& lease : leases) {
        const auto [task, outcome] = judge(queue, lease.id, lease.token, now);
        outcomes.push_back(outcome);
        if (!task)
            continue;
        const auto head = queue->head();
        // Restore the original due time if the lease contains it, so that the task doesn't wait behind tasks that
        // became due later.
        const bool knowsDue = lease.dueAt > TimePoint() && lease.dueAt <= now;
        queue->move(*task, MemoryColumn::Retry, knowsDue ? lease.dueAt : now);
        m_store->wake(name, head, now);
    }
    return outcomes;
}

Result<std::vector<ExtendOutcome::Value>> MemoryBroker::extend(
    const QueueName& name, const std::vector<Lease>& leases, Millis leaseFor)
{
    const auto lock = m_store->lock();
    const TimePoint now = m_store->now();
    MemoryQueue* queue = m_store->find(name);
    std::vector<ExtendOutcome::Value> outcomes;
    for (const Lease& lease : leases) {
        MemoryTask* task = queue ? queue->findLease(lease.id, lease.token) : nullptr;
        if (!task) {
            outcomes.push_back(ExtendOutcome::Lost);
            continue;
        }
        queue->move(*task, MemoryColumn::Leased, std::max(task->at, now + leaseFor));
        outcomes.push_back(task->cancelRequested ? ExtendOutcome::Cancel : ExtendOutcome::Held);
    }
    return outcomes;
}

Result<Recovered> MemoryBroker::recover(const QueueName& name, int limit)
{
    const auto lock = m_store->lock();
    const TimePoint now = m_store->now();
    Recovered recovered;
    MemoryQueue* queue = m_store->find(name);
    if (!queue)
        return recovered;
    const auto head = queue->head();
    for (int left = std::min(limit, maxRecover); left > 0; --left) {
        const auto nearest = queue->nearestExpiry();
        if (!nearest || *nearest > now)
            break;
        MemoryTask& task = *queue->find(queue->column(MemoryColumn::Leased).begin()->second);
        ++task.attempts;
        ++task.expiries;
        StatisticsBin& minute = queue->statistics(now);
        ++minute.expired;
        if (task.expiries < queue->settings.maxExpiries) {
            queue->noteAttempt(task, "expired", "lease expired", now);
            queue->move(task, MemoryColumn::Retry, now);
            ++recovered.retried;
        } else {
            const QByteArray times = QByteArray::number(task.expiries) + (task.expiries == 1 ? " time" : " times");
            queue->noteAttempt(task, "expired", "lease expired " + times, now);
            queue->move(task, MemoryColumn::Failed, now);
            ++minute.failedByType[typeOf(task.id).toByteArray()];
            ++recovered.failed;
        }
    }
    if (recovered.retried > 0)
        m_store->wake(name, head, now);
    recovered.nearestExpiry = queue->nearestExpiry();
    return recovered;
}

Result<> MemoryBroker::quarantine(const QueueName& name, const std::vector<Lease>& leases, const QByteArray& reason)
{
    const auto lock = m_store->lock();
    MemoryQueue* queue = m_store->find(name);
    for (const Lease& lease : leases) {
        if (MemoryTask* task = queue ? queue->findLease(lease.id, lease.token) : nullptr) {
            queue->damaged.insert_or_assign(lease.id, std::pair(reason, *task));
            queue->erase(lease.id);
        }
    }
    return {};
}

Result<> MemoryBroker::beat(const WorkerInfo& worker, Millis leaseFor, bool leaving)
{
    const auto lock = m_store->lock();
    if (leaving) {
        m_store->workers.erase(worker.id);
        return {};
    }
    WorkerInfo seen = worker;
    seen.seenAt = m_store->now();
    m_store->workers.insert_or_assign(worker.id, std::pair(seen, leaseFor));
    return {};
}

Result<bool> MemoryBroker::sweep(const QueueName& name)
{
    const auto lock = m_store->lock();
    MemoryQueue* queue = m_store->find(name);
    return queue && sweepStep(*queue, m_store->now());
}

} // namespace dueline
