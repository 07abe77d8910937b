// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "tests/support/foreignkeys.h"
#include "tests/support/phppeer.h"
#include "tests/support/recordedkeys.h"

#include <QTest>

namespace dueline {

/// Server with Laravel queues whose jobs the tests write themselves.
class LaravelServer : public RedisServer
{
public:
    static inline const QByteArray list = "laravel_database_queues:mail";

    /// Returns a job in Laravel 12's format. `further` contains more fields and must start with a comma.
    static QByteArray job(const QByteArray& uuid, const QByteArray& further = {}, int attempts = 0)
    {
        return R"({"uuid":")" + uuid
            + R"(","displayName":"App\\Jobs\\Mail","job":"Illuminate\\Queue\\CallQueuedHandler@call","maxTries":3,)"
              R"("backoff":"5,10","data":{"commandName":"App\\Jobs\\Mail","command":"O:13:\"App\\Jobs\\Mail\":2:{s:5:\"\u0000*\u0000to\";)"
              R"(s:5:\"caf\u00e9\";s:1:\"n\";d:1.10;}"},"createdAt":1795601606)"
            + further + R"(,"attempts":)" + QByteArray::number(attempts) + '}';
    }
    void push(const QByteArray& payload, const QByteArray& to = list)
    {
        call({"RPUSH", to, payload});
        call({"RPUSH", to + ":notify", "1"});
    }
    void put(const char* set, qint64 score, const QByteArray& payload)
    {
        call({"ZADD", list + ':' + set, QByteArray::number(score), payload});
    }
    /// Returns the framework's keys with their values.
    std::map<QByteArray, QByteArrayList> theirs() { return foreignKeys(*this, ComparedEnd::WhetherThereIsOne); }
    void loadHorizon() { RecordedKeys("horizon-5").load(*this); }
};

} // namespace dueline
