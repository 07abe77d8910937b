// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/memory/memoryschedules.h"

#include "core/base/text.h"
#include "tests/support/memory/memorytask.h"

#include <algorithm>

namespace dueline {

namespace {

Error notThere(const QueueName& queue, const QByteArray& name)
{
    return {ErrorCode::NotFound,
        QStringLiteral("There is no schedule \"%1\" in the queue \"%2\".").arg(printable(name, 64), printable(queue))};
}

} // namespace

MemorySchedules::MemorySchedules(std::shared_ptr<MemoryStore> store, bool isReadOnly)
    : m_store(std::move(store))
    , m_readOnly(isReadOnly)
{ }

Result<> MemorySchedules::checkWriting() const
{
    return m_readOnly ? Result<>(Error{ErrorCode::Refused, QStringLiteral("This connection is read-only.")})
                      : Result<>();
}

Result<std::vector<ScheduleState>> MemorySchedules::schedules(const QueueName& name)
{
    const auto lock = m_store->lock();
    std::vector<ScheduleState> all;
    if (const MemoryQueue* queue = m_store->find(name)) {
        for (const auto& entry : queue->schedules)
            all.push_back(entry.second);
    }
    return all;
}

Result<> MemorySchedules::put(const QueueName& name, const Schedule& schedule, bool replace)
{
    if (const auto allowed = checkWriting(); !allowed)
        return allowed;
    if (const auto checked = checkQueueName(name); !checked)
        return checked;
    if (const auto checked = replace ? checkReplacing(schedule) : checkSchedule(schedule); !checked)
        return checked;
    const auto lock = m_store->lock();
    MemoryQueue& queue = m_store->queues[name];
    const auto there = queue.schedules.find(schedule.name);
    ScheduleState state{schedule, std::nullopt, std::nullopt};
    if (there != queue.schedules.end()) {
        const Schedule& before = there->second.schedule;
        state.schedule.definition = before.definition;
        if (!replace && !(before == state.schedule)) {
            return Error{ErrorCode::Exists,
                QStringLiteral("The queue \"%1\" already has a different schedule named \"%2\".")
                    .arg(printable(name), printable(schedule.name))};
        }
        if (before == state.schedule)
            return {}; // this call is a repeat
        state.last = there->second.last;
    }
    state.schedule.definition = QByteArray::number(m_store->nextSequence());
    if (schedule.enabled)
        state.next = CronSchedule::parse(schedule.cron, schedule.zone)->next(m_store->now());
    queue.schedules[schedule.name] = std::move(state);
    m_store->publish({QueueEvent::Kind::Schedules, name, {}});
    return {};
}

Result<> MemorySchedules::remove(const QueueName& name, const QByteArray& schedule)
{
    if (const auto allowed = checkWriting(); !allowed)
        return allowed;
    const auto lock = m_store->lock();
    MemoryQueue* queue = m_store->find(name);
    if (!queue || queue->schedules.erase(schedule) == 0)
        return notThere(name, schedule);
    m_store->publish({QueueEvent::Kind::Schedules, name, {}});
    return {};
}

Result<DueSchedules> MemorySchedules::due(const QueueName& name)
{
    const auto lock = m_store->lock();
    DueSchedules answer;
    answer.serverNow = m_store->now();
    const MemoryQueue* queue = m_store->find(name);
    if (!queue)
        return answer;
    for (const auto& [key, state] : queue->schedules) {
        if (!state.next)
            continue;
        if (*state.next <= answer.serverNow)
            answer.due.push_back(state);
        else
            answer.next = std::min(answer.next.value_or(*state.next), *state.next);
    }
    std::stable_sort(answer.due.begin(), answer.due.end(),
        [](const ScheduleState& a, const ScheduleState& b) { return *a.next < *b.next; });
    if (answer.due.size() > mostDue)
        answer.due.resize(mostDue);
    return answer;
}

Result<TickOutcome> MemorySchedules::tick(
    const QueueName& name, const ScheduleState& seen, const TickDecision& decision)
{
    if (const auto allowed = checkWriting(); !allowed)
        return allowed.error();
    const auto lock = m_store->lock();
    MemoryQueue* queue = m_store->find(name);
    if (!queue)
        return TickOutcome::NotOurs;
    const auto found = queue->schedules.find(seen.schedule.name);
    if (found == queue->schedules.end() || found->second.schedule.definition != seen.schedule.definition
        || found->second.next != seen.next)
        return TickOutcome::NotOurs;
    found->second.next = decision.next;
    if (!decision.run || (found->second.last && *decision.run <= *found->second.last))
        // The tick has already run. This can happen if a client read the clock before the tick but changed the schedule
        // after it.
        return TickOutcome::MovedOn;
    found->second.last = decision.run;
    const NewTask task = taskOf(seen.schedule, *decision.run);
    if (queue->find(task.id))
        return TickOutcome::MovedOn; // the task was run manually since then
    const TimePoint now = m_store->now();
    const auto head = queue->head();
    queue->insert(taskFrom(task, now));
    ++queue->statistics(now).added;
    m_store->wake(name, head, *task.dueAt);
    return TickOutcome::Made;
}

} // namespace dueline
