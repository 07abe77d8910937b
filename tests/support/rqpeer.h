// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "tests/support/redisserver.h"

namespace dueline {

/// RQ beside us on one server: tests/peers/rqjobs.py with Debian's python3-rq. Killed with this object and with the
/// test program.
class RqPeer
{
public:
    /// Why there is none here, for QSKIP; empty when it can run.
    static QString missing();
    /// Runs a command of rqjobs.py to its end; the lines it printed. What goes wrong ends the test with its words.
    static QByteArrayList run(const RedisServer& server, const QStringList& command);

    enum class Kind : quint8 {
        Forking, ///< as users run it, with a scheduler
        Simple, ///< runs jobs in its own process, faster
    };
    /// Starts a worker that ends after `count` jobs of a queue, or never; returns once it is ready.
    RqPeer(const RedisServer& server, const QByteArray& queue, int count = 0, Kind kind = Kind::Forking);
    ~RqPeer();
    RqPeer(const RqPeer&) = delete;
    RqPeer& operator=(const RqPeer&) = delete;

    void kill9();
    /// Whether it ended by itself within that time.
    bool finish(int timeoutMs = 60'000);
    /// The ids of the jobs that ended, in order.
    QByteArrayList ran() const;
    QByteArray said() const;

private:
    QTemporaryDir m_folder;
    QProcess m_process;
};

} // namespace dueline
