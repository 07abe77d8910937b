// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/layouts/native/nativescripts.h"
#include "core/layouts/port/queuecountscheduler.h"
#include "core/layouts/port/redislane.h"

namespace dueline {

/// Inspector for the native layout. Each reply about tasks comes from a single script call, so it is consistent. Long
/// results (pages, scans, timelines, statistics) are read in bounded steps. Needs no write permissions.
class NativeInspector : public QueueInspector
{
public:
    /// Creates an inspector. `lane`: shared connection; null if it isn't shared.
    explicit NativeInspector(NativeScripts& scripts, const RedisLane* lane = nullptr);

    Result<std::vector<QueueInfo>> queues() override;
    /// Limits the number of queues counted per call, but only if the connection also has other layouts. With only
    /// native queues, all of them are counted each time.
    void paceCounts(const CountBudget& pace) override;
    /// Discards all counts. Call this after connecting to a different server.
    void forgetCounts() { m_turns.forget(); }
    Result<QueueInfo> queue(const QueueName& queue) override;
    /// Returns a complete page. If large payloads use up a step's byte budget, more calls read the rest. If the page
    /// includes tasks in several states, they are located first (see nativemerge.h).
    Result<TaskPage> page(const PageRequest& request) override;
    Result<std::optional<TimePoint>> lastDue(const QueueName& queue, StateSet states) override;
    /// Performs one search step. Redis checks ids, types, payloads of up to 64 KiB, sizes and attempts; this class
    /// checks the rest. Larger payloads are read in pieces, at most one payload per step. If a task moves during the
    /// search, it may be found twice or not at all.
    Result<SearchStep> search(const SearchRequest& request) override;
    /// Returns `now`: scripts set tasks' end times, so no end time is later than the server's time.
    TimePoint endedUntil(const QueueName&, StateSet, TimePoint now) override { return now; }
    /// Returns a task. A successful attempt adds no history line, so a done task has one more attempt than lines.
    Result<TaskDetail> task(const QueueName& queue, const TaskId& id) override;
    Result<QByteArray> payload(const QueueName& queue, const TaskId& id, qint64 offset, qint64 length) override;
    Result<std::vector<std::optional<TaskRecord>>> readRecords(
        const QueueName& queue, const std::vector<TaskId>& ids) override;
    /// Counts tasks per bin. For Done, counts the tasks in the set, plus tasks that only appear in the statistics of a
    /// minute or hour, spread evenly over that period.
    Result<std::vector<TimelineBin>> timeline(const QueueName& queue, TimePoint from, TimePoint to, int bins) override;
    Result<std::vector<StatisticsBin>> statistics(const QueueName& queue, TimePoint from, TimePoint to) override;
    Result<std::vector<RecentHistory>> recent(const std::vector<RecentRequest>& wanted, TimePoint to) override;
    Result<std::vector<WorkerInfo>> workers() override;
    Result<std::vector<OperationRecord>> operations(const QueueName& queue, int limit) override;
    Result<std::optional<UniqueHold>> holderOf(const QueueName& queue, const QByteArray& key) override;

private:
    /// Task in a set, as identified by page.lua.
    struct Listed
    {
        TaskId id;
        QByteArray score;
    };

    Result<TaskPage> list(const QueueName& queue, TaskState state, const QByteArray& part, qint64 offset, int limit);
    /// Returns the call that lists tasks. `after`: task after which the list continues; if its id is empty, `offset` is
    /// used instead.
    ScriptCall listCall(const NativeKeys& keys, TaskState state, const QByteArray& part, qint64 offset, int limit,
        const Listed& after = {}) const;
    Result<bool> takeList(const Reply& reply, const NativeKeys& keys, TaskState state, TaskPage& page) const;
    Result<TaskPage> merged(const PageRequest& request);

    NativeScripts& m_scripts;
    const RedisLane* m_lane;
    QueueCountScheduler m_turns;
};

} // namespace dueline
