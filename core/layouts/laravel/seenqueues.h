// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/queue/task.h"
#include "core/redis/redisconfig.h"

#include <map>

namespace dueline {

/// Queues that had a key within the last seven days, since an empty queue has none. The names and instants are stored
/// in `$XDG_STATE_HOME/dueline/seen/…json`, readable by the owner only. A lost or unreadable file is harmless and
/// counts as empty. Files of the last `kept` servers are kept.
class SeenQueues
{
public:
    static constexpr Millis namesKept{std::chrono::hours(24 * 7)};
    static constexpr std::size_t mostNames = 10'000;
    static constexpr int kept = 64;

    /// `layout`: in the syntax of `--layout`.
    SeenQueues(const RedisConfig& redis, const QString& layout);

    const std::map<QueueName, TimePoint>& queues() const { return m_queues; }
    /// Returns when a queue was last seen; nullopt if never.
    std::optional<TimePoint> seenAt(const QueueName& queue) const;
    void see(const QueueName& queue, TimePoint at);
    /// Removes old entries and writes the file if the difference matters: a name was added or removed, or an instant is
    /// an hour older. Errors are ignored.
    void save(TimePoint now);

private:
    void read();

    QString m_path;
    std::map<QueueName, TimePoint> m_queues;
    std::map<QueueName, TimePoint> m_saved;
};

} // namespace dueline
