// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "tests/integration/laravelplace.h"
#include "tests/integration/layoutacts.h"

#include <QJsonDocument>
#include <QJsonObject>

namespace dueline {

/// Server with Laravel queues and Horizon, for testing operations on their jobs.
class LaravelActs : public LayoutActs<LaravelServer>
{
public:
    static inline const QueueName shared = "@laravel";

    LaravelActs()
        : LayoutActs(QStringLiteral("laravel"))
    { }

    /// Adds three waiting jobs, two delayed jobs and one running job, and Horizon's entries for each.
    void fill()
    {
        for (const char* uuid : {"q1", "q2", "q3"})
            server.push(LaravelServer::job(uuid));
        server.put("delayed", 9'000'000'000, LaravelServer::job("d1"));
        server.put("delayed", 9'000'000'007, LaravelServer::job("d2", R"(,"tags":[])", 1));
        server.put("reserved", 9'000'000'001, LaravelServer::job("r1", {}, 1));
        server.loadHorizon();
        server.call({"ZREM", "laravel_horizon:failed_jobs", "f-gone"});
    }
    /// Adds jobs to `mail` with Laravel and returns their UUIDs.
    QByteArrayList add(int count, int delay, int from = 0)
    {
        return PhpPeer::run(&server,
            {QStringLiteral("add"), QStringLiteral("mail"), QString::number(count), QString::number(delay),
                QStringLiteral("Mail"), QString::number(from)});
    }
    QByteArrayList queued(const QByteArray& list = LaravelServer::list)
    {
        QByteArrayList members;
        for (const Reply& member : server.call({"LRANGE", list, "0", "-1"}).items)
            members.append(member.bytes);
        return members;
    }
};

} // namespace dueline
