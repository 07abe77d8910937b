// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "tests/support/peerprocess.h"

namespace dueline {

/// RQ beside the tests on one server: tests/peers/rqjobs.py with Debian's python3-rq. Killed with this object and with
/// the test program.
class RqPeer : public PeerProcess
{
public:
    /// Returns why it cannot run here, for QSKIP; empty if it can.
    static QString missing();
    /// Runs a command of rqjobs.py to its end and returns the printed lines. An error ends the test with its message.
    static QByteArrayList run(const RedisServer& server, const QStringList& command);

    enum class Kind : quint8 {
        Forking, ///< as in production, with a scheduler
        Simple, ///< runs jobs in its own process, faster
    };
    /// Starts a worker that ends after `count` jobs of a queue, or never. Returns once it is ready.
    RqPeer(const RedisServer& server, const QByteArray& queue, int count = 0, Kind kind = Kind::Forking);
};

} // namespace dueline
