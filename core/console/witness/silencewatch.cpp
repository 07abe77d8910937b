// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/console/witness/silencewatch.h"

namespace dueline {

Result<std::vector<Stillness>> SilenceWatch::look(Backend& backend, const std::vector<QueueInfo>& queues, TimePoint now)
{
    if (m_backend != &backend) {
        m_backend = &backend;
        m_pulse = backend.pulse();
    }
    const auto readings = m_pulse->read(queues);
    if (!readings)
        return readings.error();
    std::vector<Stillness> judged;
    for (const PulseReading& reading : *readings)
        judged.push_back(m_rules.try_emplace(reading.queue, m_longestPause).first->second.look(reading, now));
    return judged;
}

} // namespace dueline
