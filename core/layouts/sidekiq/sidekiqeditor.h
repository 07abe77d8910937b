// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/layouts/shared/jobs/membereditor.h"
#include "core/layouts/sidekiq/sidekiqspec.h"

namespace dueline {

/// Changes jobs of Sidekiq as its own calls do, each only while its very bytes stand where they were seen.
class SidekiqEditor : public MemberEditor
{
public:
    /// `ours`: the prefix of our own keys.
    SidekiqEditor(RedisClient& client, RedisClock& clock, const SidekiqSpec& spec, const QByteArray& ours);

    /// A task's payload are its arguments; one that is due later goes to the place that all queues share.
    Result<std::vector<AddOutcome>> add(const QueueName& queue, const std::vector<NewTask>& tasks) override;
    Result<> admits(const QueueName& queue, const std::vector<NewTask>& tasks) override;
    Result<std::optional<std::vector<AddOutcome>>> foreseeAdd(
        const QueueName& queue, const std::vector<NewTask>& tasks) override;
    QueueName laterPlace(const QueueName&) const override { return m_spec.sharedPlace(); }
    TaskId idFor(const QueueName& queue, const NewTask& task) const override;
    /// Errors: NotSupported, always.
    Result<> setPaused(const QueueName& queue, bool paused) override;

protected:
    OverlayKeys keys(const QueueName& queue) const override;
    std::vector<TaskSource> sourcesOf(const QueueName& queue) const override;
    std::vector<QByteArray> probed(const QueueName& queue) const override;
    Result<std::vector<QByteArray>> wordsFor(const Action& action, const QueueName& queue, TaskState state,
        const QByteArray& name, const std::optional<MemberPlace>& place) override;

private:
    /// Returns for each task whether the job it was exported from (NewTask::stored) is in that queue, or waits in one
    /// of the shared places for it: the very bytes. Errors: those of reading.
    Result<std::vector<bool>> areStored(const QueueName& queue, const std::vector<NewTask>& tasks);

    SidekiqSpec m_spec;
    QByteArray m_ours;
    qint64 m_pushes = 0; ///< tells those of one millisecond apart
};

} // namespace dueline
