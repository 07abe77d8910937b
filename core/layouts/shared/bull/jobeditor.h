// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/layouts/shared/bull/jobworkers.h"
#include "core/layouts/shared/jobs/ideditor.h"

namespace dueline {

/// Parameters that differ between the editors for Bull and BullMQ.
struct JobEditing
{
    QByteArray layout; ///< `bull` or `bullmq`; also the name of the folder with the scripts
    QByteArray prefix; ///< prefix of the framework's keys, such as `bull`
    int mostPriority = 0; ///< see Capabilities::mostPriority
    /// Owner that the user has specified for queues whose owner is unclear; passed to the scripts as ARGV 3.
    QByteArray word;
    std::function<std::vector<TaskSource>(const QueueName&)> sources;
    FrameworkScripts::RefusalText refusal;
    const char* framework = ""; ///< name of the framework in messages
    std::optional<int> usualAttempts = {}; ///< number of attempts to write if a new job has none; nullopt: write none
    bool keepsOptions = false; ///< true if the script `add` accepts a transferred job's stored options
};

/// Editor that applies operator actions to Bull or BullMQ jobs.
class JobEditor : public IdEditor
{
public:
    /// Creates an editor. `ours`: prefix of Dueline's own keys.
    JobEditor(RedisClient& client, const QByteArray& ours, const JobEditing& editing);

    Result<std::vector<AddOutcome>> add(const QueueName& queue, const std::vector<NewTask>& tasks) override;
    Result<> admits(const QueueName& queue, const std::vector<NewTask>& tasks) override;
    Result<std::optional<std::vector<AddOutcome>>> foreseeAdd(
        const QueueName& queue, const std::vector<NewTask>& tasks) override;
    TaskId idFor(const QueueName& queue, const NewTask& task) const override;
    Result<> setPaused(const QueueName& queue, bool paused) override;

private:
    Result<std::vector<bool>> areUnderTheirNumbers(const QueueName& queue, const std::vector<NewTask>& tasks);
    Result<> checkNew(const std::vector<NewTask>& tasks) const;
    /// Returns a new job's `opts` as JSON. The specified options take precedence over the stored ones.
    Result<QByteArray> optionsOf(const NewTask& task) const;
    /// Returns whether workers are connected to the queue. They can be even if the queue has no keys, for example after
    /// FLUSHALL.
    Result<bool> isLive(const QueueName& queue);

    JobEditing m_editing;
    JobWorkers m_workers;
};

} // namespace dueline
