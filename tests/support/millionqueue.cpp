// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/millionqueue.h"

#include "tests/support/sampletasks.h"

#include <tuple>

namespace dueline {

void MillionQueue::add(qint64 count, TimePoint due, Millis step)
{
    const TimePoint now = must(m_backend.serverTime());
    for (qint64 begin = 0; begin < count; begin += 1000) {
        std::vector<NewTask> tasks;
        for (qint64 i = begin; i < std::min(count, begin + 1000); ++i, ++m_added) {
            NewTask task;
            task.dueAt = due + step * i;
            task.id = makeTaskId(sample::type(m_added), std::min(now, *task.dueAt - m_ahead));
            task.payload = sample::payload(m_added, m_payload);
            tasks.push_back(std::move(task));
        }
        must(m_backend.editor()->add(m_queue, tasks));
    }
}

std::vector<Lease> MillionQueue::claim(int count)
{
    ClaimRequest request;
    request.queue = m_queue;
    request.types.all = true;
    request.limit = count;
    request.leaseFor = std::chrono::hours(1);
    return must(m_backend.broker()->claim(request)).leases;
}

void MillionQueue::work(qint64 count, std::optional<Millis> retryIn, bool fails)
{
    for (qint64 done = 0; done < count;) {
        const auto leases = claim(int(std::min<qint64>(250, count - done)));
        if (leases.empty())
            break;
        std::vector<Nack> nacks;
        std::vector<Ack> acks;
        for (const Lease& lease : leases) {
            // The retries are spread over `retryIn`.
            const auto in = retryIn ? std::optional(*retryIn * (done + qint64(nacks.size())) / count) : std::nullopt;
            nacks.push_back({lease.id, lease.token, in, retryIn ? "retry" : "failed",
                sample::error(done + qint64(nacks.size())), lease.dueAt});
            acks.push_back({lease.id, lease.token, {}});
        }
        if (fails)
            must(m_backend.broker()->nack(m_queue, nacks, {}));
        else
            must(m_backend.broker()->ack(m_queue, acks, {}));
        done += qint64(leases.size());
    }
}

void MillionQueue::fill(qint64 tasks)
{
    const TimePoint now = must(m_backend.serverTime());
    const qint64 part = tasks / 20;
    for (const auto& [parts, retryIn, fails] : {std::tuple(7, std::optional<Millis>(), true),
             std::tuple(2, std::optional<Millis>(std::chrono::hours(2)), true),
             std::tuple(1, std::optional<Millis>(), false)}) {
        add(parts * part, now - std::chrono::minutes(1), Millis(0));
        work(parts * part, retryIn, fails);
    }
    add(9 * part, now + std::chrono::hours(1), Millis(37));
    add(part, now - std::chrono::minutes(1), Millis(0));
}

void MillionQueue::fail(qint64 count)
{
    add(count, must(m_backend.serverTime()) - std::chrono::minutes(1), Millis(0));
    work(count, std::nullopt, true);
}

void MillionQueue::completeStates(int leased, int thrownAway)
{
    for (int left = leased; left > 0; left -= 250)
        claim(std::min(left, 250));
    ActionStep step;
    step.queue = m_queue;
    step.operation = m_queue + "/filled";
    step.action.kind = ActionKind::Discard;
    PageRequest page{m_queue, TaskState::Scheduled, 0, int(QueueEditor::maxStep)};
    for (int left = thrownAway; left > 0; left -= page.limit) {
        step.refs.clear();
        for (const Task& task : must(m_backend.inspector().page(page)).tasks)
            step.refs.push_back(dueline::refOf(task));
        must(m_backend.editor()->act(step));
    }
}

void MillionQueue::change(int changes)
{
    // Adding, leasing and completing a task counts as three changes.
    const int tasks = std::max(1, changes / 3);
    add(tasks, must(m_backend.serverTime()) - Millis(1), Millis(0));
    work(tasks / 2, std::nullopt, false);
    work(tasks - tasks / 2, std::chrono::hours(1), true);
}

} // namespace dueline
