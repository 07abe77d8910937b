// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "tests/support/peerprocess.h"

namespace dueline {

/// RQ for the tests on one server: tests/peers/rqjobs.py with Debian's python3-rq. Killed when this object is destroyed
/// or the test program ends.
class RqPeer : public PeerProcess
{
public:
    /// Returns why the peer can't run on this machine, for QSKIP, or an empty string if it can.
    static QString missing();
    /// Runs an rqjobs.py command to completion and returns the printed lines. Errors abort the test with their message.
    static QByteArrayList run(const RedisServer& server, const QStringList& command);

    enum class Kind : quint8 {
        Forking, ///< forks for each job and includes a scheduler, as in production
        Simple, ///< runs jobs in the worker process itself, which is faster
    };
    /// Starts a worker that ends after `count` jobs from a queue (0: never), and waits until it is ready.
    RqPeer(const RedisServer& server, const QByteArray& queue, int count = 0, Kind kind = Kind::Forking);
};

} // namespace dueline
