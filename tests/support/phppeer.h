// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "tests/support/peerprocess.h"

namespace dueline {

/// Laravel's queues for the tests on one server: tests/peers/laravel.php with Debian's php-illuminate-queue. Killed
/// when this object is destroyed or the test program ends.
class PhpPeer : public PeerProcess
{
public:
    /// Returns why the peer can't run on this machine, for QSKIP, or an empty string if it can.
    static QString missing();
    /// Returns why PHP itself, without Laravel, can't run on this machine, or an empty string if it can.
    static QString missingPhp();
    /// Runs a laravel.php command to completion and returns the printed lines. Errors abort the test with their
    /// message. `environment` contains `NAME=value` entries.
    static QByteArrayList run(const RedisServer* server, const QStringList& command,
        const QStringList& environment = {}, const QByteArray& input = {});

    /// Starts a worker that ends after `count` jobs from a queue (0: never), and waits until it is ready.
    PhpPeer(const RedisServer& server, const QByteArray& queue, int count = 0, const QStringList& environment = {});
};

} // namespace dueline
