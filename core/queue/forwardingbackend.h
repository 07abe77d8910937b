// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/queue/backend.h"
#include "core/queue/queuepulse.h"

namespace dueline {

/// Backend that forwards every call to an inner backend. Subclasses override the ports that they replace.
class ForwardingBackend : public Backend
{
public:
    explicit ForwardingBackend(std::unique_ptr<Backend> inner)
        : m_inner(std::move(inner))
    { }

    const Capabilities& capabilities() const override { return m_inner->capabilities(); }
    const Capabilities& capabilities(const QueueName& queue) const override { return m_inner->capabilities(queue); }
    QueueCapabilities queueCapabilities() const override { return m_inner->queueCapabilities(); }
    QueueInspector& inspector() override { return m_inner->inspector(); }
    QueueEditor* editor() override { return m_inner->editor(); }
    TaskBroker* broker() override { return m_inner->broker(); }
    ScheduleBook* schedules() override { return m_inner->schedules(); }
    QueueDiscovery* discovery() override { return m_inner->discovery(); }
    Result<std::unique_ptr<EventSource>> events(const std::vector<QueueName>& queues, bool wake, bool results) override
    {
        return m_inner->events(queues, wake, results);
    }
    Result<TimePoint> serverTime() override { return m_inner->serverTime(); }
    QByteArray serverVersion() const override { return m_inner->serverVersion(); }
    QByteArray serverRun() const override { return m_inner->serverRun(); }
    std::optional<TimePoint> serverStart() const override { return m_inner->serverStart(); }
    QString refusal() const override { return m_inner->refusal(); }
    Result<> permitted(const QueueName& queue) override { return m_inner->permitted(queue); }
    Result<std::optional<Foresight>> foresee(const ActionStep& step) override { return m_inner->foresee(step); }
    Result<> admits(const QueueName& queue, const std::vector<NewTask>& tasks) override
    {
        return m_inner->admits(queue, tasks);
    }
    Result<std::optional<std::vector<AddOutcome>>> foreseeAdd(
        const QueueName& queue, const std::vector<NewTask>& tasks) override
    {
        return m_inner->foreseeAdd(queue, tasks);
    }
    std::unique_ptr<QueueAudit> audit(const QueueName& queue) override { return m_inner->audit(queue); }
    std::unique_ptr<QueueCheckup> checkup(const QueueInfo& queue, const QueueName& called) override
    {
        return m_inner->checkup(queue, called);
    }
    std::unique_ptr<QueuePulse> pulse() override { return m_inner->pulse(); }

    Backend& inner() { return *m_inner; }
    const Backend& inner() const { return *m_inner; }

private:
    std::unique_ptr<Backend> m_inner;
};

} // namespace dueline
