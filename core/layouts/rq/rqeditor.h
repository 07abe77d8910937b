// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/layouts/shared/jobs/ideditor.h"

namespace dueline {

/// Editor for RQ jobs.
class RqEditor : public IdEditor
{
public:
    /// Creates an editor. `ours`: prefix of Dueline's own keys.
    RqEditor(RedisClient& client, const QByteArray& ours);

    /// Always returns NotSupported.
    Result<> admits(const QueueName& queue, const std::vector<NewTask>& tasks) override;
    /// Suspends the workers of all queues. Errors: NotSupported for a single queue.
    Result<> setPaused(const QueueName& queue, bool paused) override;
    /// Tells the worker to stop the job. Errors: Refused if no worker is listening.
    Result<ItemOutcome> cancel(const QueueName& queue, const TaskRef& ref) override;
    /// Always returns NotSupported.
    Result<ItemOutcome> release(const QueueName& queue, const TaskRef& ref) override;
    Result<ItemOutcome> extend(const QueueName& queue, const TaskRef& ref, Millis leaseFor) override;
};

} // namespace dueline
