// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/queue/task.h"
#include "core/redis/redisconfig.h"

#include <map>

namespace dueline {

/// Queues that had a key within the last seven days. They are remembered because an empty queue has no key. Their
/// names, and the times they were last seen, are stored in `$XDG_STATE_HOME/dueline/seen/…json`, which only its owner
/// can read. A missing or unreadable file is treated as empty. Only the files of the last `kept` servers are retained.
class SeenQueues
{
public:
    static constexpr Millis namesKept{std::chrono::hours(24 * 7)};
    static constexpr std::size_t mostNames = 10'000;
    static constexpr int kept = 64;

    /// Creates a store. `layout`: the layout in `--layout` syntax.
    SeenQueues(const RedisConfig& redis, const QString& layout);

    const std::map<QueueName, TimePoint>& queues() const { return m_queues; }
    /// Returns when a queue was last seen; nullopt if never.
    std::optional<TimePoint> seenAt(const QueueName& queue) const;
    void see(const QueueName& queue, TimePoint at);
    /// Removes old entries. Writes the file if the change is significant: a name was added or removed, or a time
    /// differs by at least an hour. Errors are ignored.
    void save(TimePoint now);

private:
    void read();

    QString m_path;
    std::map<QueueName, TimePoint> m_queues;
    std::map<QueueName, TimePoint> m_saved;
};

} // namespace dueline
