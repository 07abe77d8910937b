// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/layouts/catalogue/composite/actedqueues.h"
#include "core/layouts/catalogue/composite/compositeroutes.h"
#include "core/layouts/catalogue/composite/layoutfinder.h"
#include "core/layouts/port/layouttype.h"

namespace dueline {

/// Backend that combines several layouts on one server. Each call is routed to a layout by the queue's name (see
/// LayoutNames), without additional round trips. A call that concerns all layouts merges their results. A layout that
/// can't be opened or read appears as one unreadable row in queues() and doesn't affect the others. A layout discovered
/// by the finder is opened on first use, without a round trip.
class CompositeBackend : public Backend
{
public:
    /// Opens the layouts. `acted`: queues changed by operators, shared by all of a connection's lanes (threads).
    /// `finder`: null to disable discovery. Errors: same as RedisClient::open(); if no layout can be opened, the first
    /// one's error.
    static Result<std::unique_ptr<Backend>> open(const std::vector<LayoutSpec>& layouts, const LayoutOpening& opening,
        std::shared_ptr<ActedQueues> acted, std::unique_ptr<LayoutFinder> finder = {});
    ~CompositeBackend() override;

    /// Returns the combined capabilities of all layouts.
    const Capabilities& capabilities() const override;
    const Capabilities& capabilities(const QueueName& queue) const override;
    QueueCapabilities queueCapabilities() const override;
    QueueInspector& inspector() override;
    QueueEditor* editor() override;
    TaskBroker* broker() override;
    ScheduleBook* schedules() override;
    QueueDiscovery* discovery() override;
    Result<std::unique_ptr<EventSource>> events(const std::vector<QueueName>& queues, bool wake, bool results) override;
    Result<TimePoint> serverTime() override;
    QByteArray serverVersion() const override;
    QByteArray serverRun() const override;
    std::optional<TimePoint> serverStart() const override;
    QString refusal() const override;
    Result<> permitted(const QueueName& queue) override;
    Result<std::optional<Foresight>> foresee(const ActionStep& step) override;
    Result<> admits(const QueueName& queue, const std::vector<NewTask>& tasks) override;
    Result<std::optional<std::vector<AddOutcome>>> foreseeAdd(
        const QueueName& queue, const std::vector<NewTask>& tasks) override;
    std::unique_ptr<QueueAudit> audit(const QueueName& queue) override;
    std::unique_ptr<QueueCheckup> checkup(const QueueInfo& queue, const QueueName& called) override;
    std::unique_ptr<QueuePulse> pulse() override;

private:
    struct Ports;
    explicit CompositeBackend(std::unique_ptr<Ports> ports);
    Backend& first() const;
    template <typename Has> bool any(const Has& has) const;

    std::unique_ptr<Ports> m_ports;
    mutable Capabilities m_all; ///< recomputed on each call, because a reconnect may change capabilities
};

} // namespace dueline
