// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/queue/task.h"
#include "core/redis/redisconfig.h"

#include <map>

namespace dueline {

/// Queues that had a key within the last seven days, since an empty one has none: names and instants alone, in
/// `$XDG_STATE_HOME/dueline/seen/…json`, for its owner alone. It is no loss when it is lost; what cannot be read is as
/// if it were not there. Of all servers the last `kept` are remembered.
class SeenQueues
{
public:
    static constexpr Millis namesKept{std::chrono::hours(24 * 7)};
    static constexpr std::size_t mostNames = 10'000;
    static constexpr int kept = 64;

    /// `layout`: as `--layout` has it.
    SeenQueues(const RedisConfig& redis, const QString& layout);

    const std::map<QueueName, TimePoint>& queues() const { return m_queues; }
    /// nullopt: it was not.
    std::optional<TimePoint> seenAt(const QueueName& queue) const;
    void see(const QueueName& queue, TimePoint at);
    /// Forgets what was seen too long ago, and writes the others down where somebody would notice a difference: a name
    /// that is new or gone, or an instant that is an hour older. Where it cannot be written nothing happens.
    void save(TimePoint now);

private:
    void read();

    QString m_path;
    std::map<QueueName, TimePoint> m_queues;
    std::map<QueueName, TimePoint> m_saved;
};

} // namespace dueline
