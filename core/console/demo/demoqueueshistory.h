// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/queue/queueinfo.h"
#include "core/redis/redisclient.h"

#include <map>

namespace dueline {

/// Writer of the demo queues' history. Transitions use the server's clock, so without this class,
/// everything would appear to have just happened. It writes the keys of the native layout directly,
/// which only the demo may do: the scores of `done` and `failed`, the instants in `history`, and
/// the per-minute statistics, all consistent with each other.
class DemoQueuesHistory
{
public:
    /// One finished attempt.
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

    /// Deletes the statistics created by filling the queues, for the minutes from `from` to `to`.
    void forgetFilling(const QueueName& queue, TimePoint from, TimePoint to);
    void countAdded(const QueueName& queue, TimePoint at);
    void countTrashed(const QueueName& queue, TimePoint at);
    /// Records a successful run. `id`: may be empty for a task that no longer exists.
    void done(const QueueName& queue, const Run& run, const TaskId& id);
    /// Records failed runs as attempts 1, 2, … of `id`. The last run is final.
    void failed(const QueueName& queue, const std::vector<Run>& runs, const TaskId& id, const QByteArray& error);
    /// Records a failed run, which will be retried, as the first attempt of `id`.
    void retried(const QueueName& queue, const Run& run, const TaskId& id, const QByteArray& error);

    /// Writes all recorded data. Errors: those of RedisClient.
    Result<> write(TimePoint now);

private:
    void count(const QueueName& queue, TimePoint at, const QByteArray& field);
    void countStart(const QueueName& queue, const Run& run);
    void addHistory(const QueueName& queue, const std::vector<Run>& runs, const TaskId& id, const QByteArray& outcome,
        const QByteArray& error);

    using Minute = std::pair<QueueName, qint64>; ///< queue, and minute since 1970

    RedisClient& m_redis;
    QByteArray m_prefix;
    std::map<Minute, std::map<QByteArray, qint64>> m_counts;
    std::vector<Command> m_forget;
    std::vector<Command> m_dates;
};

} // namespace dueline
