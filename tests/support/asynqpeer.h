// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "tests/support/peerprocess.h"

namespace dueline {

/// Simulated asynq worker for the tests: tests/peers/asynqjobs.py with Debian's python3-redis. Killed when this object
/// is destroyed or the test program ends.
class AsynqPeer : public PeerProcess
{
public:
    /// Returns why the peer can't run on this machine, for QSKIP, or an empty string if it can.
    static QString missing();
    /// Enqueues tasks specified in the notation of asynqjobs.py and returns their ids. Errors abort the test with their
    /// message.
    static QByteArrayList add(const RedisServer& server, const QStringList& tasks);
    /// Registers scheduler entries specified in the notation of asynqjobs.py and returns their key. Errors abort the
    /// test.
    static QByteArray schedule(const RedisServer& server, const QStringList& entries);

    /// Starts a worker that ends after `count` tasks from a queue (0: never), and waits until it is listening. `lease`
    /// is in seconds.
    AsynqPeer(const RedisServer& server, const QByteArray& queue, int count = 0, int lease = 30);
};

} // namespace dueline
