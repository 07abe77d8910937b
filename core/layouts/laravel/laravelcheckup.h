// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/layouts/laravel/laravelspec.h"
#include "core/layouts/shared/jobs/steppedcheckup.h"
#include "core/redis/redisclient.h"

namespace dueline {

/// Looks at the first jobs of a Laravel queue, delayed and waiting, for those that no worker can read: whoever takes
/// one loses it.
class LaravelCheckup : public SteppedCheckup
{
public:
    static constexpr qint64 perStep = 100;
    static constexpr qint64 mostRead = 1'000; ///< jobs of each key

    /// `called`: what the queue is called in sentences and commands.
    LaravelCheckup(RedisClient& client, const LaravelSpec& spec, const QueueName& queue, const QueueName& called);

private:
    struct Unreadable
    {
        qint64 wrapped = 0; ///< by phpredis
        qint64 others = 0;
        QByteArray cause; ///< of the first that was wrapped
        bool isCut = false; ///< more jobs are there than were read
    };

    Result<bool> readDelayed() { return read({"ZRANGE", m_list + ":delayed"}, m_delayed); }
    Result<bool> readWaiting() { return read({"LRANGE", m_list}, m_waiting); }
    Result<bool> read(Command command, Unreadable& found);
    Result<bool> judge();
    void tell(const Unreadable& found, const QString& which);

    RedisClient& m_client;
    QByteArray m_list;
    QString m_shown; ///< the queue, in sentences
    QString m_operand; ///< the queue, in commands
    Unreadable m_delayed;
    Unreadable m_waiting;
};

} // namespace dueline
