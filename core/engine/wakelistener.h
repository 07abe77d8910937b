// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/engine/backoffdelay.h"
#include "core/engine/pipeline.h"
#include "core/queue/backend.h"

namespace dueline {

/// Service that subscribes to wake-ups and cancellations on its own connection, and forwards them. While it can't
/// subscribe, the safety poll finds due tasks. After resubscribing, it makes the Fetcher check every queue.
class WakeListener
{
public:
    struct Report
    {
        bool event = false; ///< true if an event was forwarded
        bool failed = false;
        Instant next{}; ///< time of the next call
    };

    WakeListener(Pipeline& pipeline, Backend& backend);

    /// Waits up to `timeout` for one event. A longer default would delay the shutdown; a shorter one would wake an idle
    /// worker more often.
    Report runOnce(Instant now, Millis timeout = Millis(250));

private:
    Result<> subscribe();
    void pass(const QueueEvent& event);

    Pipeline& m_pipeline;
    Backend& m_backend;
    std::unique_ptr<EventSource> m_source;
    BackoffDelay m_backoff;
};

} // namespace dueline
