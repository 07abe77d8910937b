// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/queue/schedulebook.h"

namespace dueline {

/// A framework's recurring tasks, read-only: every function that a derived class doesn't override returns refusal().
class ListedSchedules : public ScheduleBook
{
public:
    /// Creates a schedule book. `refusal`: a NotSupported error that says who can change the schedules.
    explicit ListedSchedules(Error refusal)
        : m_refusal(std::move(refusal))
    { }

    Result<> put(const QueueName&, const Schedule&, bool) override { return m_refusal; }
    Result<> remove(const QueueName&, const QByteArray&) override { return m_refusal; }
    Result<DueSchedules> due(const QueueName&) override { return m_refusal; }
    Result<TickOutcome> tick(const QueueName&, const ScheduleState&, const TickDecision&) override { return m_refusal; }

protected:
    const Error& refusal() const { return m_refusal; }

private:
    Error m_refusal;
};

} // namespace dueline
