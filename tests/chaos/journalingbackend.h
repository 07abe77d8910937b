// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/queue/forwardingbackend.h"
#include "tests/chaos/journal.h"

namespace dueline::chaos {

/// A backend that writes every claim, ack, nack and release of its broker, and every tick of its schedules, to the
/// journal: what was sent before it is sent, what was answered afterwards. It stands at the port, so it sees what the
/// server promised, whatever the engine makes of it.
class JournalingBackend : public ForwardingBackend
{
public:
    JournalingBackend(std::unique_ptr<Backend> inner, const Journal& journal);
    ~JournalingBackend() override;

    TaskBroker* broker() override;
    ScheduleBook* schedules() override;

private:
    std::unique_ptr<TaskBroker> m_broker;
    std::unique_ptr<ScheduleBook> m_schedules;
};

/// The word of an answer in the journal.
QByteArray codeOf(WriteOutcome outcome);

} // namespace dueline::chaos
