// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "tests/support/peerprocess.h"

namespace dueline {

/// A stand-in for a server of asynq beside us: tests/peers/asynqjobs.py with Debian's python3-redis. Killed with this
/// object and with the test program.
class AsynqPeer : public PeerProcess
{
public:
    /// Why there is none here, for QSKIP; empty when it can run.
    static QString missing();
    /// Enqueues tasks as asynqjobs.py reads them; their ids. What goes wrong ends the test with its words.
    static QByteArrayList add(const RedisServer& server, const QStringList& tasks);
    /// Announces entries of a scheduler as asynqjobs.py reads them; its key. What goes wrong ends the test.
    static QByteArray schedule(const RedisServer& server, const QStringList& entries);

    /// Starts one that ends after `count` tasks of a queue, or never; returns once it listens. `lease`: s.
    AsynqPeer(const RedisServer& server, const QByteArray& queue, int count = 0, int lease = 30);
};

} // namespace dueline
