// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "tests/support/peerprocess.h"

namespace dueline {

/// Symfony Messenger on a stream for the tests: tests/peers/symfony.php with Debian's php-symfony-redis-messenger.
/// Killed when this object is destroyed or the test program ends.
class SymfonyPeer : public PeerProcess
{
public:
    /// Returns why the peer can't run on this machine, for QSKIP, or an empty string if it can.
    static QString missing();
    /// Adds orders, numbered from `from`.
    static void add(const RedisServer& server, int count, Millis delay = Millis(0), int from = 0);

    /// Starts a worker that takes `slow` per message, and waits until it is ready.
    SymfonyPeer(const RedisServer& server, const QString& consumer, Millis slow);
};

} // namespace dueline
