// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/layouts/shared/jobs/membereditor.h"
#include "core/layouts/sidekiq/sidekiqwork.h"

namespace dueline {

/// Editor for Sidekiq jobs. Makes the same changes as Sidekiq's own functions, but only if the job hasn't moved or
/// changed since the client read it.
class SidekiqEditor : public MemberEditor
{
public:
    /// Creates an editor. `ours`: prefix of Dueline's own keys. `work`: object that reads running jobs and detects dead
    /// processes.
    SidekiqEditor(RedisClient& client, RedisClock& clock, const SidekiqSpec& spec, const QByteArray& ours,
        std::shared_ptr<SidekiqWork> work);

    /// Adds jobs. A task's payload becomes the job's arguments. Future tasks are added to the shared pseudo-queue.
    Result<std::vector<AddOutcome>> add(const QueueName& queue, const std::vector<NewTask>& tasks) override;
    Result<> admits(const QueueName& queue, const std::vector<NewTask>& tasks) override;
    Result<std::optional<std::vector<AddOutcome>>> foreseeAdd(
        const QueueName& queue, const std::vector<NewTask>& tasks) override;
    QueueName laterPlace(const QueueName&) const override { return m_spec.sharedPlace(); }
    TaskId idFor(const QueueName& queue, const NewTask& task) const override;
    /// Always returns NotSupported.
    Result<> setPaused(const QueueName& queue, bool paused) override;

protected:
    OverlayKeys keys(const QueueName& queue) const override;
    std::vector<TaskSource> sourcesOf(const QueueName& queue) const override;
    /// Reads the running jobs, because a retry may requeue jobs of dead processes, and other actions report why they
    /// skip a running job.
    Result<> refuse(ActionKind kind, const QueueName& queue) override;
    /// Finds tasks like MemberEditor::find(). Skips the `interrupted` set if the user isn't allowed to read it.
    Result<std::vector<std::optional<MemberPlace>>> find(
        const QueueName& queue, const TaskSource& source, const std::vector<MemberWanted>& wanted) override;
    std::vector<QByteArray> probed(const QueueName& queue) const override;
    bool edits(const QueueName& queue) const override { return m_spec.isShared(queue); }
    Result<QByteArray> withPayload(const QByteArray& member, const QByteArray& payload) override;
    Result<std::vector<QByteArray>> wordsFor(const Action& action, const QueueName& queue, TaskState state,
        const QByteArray& name, const std::optional<MemberPlace>& place) override;

private:
    /// Returns whether the job that each task was exported from (NewTask::stored) still exists, byte for byte, in this
    /// queue or in a shared set, waiting to be moved to this queue.
    Result<std::vector<bool>> areStored(const QueueName& queue, const std::vector<NewTask>& tasks);

    /// Returns the script arguments for requeuing a job from a dead process's list.
    std::vector<QByteArray> wordsToPutBack(
        const QueueName& queue, const MemberPlace& place, const HeldList& list) const;
    /// Returns whether a process reports that it is running this job. If so, scans for reliable fetch lists, because
    /// one may contain the job.
    Result<bool> isReportedRunning(const QueueName& queue, const TaskId& id);

    SidekiqSpec m_spec;
    QByteArray m_ours;
    std::shared_ptr<SidekiqWork> m_work;
    qint64 m_pushes = 0; ///< counter that distinguishes pushes made in the same millisecond
};

} // namespace dueline
