// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/layouts/shared/jobs/ideditor.h"

#include <set>

namespace dueline {

/// Changes tasks of asynq.
class AsynqEditor : public IdEditor
{
public:
    static constexpr int usualAttempts = 26; ///< where a program says nothing: 25 retries

    /// `ours`: the prefix of our own keys.
    AsynqEditor(RedisClient& client, const QByteArray& ours);

    /// Errors: NotSupported, for what asynq does not know.
    Result<std::vector<AddOutcome>> add(const QueueName& queue, const std::vector<NewTask>& tasks) override;
    Millis dueUnit(const QueueName&) const override { return Millis(1'000); }
    Result<> admits(const QueueName& queue, const std::vector<NewTask>& tasks) override;
    Result<std::optional<std::vector<AddOutcome>>> foreseeAdd(
        const QueueName& queue, const std::vector<NewTask>& tasks) override;
    TaskId idFor(const QueueName& queue, const NewTask& task) const override;
    Result<> setPaused(const QueueName& queue, bool paused) override;
    /// Errors: Refused, where no server listens.
    Result<ItemOutcome> cancel(const QueueName& queue, const TaskRef& ref) override;
    /// Errors: NotSupported, always.
    Result<ItemOutcome> release(const QueueName& queue, const TaskRef& ref) override;
    Result<ItemOutcome> extend(const QueueName& queue, const TaskRef& ref, Millis leaseFor) override;

    /// Makes state and place of these agree, where they still differ; see `mend.lua`. How many were mended. Errors:
    /// Refused, where the archive is full.
    Result<qint64> mend(const QueueName& queue, const std::set<TaskId>& ids);
};

} // namespace dueline
