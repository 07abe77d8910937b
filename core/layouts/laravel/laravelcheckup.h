// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/layouts/laravel/laravelspec.h"
#include "core/layouts/shared/jobs/steppedcheckup.h"
#include "core/redis/redisclient.h"

namespace dueline {

/// Checks whether a Laravel queue's first delayed and waiting jobs include any that no worker can read. Such a job is
/// lost when a worker claims it.
class LaravelCheckup : public SteppedCheckup
{
public:
    static constexpr qint64 perStep = 100;
    static constexpr qint64 mostRead = 1'000; ///< maximum number of jobs to read per key

    /// Creates a checkup. `called`: queue name to use in messages and suggested commands.
    LaravelCheckup(RedisClient& client, const LaravelSpec& spec, const QueueName& queue, const QueueName& called);

private:
    struct Unreadable
    {
        qint64 wrapped = 0; ///< number of jobs serialized or compressed by phpredis
        qint64 others = 0;
        QByteArray cause; ///< clause that explains how phpredis has changed the first of these jobs
        bool isCut = false; ///< true if only some of the jobs were read
    };

    Result<bool> readDelayed() { return read({"ZRANGE", m_list + ":delayed"}, m_delayed); }
    Result<bool> readWaiting() { return read({"LRANGE", m_list}, m_waiting); }
    Result<bool> read(Command command, Unreadable& found);
    Result<bool> judge();
    void tell(const Unreadable& found, const QString& which);

    RedisClient& m_client;
    QByteArray m_list;
    QString m_shown; ///< queue name to use in messages
    QString m_operand; ///< queue name to use in suggested commands
    Unreadable m_delayed;
    Unreadable m_waiting;
};

} // namespace dueline
