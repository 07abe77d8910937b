// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/queue/backend.h"
#include "tests/chaos/journal.h"

namespace dueline::chaos {

/// A backend that writes every claim, ack, nack and release of its broker, and every tick of its schedules, to the
/// journal: what was sent before it is sent, what was answered afterwards. It stands at the port, so it sees what the
/// server promised, whatever the engine makes of it.
class JournalingBackend : public Backend
{
public:
    JournalingBackend(std::unique_ptr<Backend> inner, const Journal& journal);
    ~JournalingBackend() override;

    const Capabilities& capabilities() const override { return m_inner->capabilities(); }
    QueueInspector& inspector() override { return m_inner->inspector(); }
    QueueEditor* editor() override { return m_inner->editor(); }
    TaskBroker* broker() override;
    ScheduleBook* schedules() override;
    Result<std::unique_ptr<EventSource>> events(const std::vector<QueueName>& queues, bool wake, bool results) override
    {
        return m_inner->events(queues, wake, results);
    }
    Result<TimePoint> serverTime() override { return m_inner->serverTime(); }

private:
    std::unique_ptr<Backend> m_inner;
    std::unique_ptr<TaskBroker> m_broker;
    std::unique_ptr<ScheduleBook> m_schedules;
};

/// The word of an answer in the journal.
QByteArray codeOf(WriteOutcome outcome);

} // namespace dueline::chaos
