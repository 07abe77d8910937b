// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/layouts/catalogue/composite/compositeroutes.h"
#include "core/queue/queuepulse.h"

namespace dueline {

/// Observer of queues in different layouts. Reads each queue through its own layout.
class CompositePulse : public QueuePulse
{
public:
    explicit CompositePulse(const CompositeRoutes& routes)
        : m_routes(routes)
    { }

    Result<std::vector<PulseReading>> read(const std::vector<QueueInfo>& queues) override;

private:
    const CompositeRoutes& m_routes;
    std::map<std::size_t, std::unique_ptr<QueuePulse>> m_pulses;
};

} // namespace dueline
