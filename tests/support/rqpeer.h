// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "tests/support/peerprocess.h"

namespace dueline {

/// RQ beside us on one server: tests/peers/rqjobs.py with Debian's python3-rq. Killed with this object and with the
/// test program.
class RqPeer : public PeerProcess
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
};

} // namespace dueline
