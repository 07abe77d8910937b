// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/layouts/described/runbroker.h"

#include "core/base/text.h"
#include "core/redis/errorclass.h"

#include <algorithm>
#include <array>

namespace dueline {

namespace {

constexpr int tasksPerTake = 100; ///< maximum number of tasks per script call
/// Maximum number of due tasks that a worker skips because it can't run them. After that many, it starts over with the
/// first task.
constexpr qint64 mostPassed = 10'000;

/// Returns a task's id in the native queue, which includes the type; empty if the type can't be part of an id.
TaskId runIdOf(const Task& task, const QueueName& queue)
{
    const QByteArray type = task.type.isEmpty() ? queue : task.type;
    return type.contains('#') ? TaskId() : type + '#' + task.id;
}

} // namespace

RunBroker::RunBroker(RunQueues& queues, std::shared_ptr<const Description> description,
    std::function<bool(const QByteArray& key)> isForeign)
    : m_queues(queues)
    , m_isForeign(isForeign)
    , m_taker(queues.client(), std::move(description), queues.inspector(), std::move(isForeign))
{ }

Result<NativeBroker*> RunBroker::brokerOf(const QueueName& queue)
{
    RunQueue* run = m_queues.of(queue);
    if (!run) {
        return Error{ErrorCode::Refused,
            QStringLiteral("The layout \"%1\" does not describe how tasks in %2 are claimed.")
                .arg(printable(m_queues.description().name), printable(queue, 60))};
    }
    return &run->broker;
}

std::vector<PlaceKey> RunBroker::keysOf(const QueueName& queue) const
{
    const Description& description = m_queues.description();
    std::vector<PlaceKey> keys;
    for (const std::size_t index : description.running->from) {
        const DescribedPlace& place = description.places[index];
        const auto [first, last] = place.buckets.value_or(std::pair(0, 0));
        for (int bucket = first; bucket <= last; ++bucket) {
            Variables values{{"queue", queue}};
            if (place.buckets)
                values["bucket"] = QByteArray::number(bucket);
            const auto key = description.keyName(place.key, values);
            if (!key || key->isEmpty())
                continue;
            auto inKey = place.key.match(*key);
            keys.push_back({index, *key, inKey ? *std::move(inKey) : Variables()});
        }
    }
    return keys;
}

Result<RunBroker::Taken> RunBroker::take(RunQueue& queue, const ClaimRequest& request, int limit, Line& line)
{
    RedisClient& client = m_queues.client();
    const Description& description = m_queues.description();
    Taken taken;
    const auto now = m_clock.now(client);
    if (!now)
        return now.error();
    PlaceReader reader(client, description, keysOf(queue.name));
    if (const auto counted = reader.count(*now); !counted)
        return counted.error();
    const qint64 due = reader.counts(0, reader.keys().size())[TaskState::Due];
    if (due == 0) {
        line.passed = 0;
        if (const auto read = reader.readEnds(); !read)
            return read.error();
        QueueInfo info;
        reader.setEnds(info, 0, reader.keys().size());
        taken.nextDue = info.nextDue;
        return taken;
    }
    // After skipping tasks that this worker can't run, read as many tasks as possible per step.
    const int asked = line.passed > 0 ? tasksPerTake : std::min(limit, tasksPerTake);
    const auto page = reader.page(TaskState::Due, line.passed, asked);
    if (!page)
        return page.error();
    TaskAssembler assembler(client, description, reader.keys(), *now);
    auto tasks = assembler.assemble(page->entries, TaskAssembler::Payloads::Short, false);
    if (!tasks)
        return tasks.error();
    const ActionPlanner planner(description, reader.keys(), *now, m_isForeign);
    std::vector<std::pair<TaskId, PlannedTask>> planned;
    for (DescribedTask& task : *tasks) {
        if (task.isUnread) { // the payload was too long to read together with others
            auto whole = assembler.assemble({task.entry}, TaskAssembler::Payloads::All, false);
            if (!whole)
                return whole.error();
            task = std::move(whole->front());
        }
        const TaskId id = runIdOf(task.task, queue.name);
        if (id.isEmpty() || !task.damage.isEmpty() || task.isUnread || !request.types.contains(typeOf(id)))
            continue;
        PlannedTask plan = planner.plan(ActionKind::Discard, task, *now);
        if (plan.outcome || plan.steps.empty() || planned.size() >= std::size_t(limit))
            continue;
        PlannedStep& last = plan.steps.back(); // this step stores the task in the trash
        const bool isStored = !last.d.isEmpty();
        last = {"R", last.key, id, task.entry.at ? QByteArray::number(toMs(*task.entry.at)) : QByteArray(),
            isStored ? QByteArray() : task.payload, last.d};
        planned.emplace_back(id, std::move(plan));
    }
    if (planned.empty()) {
        line.passed += qint64(page->entries.size());
        taken.lookOn = !page->entries.empty() && line.passed < std::min(due, mostPassed);
        if (!taken.lookOn)
            line.passed = 0;
        return taken;
    }
    if (const auto listed = m_queues.enlist(queue.name); !listed)
        return listed.error();
    const auto moved = m_taker.take(queue.name, std::move(planned));
    if (!moved)
        return moved.error();
    taken.lookOn = true;
    return taken;
}

Result<Claim> RunBroker::claim(const ClaimRequest& request)
{
    const auto broker = brokerOf(request.queue);
    if (!broker)
        return broker.error();
    RunQueue& queue = *m_queues.of(request.queue);
    Line& line = m_lines[request.queue];
    Taken taken;
    if (!line.isUnanswered) {
        if (auto prepared = queue.scripts.prepare(request.queue); !prepared)
            return prepared.error();
        auto took = take(queue, request, std::clamp(request.limit, 1, maxClaim), line);
        if (!took)
            return took.error();
        taken = *took;
    }
    auto claim = (*broker)->claim(request);
    line.isUnanswered = !claim && !isRefusal(claim.error().code);
    if (!claim || !claim->leases.empty() || claim->paused)
        return claim;
    claim->more = claim->more || taken.lookOn;
    if (taken.nextDue)
        claim->nextDue = std::min(claim->nextDue.value_or(TimePoint::max()), *taken.nextDue);
    if (!claim->more)
        claim->lookAt = std::min(claim->lookAt.value_or(TimePoint::max()), claim->serverNow + lookEvery);
    return claim;
}

Result<std::vector<TaskLoad>> RunBroker::load(const QueueName& queue, const std::vector<Lease>& leases)
{
    const auto broker = brokerOf(queue);
    return broker ? (*broker)->load(queue, leases) : broker.error();
}

Result<std::vector<WriteOutcome>> RunBroker::ack(
    const QueueName& queue, const std::vector<Ack>& acks, const QByteArray& results)
{
    const auto broker = brokerOf(queue);
    return broker ? (*broker)->ack(queue, acks, results) : broker.error();
}

Result<std::vector<WriteOutcome>> RunBroker::nack(
    const QueueName& queue, const std::vector<Nack>& nacks, const QByteArray& results)
{
    const auto broker = brokerOf(queue);
    return broker ? (*broker)->nack(queue, nacks, results) : broker.error();
}

Result<std::vector<WriteOutcome>> RunBroker::release(const QueueName& queue, const std::vector<Lease>& leases)
{
    const auto broker = brokerOf(queue);
    return broker ? (*broker)->release(queue, leases) : broker.error();
}

Result<std::vector<ExtendOutcome::Value>> RunBroker::extend(
    const QueueName& queue, const std::vector<Lease>& leases, Millis leaseFor)
{
    const auto broker = brokerOf(queue);
    return broker ? (*broker)->extend(queue, leases, leaseFor) : broker.error();
}

Result<Recovered> RunBroker::recover(const QueueName& queue, int limit)
{
    const auto broker = brokerOf(queue);
    return broker ? (*broker)->recover(queue, limit) : broker.error();
}

Result<> RunBroker::quarantine(const QueueName& queue, const std::vector<Lease>& leases, const QByteArray& reason)
{
    const auto broker = brokerOf(queue);
    return broker ? (*broker)->quarantine(queue, leases, reason) : broker.error();
}

Result<> RunBroker::beat(const WorkerInfo& worker, Millis leaseFor, bool leaving)
{
    for (const QueueName& queue : worker.queues) {
        const auto broker = brokerOf(queue);
        if (const auto beaten = broker ? (*broker)->beat(worker, leaseFor, leaving) : broker.error(); !beaten)
            return beaten;
    }
    return {};
}

Result<bool> RunBroker::sweep(const QueueName& queue)
{
    const auto broker = brokerOf(queue);
    return broker ? (*broker)->sweep(queue) : broker.error();
}

} // namespace dueline
