// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/layouts/catalogue/composite/actedqueues.h"
#include "core/layouts/catalogue/composite/compositeroutes.h"

namespace dueline {

/// Schedule book that forwards calls to each queue's layout. A layout without schedules has an empty list and rejects
/// new schedules.
class CompositeSchedules : public ScheduleBook
{
public:
    /// Creates a schedule book. `acted`: receives the name of each changed queue.
    CompositeSchedules(const CompositeRoutes& routes, ActedQueues& acted)
        : m_routes(routes)
        , m_acted(acted)
    { }

    Result<std::vector<ScheduleState>> schedules(const QueueName& queue) override;
    Result<> put(const QueueName& queue, const Schedule& schedule, bool replace) override;
    Result<> remove(const QueueName& queue, const QByteArray& name) override;
    Result<DueSchedules> due(const QueueName& queue) override;
    Result<TickOutcome> tick(const QueueName& queue, const ScheduleState& seen, const TickDecision& decision) override;

private:
    struct Target
    {
        QueueName queue;
        ScheduleBook& book;
    };
    Result<Target> to(const QueueName& queue) const;

    const CompositeRoutes& m_routes;
    ActedQueues& m_acted;
};

} // namespace dueline
