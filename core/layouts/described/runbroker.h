// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/layouts/described/describededitor.h"
#include "core/layouts/described/runqueues.h"

namespace dueline {

/// Broker for the queues of a layout file with a `[run]` table. To claim tasks, one script moves due tasks from the
/// file's keys to a native queue (see RunQueue), and the native script then leases them there. If the worker dies
/// between the two steps, the next claim finds the tasks. From then on, tasks are handled as in any native queue.
class RunBroker : public TaskBroker
{
public:
    /// Time within which to repeat a claim that returned no tasks: the queue's own producers can't wake Dueline's
    /// workers.
    static constexpr Millis lookEvery{100};

    /// Creates a broker. `isForeign`: returns whether a key belongs to a known framework.
    RunBroker(RunQueues& queues, std::shared_ptr<const Description> description,
        std::function<bool(const QByteArray& key)> isForeign);

    Result<Claim> claim(const ClaimRequest& request) override;
    Result<std::vector<TaskLoad>> load(const QueueName& queue, const std::vector<Lease>& leases) override;
    Result<std::vector<WriteOutcome>> ack(
        const QueueName& queue, const std::vector<Ack>& acks, const QByteArray& results) override;
    Result<std::vector<WriteOutcome>> nack(
        const QueueName& queue, const std::vector<Nack>& nacks, const QByteArray& results) override;
    Result<std::vector<WriteOutcome>> release(const QueueName& queue, const std::vector<Lease>& leases) override;
    Result<std::vector<ExtendOutcome::Value>> extend(
        const QueueName& queue, const std::vector<Lease>& leases, Millis leaseFor) override;
    Result<Recovered> recover(const QueueName& queue, int limit) override;
    Result<> quarantine(const QueueName& queue, const std::vector<Lease>& leases, const QByteArray& reason) override;
    Result<> beat(const WorkerInfo& worker, Millis leaseFor, bool leaving) override;
    Result<bool> sweep(const QueueName& queue) override;

private:
    /// Claim state of one queue.
    struct Line
    {
        qint64 passed = 0; ///< number of due tasks to skip because this worker can't run them
        /// True if the last claim got no reply. Until it has been repeated, no tasks are taken.
        bool isUnanswered = false;
    };
    /// Result of taking tasks out of the file's keys.
    struct Taken
    {
        bool lookOn = false; ///< true if the tasks that this worker can't run may be followed by more due tasks
        std::optional<TimePoint> nextDue; ///< earliest due time in the future
    };

    /// Returns the broker for a queue's claimed tasks. Errors: Refused for a queue without places to claim from.
    Result<NativeBroker*> brokerOf(const QueueName& queue);
    /// Takes up to `limit` due tasks that the worker can run.
    Result<Taken> take(RunQueue& queue, const ClaimRequest& request, int limit, Line& line);
    std::vector<PlaceKey> keysOf(const QueueName& queue) const;

    RunQueues& m_queues;
    std::function<bool(const QByteArray&)> m_isForeign;
    DescribedEditor m_taker;
    RedisClock m_clock;
    std::map<QueueName, Line> m_lines;
};

} // namespace dueline
