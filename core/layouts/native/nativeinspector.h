// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/layouts/native/nativescripts.h"
#include "core/layouts/port/queueturns.h"
#include "core/layouts/port/redislane.h"

namespace dueline {

/// Reading the native layout. Every answer about tasks comes from one script call, so it is consistent in itself; what
/// may be long (pages, walks, timelines, statistics) is asked in bounded steps. Needs no permission to write.
class NativeInspector : public QueueInspector
{
public:
    /// `lane`: whose connection it is; null: nobody else's.
    explicit NativeInspector(NativeScripts& scripts, const RedisLane* lane = nullptr);

    Result<std::vector<QueueInfo>> queues() override;
    /// Only beside other layouts, and always as many as one call counts: alone, all are counted each time.
    void paceCounts(const CountPace& pace) override;
    /// What was counted is of another server.
    void forgetCounts() { m_turns.forget(); }
    Result<QueueInfo> queue(const QueueName& queue) override;
    /// Asks again for what is left when large payloads fill a step's byte budget, so a page is always whole. Over
    /// several states the place of the page is found first (nativemerge.h).
    Result<TaskPage> page(const PageRequest& request) override;
    Result<std::optional<TimePoint>> lastDue(const QueueName& queue, StateSet states) override;
    /// Ids, types, payloads of up to 64 KiB, sizes and attempts are judged in Redis, the rest here; larger payloads are
    /// read here in pieces, at most one per step. A task that moves while the walk goes on may be met twice or not at
    /// all.
    Result<SearchStep> search(const SearchRequest& request) override;
    /// Returns `now`: scripts stamp what ends, so no clock but the server's counts.
    TimePoint endedUntil(const QueueName&, StateSet, TimePoint now) override { return now; }
    /// Attempts of a finished task are one more than its history remembers: a success leaves no line of its own.
    Result<TaskDetail> task(const QueueName& queue, const TaskId& id) override;
    Result<QByteArray> payload(const QueueName& queue, const TaskId& id, qint64 offset, qint64 length) override;
    Result<std::vector<std::optional<TaskRecord>>> whole(
        const QueueName& queue, const std::vector<TaskId>& ids) override;
    /// Done counts what the set holds, and what the statistics of a minute (or hour) count beyond that, spread evenly
    /// over it.
    Result<std::vector<TimelineBin>> timeline(const QueueName& queue, TimePoint from, TimePoint to, int bins) override;
    Result<std::vector<StatisticsBin>> statistics(const QueueName& queue, TimePoint from, TimePoint to) override;
    Result<std::vector<RecentPast>> recent(const std::vector<RecentRequest>& wanted, TimePoint to) override;
    Result<std::vector<WorkerInfo>> workers() override;
    Result<std::vector<OperationRecord>> operations(const QueueName& queue, int limit) override;
    Result<std::optional<UniqueHold>> holderOf(const QueueName& queue, const QByteArray& key) override;

private:
    Result<TaskPage> list(const QueueName& queue, TaskState state, const QByteArray& part, qint64 offset, int limit);
    ScriptCall listCall(
        const NativeKeys& keys, TaskState state, const QByteArray& part, qint64 offset, int limit) const;
    Result<bool> takeList(const Reply& reply, const NativeKeys& keys, TaskState state, TaskPage& page) const;
    Result<TaskPage> merged(const PageRequest& request);

    NativeScripts& m_scripts;
    const RedisLane* m_lane;
    QueueTurns m_turns;
};

} // namespace dueline
