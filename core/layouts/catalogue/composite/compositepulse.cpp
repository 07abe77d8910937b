// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/layouts/catalogue/composite/compositepulse.h"

namespace dueline {

Result<std::vector<PulseReading>> CompositePulse::read(const std::vector<QueueInfo>& queues)
{
    std::map<std::size_t, std::vector<QueueInfo>> byLayout;
    for (const QueueInfo& info : queues) {
        const auto route = m_routes.to(info.name);
        if (!route)
            continue;
        std::unique_ptr<QueuePulse>& pulse = m_pulses[route->layout];
        if (!pulse)
            pulse = route->backend->pulse();
        QueueInfo own = info;
        own.name = route->queue;
        byLayout[route->layout].push_back(std::move(own));
    }
    std::vector<PulseReading> readings;
    for (const auto& [layout, infos] : byLayout) {
        auto read = m_pulses[layout]->read(infos);
        if (!read)
            return read.error();
        for (PulseReading& reading : *read) {
            reading.queue = m_routes.nameOf(layout, reading.queue);
            readings.push_back(std::move(reading));
        }
    }
    return readings;
}

} // namespace dueline
