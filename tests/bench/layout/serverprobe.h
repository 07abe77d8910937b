// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/redis/redisclient.h"

namespace dueline {

/// What a server says of its own cost, read on a connection that the measured work does not use.
class ServerProbe
{
public:
    explicit ServerProbe(const RedisConfig& config);

    Result<> open() { return m_client.open(); }
    /// Forgets the statistics of all commands.
    void reset();
    /// User and system time of the whole process, in µs, background threads included.
    double processCpu();
    /// Bytes in use without the buffers of clients.
    qint64 memory();

    struct Latency
    {
        double total = 0; ///< µs inside the command, all calls
        qint64 calls = 0;
        double p50 = 0; ///< µs
        double p99 = 0;
    };
    /// Of one command since the last reset.
    Latency latency(const QByteArray& command);
    /// All commands since the last reset but those of probes.
    struct Total
    {
        qint64 calls = 0;
        double us = 0; ///< what scripts call is told once more
    };
    Total total();
    /// One command that SLOWLOG has noted.
    struct Noted
    {
        QByteArray name; ///< `EVALSHA`
        QByteArray client; ///< its name
        double us = 0;
    };
    /// From here on the server notes every command that takes so many µs; those that scripts call, too.
    void note(int us = 0);
    /// What it has noted, the latest first, and no more.
    std::vector<Noted> noted();
    Reply call(const Command& command);

private:
    QByteArray info(const char* section);
    /// The text after `name` and a colon in an INFO answer.
    static QByteArray field(const QByteArray& info, const QByteArray& name);

    RedisClient m_client;
};

} // namespace dueline
