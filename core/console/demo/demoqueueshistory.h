// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/queue/queueinfo.h"
#include "core/redis/redisclient.h"

#include <map>

namespace dueline {

/// History for the demo queues. Transitions use the server's clock, so without this class, everything would appear to
/// have just happened. It overwrites the scores of `done` and `failed`, the times in `history`, and the per-minute
/// statistics, so that they match. No other code may write the native layout's keys directly.
class DemoQueuesHistory
{
public:
    /// Run that has ended.
    struct Run
    {
        QByteArray type;
        TimePoint dueAt{};
        Millis late{};
        Millis ran{};

        TimePoint startedAt() const { return dueAt + late; }
        TimePoint endedAt() const { return startedAt() + ran; }
    };

    DemoQueuesHistory(RedisClient& redis, QByteArray prefix)
        : m_redis(redis)
        , m_prefix(std::move(prefix))
    { }

    /// Deletes the statistics for the minutes from `from` to `to`, when the queues were being filled.
    void forgetFilling(const QueueName& queue, TimePoint from, TimePoint to);
    void countAdded(const QueueName& queue, TimePoint at);
    void countTrashed(const QueueName& queue, TimePoint at);
    /// Adds a successful run. `id`: empty if the task is no longer stored.
    void done(const QueueName& queue, const Run& run, const TaskId& id);
    /// Adds failed runs as attempts 1, 2, … at a task. The last one fails the task permanently.
    void failed(const QueueName& queue, const std::vector<Run>& runs, const TaskId& id, const QByteArray& error);
    /// Adds a failed run as the first attempt at a task that will be retried.
    void retried(const QueueName& queue, const Run& run, const TaskId& id, const QByteArray& error);

    /// Writes everything that was added. Errors: same as RedisClient.
    Result<> write(TimePoint now);

private:
    void count(const QueueName& queue, TimePoint at, const QByteArray& field);
    void countStart(const QueueName& queue, const Run& run);
    void addHistory(const QueueName& queue, const std::vector<Run>& runs, const TaskId& id, const QByteArray& outcome,
        const QByteArray& error);

    using Minute = std::pair<QueueName, qint64>; ///< queue, and minutes since 1970

    RedisClient& m_redis;
    QByteArray m_prefix;
    std::map<Minute, std::map<QByteArray, qint64>> m_counts;
    std::vector<Command> m_forget;
    std::vector<Command> m_dates;
};

} // namespace dueline
