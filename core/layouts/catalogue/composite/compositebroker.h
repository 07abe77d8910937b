// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/layouts/catalogue/composite/compositeroutes.h"

namespace dueline {

/// Broker that forwards calls to each queue's layout. Never claims tasks from a layout without leases.
class CompositeBroker : public TaskBroker
{
public:
    explicit CompositeBroker(const CompositeRoutes& routes)
        : m_routes(routes)
    { }

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
    /// Sends a worker's heartbeat to each layout, with that layout's queues.
    Result<> beat(const WorkerInfo& worker, Millis leaseFor, bool leaving) override;
    Result<bool> sweep(const QueueName& queue) override;

private:
    struct Target
    {
        QueueName queue;
        TaskBroker& broker;
    };
    Result<Target> to(const QueueName& queue) const;

    const CompositeRoutes& m_routes;
};

} // namespace dueline
