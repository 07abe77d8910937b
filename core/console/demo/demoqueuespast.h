// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/queue/queueinfo.h"
#include "core/redis/redisclient.h"

#include <map>

namespace dueline {

/// Dates back what ended while demo queues were filled. Transitions take their time from Redis, so whatever the filling
/// did, it did now; a picture without a past shows nothing. This writes the keys of the native layout directly, which
/// nothing but the demo may do: scores of `done` and `failed`, the instants in `history`, and the statistics of each
/// minute, such that they agree with each other.
class DemoQueuesPast
{
public:
    /// One attempt that came to an end.
    struct Run
    {
        QByteArray type;
        TimePoint dueAt{};
        Millis late{};
        Millis ran{};

        TimePoint startedAt() const { return dueAt + late; }
        TimePoint endedAt() const { return startedAt() + ran; }
    };

    DemoQueuesPast(RedisClient& redis, QByteArray prefix)
        : m_redis(redis)
        , m_prefix(std::move(prefix))
    { }

    /// Forgets what the filling itself counted, in the minutes from `from` to `to`.
    void forgetFilling(const QueueName& queue, TimePoint from, TimePoint to);
    void countAdded(const QueueName& queue, TimePoint at);
    void countTrashed(const QueueName& queue, TimePoint at);
    /// Counts a run that was done; `id` empty: of a task that is gone since.
    void done(const QueueName& queue, const Run& run, const TaskId& id);
    /// Counts runs that went wrong, the last one for good, as attempts 1, 2, … of `id`.
    void failed(const QueueName& queue, const std::vector<Run>& runs, const TaskId& id, const QByteArray& error);
    /// Counts a run that went wrong and comes again, the first attempt of `id`.
    void retried(const QueueName& queue, const Run& run, const TaskId& id, const QByteArray& error);

    /// Writes all of it. Errors: those of RedisClient.
    Result<> write(TimePoint now);

private:
    void count(const QueueName& queue, TimePoint at, const QByteArray& field);
    void countStart(const QueueName& queue, const Run& run);
    void addHistory(const QueueName& queue, const std::vector<Run>& runs, const TaskId& id, const QByteArray& outcome,
        const QByteArray& error);

    using Minute = std::pair<QueueName, qint64>; ///< since 1970

    RedisClient& m_redis;
    QByteArray m_prefix;
    std::map<Minute, std::map<QByteArray, qint64>> m_counts;
    std::vector<Command> m_forget;
    std::vector<Command> m_dates;
};

} // namespace dueline
