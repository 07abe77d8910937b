// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/console/witness/losswatch.h"

#include <algorithm>
#include <utility>

namespace dueline {

namespace {

/// Queues are only compared if their last count before the event isn't older than this.
constexpr Millis oldestCount{2 * minuteMs};
/// Queues are only compared if workers could claim tasks for at most this long between the counts. After a longer time,
/// a partial loss can't be told from finished work.
constexpr Millis longestActive{2 * minuteMs};
constexpr Millis paceTime{10 * minuteMs}; ///< period before the event; a queue's highest rate in it is used

bool isComparable(const RecordSample& sample) { return (sample.flags & RecordSample::Unreadable) == 0; }

/// Returns whether a server continues the last reading's replication history, so that their offsets can be compared.
bool continuesHistoryOf(const ServerReading& last, const ServerReading& now)
{
    return last.servers == 1 && now.servers == 1 && !last.replication.isEmpty() && last.offset && now.previousEnd
        && now.previousReplication == last.replication;
}

} // namespace

bool hasLostAll(const QByteArray& kind, const ServerReading* last, const ServerSample& known, const ServerReading& now)
{
    if (now.servers != 1)
        return false; // the other masters may still have their data
    if (kind == "flush" && last && last->run == now.run && last->flushAll && now.flushAll
        && *now.flushAll > *last->flushAll)
        return true;
    const auto before = known[ServerSample::Keys];
    const auto after = now.figures[ServerSample::Keys];
    if (!before || !after || kind == "evicted")
        return false;
    // If keys remain, maybe only expired keys are missing. Comparing the queues will show whether tasks are missing.
    return *before > 0 && *after == 0;
}

bool hasAllDataOf(const ServerReading& last, const ServerReading& now)
{
    return continuesHistoryOf(last, now) && *now.previousEnd >= *last.offset;
}

bool lacksDataOf(const ServerReading& last, const ServerReading& now)
{
    return continuesHistoryOf(last, now) && *now.previousEnd < *last.offset;
}

Result<> LossWatch::begin(const Discontinuity& cause, const std::function<bool(const QueueName&)>& isRead)
{
    if (!cause.isTotal && cause.active > longestActive)
        return {};
    const auto queues = m_file.queues();
    if (!queues)
        return queues.error();
    for (const RecordQueue& queue : *queues) {
        if (isRead && !isRead(queue.name))
            continue;
        if (const auto known = m_pending.find(queue.name); known != m_pending.end()) {
            Discontinuity next = cause;
            next.active += known->second.cause.active;
            next.isTotal = next.isTotal || known->second.cause.isTotal;
            known->second.cause = next;
            continue;
        }
        const auto pending = pendingOf(queue, cause);
        if (!pending)
            return pending.error();
        if (*pending)
            m_pending[queue.name] = **pending;
    }
    return {};
}

/// Returns the last figures before the event; nullopt if the queue had no tasks or wasn't counted recently.
Result<std::optional<LossWatch::Pending>> LossWatch::pendingOf(
    const RecordQueue& queue, const Discontinuity& cause) const
{
    const auto last = m_file.lastSample(RecordTier::Seconds, queue.id, cause.seen);
    if (!last)
        return last.error();
    if (!*last || !isComparable(**last) || cause.seen - (*last)->at > oldestCount)
        return std::optional<Pending>();
    Pending pending{queue.id, **last, cause};
    if (const auto next = m_nextDue.find(queue.name); next != m_nextDue.end())
        pending.nextDue = next->second;
    return tasksIn(pending.before) > 0 ? std::optional(pending) : std::nullopt;
}

/// Returns the highest rate at which tasks left a queue, in tasks per second. Ignores tasks removed by operations or
/// lost in earlier events.
Result<LossWatch::Pace> LossWatch::pace(qint64 queue, TimePoint until) const
{
    const auto rows = m_file.samples(RecordTier::Seconds, queue, until - paceTime, until + Millis(1));
    if (!rows)
        return rows.error();
    const auto events = m_file.events(until - paceTime, until);
    if (!events)
        return events.error();
    Pace pace;
    bool isDoneKept = false;
    bool hasLeased = false;
    for (std::size_t i = 0; i < rows->size(); ++i) {
        const RecordSample& to = (*rows)[i];
        hasLeased = hasLeased || to[RecordSample::Leased].value_or(0) > 0;
        if (i == 0 || !isComparable((*rows)[i - 1]) || !isComparable(to))
            continue;
        const RecordSample& from = (*rows)[i - 1];
        isDoneKept = isDoneKept || to[RecordSample::Done].value_or(0) > from[RecordSample::Done].value_or(0);
        const qint64 fall = shrinkage(from, to);
        if (fall <= 0)
            continue;
        const bool isExplained = std::any_of(events->begin(), events->end(), [&](const RecordEvent& event) {
            return event.at > from.at && event.at <= to.at
                && (event.isDiscontinuity() || (event.kind == "operation" && event.queue == queue));
        });
        // A row is written at every reading that finds a changed figure, so the entire decrease happened within one
        // interval between readings.
        if (!isExplained)
            pace.perSecond = std::max(pace.perSecond, (fall * secondMs + m_every.count() - 1) / m_every.count());
    }
    pace.knowsTaken = isDoneKept || (!hasLeased && pace.perSecond == 0);
    return pace;
}

/// Handles a new count by updating the rate at which tasks leave the queue. Requires that the framework counts added
/// tasks.
void LossWatch::observe(Flow& flow, const RecordSample& sample, std::optional<qint64> everAdded) const
{
    if (!everAdded || !isComparable(sample)) {
        flow = Flow();
        return;
    }
    if (flow.last && *everAdded >= flow.everAdded && sample.at > flow.last->at) {
        const qint64 left = shrinkage(*flow.last, sample) + *everAdded - flow.everAdded;
        const qint64 length = qint64((sample.at - flow.last->at).count());
        const TimePoint minute = std::chrono::floor<std::chrono::minutes>(sample.at);
        if (flow.highest.empty() || flow.highest.back().first != minute)
            flow.highest.emplace_back(minute, 0);
        flow.highest.back().second = std::max(flow.highest.back().second, (left * secondMs + length - 1) / length);
        while (flow.highest.front().first < minute - paceTime)
            flow.highest.pop_front();
    }
    flow.last = sample;
    flow.everAdded = *everAdded;
}

Result<std::optional<QueueLoss>> LossWatch::compare(const QueueName& queue, const RecordSample& after,
    std::optional<qint64> everAdded, qint64 removed, std::optional<TimePoint> nextDue)
{
    m_nextDue[queue] = nextDue;
    Flow& flow = m_flows[queue];
    const auto found = m_pending.find(queue);
    if (found == m_pending.end()) {
        observe(flow, after, everAdded);
        return std::optional<QueueLoss>();
    }
    if (!isComparable(after))
        return std::optional<QueueLoss>();
    const Pending pending = found->second;
    m_pending.erase(found);
    LossEvidence evidence{pending.before, after, pending.cause.isTotal};
    evidence.removed = removed;
    evidence.active = pending.cause.active;
    evidence.mayBecomeDue = !pending.nextDue || *pending.nextDue <= after.at;
    if (flow.last && everAdded)
        evidence.added = std::max<qint64>(*everAdded - flow.everAdded, 0);
    const Flow before = std::exchange(flow, Flow());
    observe(flow, after, everAdded);
    flow.highest = before.highest;
    if (!lossFrom(evidence))
        return std::optional<QueueLoss>();
    const auto pace = this->pace(pending.queue, pending.before.at);
    if (!pace)
        return pace.error();
    evidence.perSecond = pace->perSecond;
    evidence.knowsTaken = pace->knowsTaken || !before.highest.empty();
    for (const auto& [minute, perSecond] : before.highest)
        evidence.perSecond = std::max(evidence.perSecond, perSecond);
    auto loss = lossFrom(evidence);
    if (!loss)
        return std::optional<QueueLoss>();
    loss->event = pending.cause.event.id;
    loss->cause = pending.cause.event.kind;
    if (const auto written = write(pending.queue, *loss, after.at); !written)
        return written.error();
    return loss;
}

/// Records a queue's loss. Several losses caused by the same event, such as a long eviction, become one.
Result<> LossWatch::write(qint64 queue, const QueueLoss& loss, TimePoint at)
{
    const auto known = m_written.find(queue);
    if (known != m_written.end() && known->second.second.event == loss.event) {
        auto& [event, sum] = known->second;
        sum.tasks += loss.tasks;
        sum.mayHaveRun += loss.mayHaveRun;
        sum.after = loss.after;
        event.text = lossText(sum).toUtf8();
        event.detail = lossJson(sum);
        return m_file.rewrite(event);
    }
    RecordEvent event{0, at, queue, "loss", lossText(loss).toUtf8(), lossJson(loss)};
    const auto id = m_file.write(event);
    if (!id)
        return id.error();
    event.id = *id;
    m_written[queue] = {event, loss};
    return {};
}

std::vector<QueueName> LossWatch::waiting() const
{
    std::vector<QueueName> names;
    for (const auto& [name, pending] : m_pending)
        names.push_back(name);
    return names;
}

void LossWatch::forget()
{
    m_pending.clear();
    m_flows.clear();
    m_nextDue.clear();
    m_written.clear();
}

} // namespace dueline
