// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/instant.h"
#include "core/queue/queueinspector.h"

#include <mutex>

namespace dueline {

/// Cache for the settings of the engine's queues. Settings are read from the server only on demand, and only if they
/// are older than five seconds. Thread-safe.
class SettingsCache
{
public:
    explicit SettingsCache(std::size_t queues)
        : m_cached(queues)
    { }

    /// Returns the settings last read, or the defaults before the first read.
    QueueSettings settings(int queue) const;
    /// Returns the settings, refreshing them first if they are older than `age`. A queue that was never created has the
    /// default settings. If the refresh fails, the old settings remain in effect.
    Result<QueueSettings> refreshed(
        int queue, const QueueName& name, QueueInspector& inspector, Instant now, Millis age = Millis(5'000));

private:
    struct CachedSettings
    {
        QueueSettings settings;
        std::optional<Instant> readAt;
    };

    mutable std::mutex m_mutex;
    std::vector<CachedSettings> m_cached;
};

} // namespace dueline
