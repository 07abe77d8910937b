// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/console/witness/silence.h"
#include "core/queue/backend.h"

namespace dueline {

/// Watch for silence in the queues of a connection. Call look() at regular intervals.
class SilenceWatch
{
public:
    /// Creates a watch. `longestPause`: as for SilenceRule.
    explicit SilenceWatch(Millis longestPause = Millis(5'000))
        : m_longestPause(longestPause)
    { }

    /// Checks the queues that have just been counted. `backend`: must outlive the watch, unless a later call passes a
    /// different one; `queues`: as returned by queues(); `now`: time on the server's clock. Errors: only those of the
    /// connection.
    Result<std::vector<Stillness>> look(Backend& backend, const std::vector<QueueInfo>& queues, TimePoint now);

private:
    Millis m_longestPause;
    const Backend* m_backend = nullptr;
    std::unique_ptr<QueuePulse> m_pulse;
    std::map<QueueName, SilenceRule> m_rules;
};

} // namespace dueline
