// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "tests/support/memory/memorystore.h"

namespace dueline {

/// Broker for the in-memory reference layout.
class MemoryBroker : public TaskBroker
{
public:
    MemoryBroker(std::shared_ptr<MemoryStore> store, QByteArray session);

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
    std::vector<TaskId> takeDue(MemoryQueue& queue, const ClaimRequest& request, TimePoint now);
    void publishResults(const QueueName& queue, const std::vector<WriteOutcome>& outcomes, const QByteArray& results);

    std::shared_ptr<MemoryStore> m_store;
    QByteArray m_session;
};

} // namespace dueline
