// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/layouts/shared/jobs/ideditor.h"

#include <functional>
#include <set>

namespace dueline {

/// Editor that applies operator actions to asynq tasks.
class AsynqEditor : public IdEditor
{
public:
    static constexpr int usualAttempts = 26; ///< asynq's default maximum: 25 retries, plus the first run

    /// Creates an editor. `ours`: prefix of Dueline's own keys. `isProven`: returns true for a queue that is known to
    /// exist although its tasks are only in keys that the scripts can't find, such as unlisted groups.
    AsynqEditor(RedisClient& client, const QByteArray& ours, std::function<bool(const QueueName&)> isProven);

    /// Adds tasks. Errors: NotSupported for options that asynq lacks.
    Result<std::vector<AddOutcome>> add(const QueueName& queue, const std::vector<NewTask>& tasks) override;
    Millis dueUnit(const QueueName&) const override { return Millis(1'000); }
    Result<> admits(const QueueName& queue, const std::vector<NewTask>& tasks) override;
    Result<std::optional<std::vector<AddOutcome>>> foreseeAdd(
        const QueueName& queue, const std::vector<NewTask>& tasks) override;
    TaskId idFor(const QueueName& queue, const NewTask& task) const override;
    Result<> setPaused(const QueueName& queue, bool paused) override;
    /// Tells the server to cancel the task. Errors: Refused if no server is listening.
    Result<ItemOutcome> cancel(const QueueName& queue, const TaskRef& ref) override;
    /// Always returns NotSupported.
    Result<ItemOutcome> release(const QueueName& queue, const TaskRef& ref) override;
    Result<ItemOutcome> extend(const QueueName& queue, const TaskRef& ref, Millis leaseFor) override;

    /// Repairs these tasks if their state still doesn't match their key (see `mend.lua`). Returns the number of
    /// repaired tasks. Errors: Refused if the archive is full.
    Result<qint64> mend(const QueueName& queue, const std::set<TaskId>& ids);
};

} // namespace dueline
