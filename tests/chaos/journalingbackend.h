// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/queue/forwardingbackend.h"
#include "tests/chaos/journal.h"

namespace dueline::chaos {

/// Backend that records its broker's claims, acks, nacks and releases, and its schedules' ticks, in the journal:
/// requests before they are sent, and replies afterwards. Wraps the backend below the engine, so it records the
/// server's replies even if the engine misinterprets them.
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

/// Returns the journal's code for a reply.
QByteArray codeOf(WriteOutcome outcome);

} // namespace dueline::chaos
