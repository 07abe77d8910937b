// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/engine/backoffdelay.h"
#include "core/engine/pipeline.h"
#include "core/queue/backend.h"

namespace dueline {

/// Listens for wake-ups and cancels on a subscription of its own and passes them on. While it cannot listen, the safety
/// poll finds what it misses; once it can again, the Fetcher looks everywhere.
class WakeListener
{
public:
    struct Report
    {
        bool event = false; ///< something was passed on
        bool failed = false;
        Instant next{}; ///< when to call again
    };

    WakeListener(Pipeline& pipeline, Backend& backend);

    /// Waits at most `timeout` for one event: the end of an engine waits as long, and each wait that ends for nothing
    /// costs an idle worker a wake-up.
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
