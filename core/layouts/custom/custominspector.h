// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/layouts/custom/customsourcekey.h"
#include "core/layouts/native/nativeinspector.h"

namespace dueline {

/// Inspector that shows a custom design's own key and its overlay as a single queue. Tasks that no Dueline worker has
/// claimed are in the design's own key. Tasks that Dueline has leased, retried, failed, completed or discarded are in
/// the overlay, which is a native queue.
class CustomInspector : public QueueInspector
{
public:
    CustomInspector(NativeScripts& scripts, CustomSourceKey& home, QueueName queue);

    Result<std::vector<QueueInfo>> queues() override;
    Result<QueueInfo> queue(const QueueName& queue) override;
    Result<TaskPage> page(const PageRequest& request) override;
    Result<std::optional<TimePoint>> lastDue(const QueueName& queue, StateSet states) override;
    TimePoint endedUntil(const QueueName& queue, StateSet states, TimePoint now) override
    {
        return m_overlay.endedUntil(queue, states, now);
    }
    Result<SearchStep> search(const SearchRequest& request) override;
    Result<TaskDetail> task(const QueueName& queue, const TaskId& id) override;
    Result<QByteArray> payload(const QueueName& queue, const TaskId& id, qint64 offset, qint64 length) override;
    Result<std::vector<std::optional<TaskRecord>>> readRecords(
        const QueueName& queue, const std::vector<TaskId>& ids) override;
    void seekOnly(const QueueName&, StateSet states) override { m_seeksTrash = states == StateSet{TaskState::Trash}; }
    Result<std::vector<TimelineBin>> timeline(const QueueName& queue, TimePoint from, TimePoint to, int bins) override;
    Result<std::vector<StatisticsBin>> statistics(const QueueName& queue, TimePoint from, TimePoint to) override;
    Result<std::vector<WorkerInfo>> workers() override { return m_overlay.workers(); }
    Result<std::vector<OperationRecord>> operations(const QueueName& queue, int limit) override;

private:
    /// Data needed to interpret a reply about tasks in the design's own key.
    struct Frame
    {
        TimePoint now{};
        int attempts = 0; ///< maximum number of attempts for tasks in the design's key, from the queue's settings
    };

    bool isOurs(const QueueName& queue) const { return queue == m_queue; }
    Result<Frame> frame();
    Result<TaskPage> homePage(StateSet states, const Frame& frame, qint64 offset, int limit);
    Result<TaskPage> overlayPage(const PageRequest& request, StateSet states, qint64 offset, int limit);
    Result<TaskPage> merged(const PageRequest& request, StateSet home, StateSet overlay);

    NativeScripts& m_scripts;
    CustomSourceKey& m_home;
    QueueName m_queue;
    NativeInspector m_overlay;
    bool m_seeksTrash = false;
};

} // namespace dueline
