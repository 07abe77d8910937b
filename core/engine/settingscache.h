// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/instant.h"
#include "core/queue/queueinspector.h"

#include <mutex>

namespace dueline {

/// The settings of the engine's queues as last read. Asked for often, read from the server only when somebody needs
/// them and they are older than five seconds. Thread-safe.
class SettingsCache
{
public:
    explicit SettingsCache(std::size_t queues)
        : m_entries(queues)
    { }

    /// As last read; the defaults before that.
    QueueSettings settings(int queue) const;
    /// Reads them again unless they are younger than `age`. A queue nobody made yet has the defaults. After an error
    /// the old ones stay.
    Result<QueueSettings> refreshed(
        int queue, const QueueName& name, QueueInspector& inspector, Instant now, Millis age = Millis(5'000));

private:
    struct Entry
    {
        QueueSettings settings;
        std::optional<Instant> readAt;
    };

    mutable std::mutex m_mutex;
    std::vector<Entry> m_entries;
};

} // namespace dueline
