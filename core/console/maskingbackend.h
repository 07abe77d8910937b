// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/console/payloadmask.h"
#include "core/queue/backend.h"

namespace dueline {

/// A backend whose inspector masks payloads, results and errors before anybody sees them. Editor, broker, schedules and
/// events are those of the backend inside: what runs tasks needs them whole, and no list shows the payloads of
/// schedules.
class MaskingBackend : public Backend
{
public:
    MaskingBackend(std::unique_ptr<Backend> inner, const QStringList& fields);
    ~MaskingBackend() override;

    const Capabilities& capabilities() const override { return m_inner->capabilities(); }
    QueueInspector& inspector() override;
    QueueEditor* editor() override { return m_inner->editor(); }
    TaskBroker* broker() override { return m_inner->broker(); }
    ScheduleBook* schedules() override { return m_inner->schedules(); }
    Result<std::unique_ptr<EventSource>> events(
        const std::vector<QueueName>& queues, bool wake, bool results) override
    {
        return m_inner->events(queues, wake, results);
    }
    Result<TimePoint> serverTime() override { return m_inner->serverTime(); }
    QByteArray serverVersion() const override { return m_inner->serverVersion(); }
    QByteArray serverRun() const override { return m_inner->serverRun(); }
    QString refusal() const override { return m_inner->refusal(); }
    Result<> permitted(const QueueName& queue) override { return m_inner->permitted(queue); }
    std::unique_ptr<QueueAudit> audit(const QueueName& queue) override { return m_inner->audit(queue); }

private:
    class Inspector;

    std::unique_ptr<Backend> m_inner;
    std::unique_ptr<Inspector> m_inspector;
};

} // namespace dueline
