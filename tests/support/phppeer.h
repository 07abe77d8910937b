// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "tests/support/peerprocess.h"

namespace dueline {

/// Laravel's queues for the tests on one server: tests/peers/laravel.php with Debian's php-illuminate-queue. It is
/// killed when this object is destroyed or the test program ends.
class PhpPeer : public PeerProcess
{
public:
    /// Returns the reason why the peer cannot run on this machine, for QSKIP; empty if it can.
    static QString missing();
    /// Returns the reason why PHP itself, without Laravel, cannot run on this machine; empty if it can.
    static QString missingPhp();
    /// Runs a command of laravel.php to completion and returns the printed lines. An error ends the test with its
    /// message. `environment` consists of `NAME=value` entries.
    static QByteArrayList run(const RedisServer* server, const QStringList& command,
        const QStringList& environment = {}, const QByteArray& input = {});

    /// Starts a worker that ends after `count` jobs of a queue (0: never), and waits until it is ready.
    PhpPeer(const RedisServer& server, const QByteArray& queue, int count = 0, const QStringList& environment = {});
};

} // namespace dueline
