// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/console/witness/silence.h"
#include "core/queue/backend.h"

namespace dueline {

/// Watches all queues on a connection, with one SilenceRule per queue. Call look() at regular intervals.
class SilenceWatch
{
public:
    /// Creates a watch. `longestPause`: see SilenceRule.
    explicit SilenceWatch(Millis longestPause = Millis(5'000))
        : m_longestPause(longestPause)
    { }

    /// Checks whether the queues are silent. `backend` must remain valid until this object is destroyed or a later call
    /// passes another one. `queues`: result of queues(), which must have just been counted. `now`: server time. Fails
    /// only with errors that affect the connection.
    Result<std::vector<Stillness>> look(Backend& backend, const std::vector<QueueInfo>& queues, TimePoint now);

private:
    Millis m_longestPause;
    const Backend* m_backend = nullptr;
    std::unique_ptr<QueuePulse> m_pulse;
    std::map<QueueName, SilenceRule> m_rules;
};

} // namespace dueline
