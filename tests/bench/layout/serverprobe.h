// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/redis/redisclient.h"

namespace dueline {

/// Cost statistics of a server, read on a separate connection from the measured work.
class ServerProbe
{
public:
    explicit ServerProbe(const RedisConfig& config);

    Result<> open() { return m_client.open(); }
    /// Resets the statistics of all commands.
    void reset();
    /// Returns the process's user and system time in µs, including background threads.
    double processCpu();
    /// Returns the used memory in bytes, excluding client buffers.
    qint64 memory();

    struct Latency
    {
        double total = 0; ///< total time in the command in µs, over all calls
        qint64 calls = 0;
        double p50 = 0; ///< median time in µs
        double p99 = 0;
    };
    /// Returns the latency of one command since the last reset.
    Latency latency(const QByteArray& command);
    /// Total of all commands since the last reset, excluding those of probes.
    struct Total
    {
        qint64 calls = 0;
        double us = 0; ///< µs; commands called by scripts count twice, once as part of the script
    };
    Total total();
    /// Command recorded by SLOWLOG.
    struct Noted
    {
        QByteArray name; ///< command name, such as `EVALSHA`
        QByteArray client; ///< name of the client
        double us = 0;
    };
    /// Makes the server record every command that takes at least `us` microseconds, including those called by scripts.
    void note(int us = 0);
    /// Returns the recorded commands, newest first, and stops recording.
    std::vector<Noted> noted();
    Reply call(const Command& command);

private:
    QByteArray info(const char* section);
    /// Returns the text after `name:` in an INFO reply.
    static QByteArray field(const QByteArray& info, const QByteArray& name);

    RedisClient m_client;
};

} // namespace dueline
