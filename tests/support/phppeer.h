// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "tests/support/peerprocess.h"

namespace dueline {

/// Laravel's queues beside us on one server: tests/peers/laravel.php with Debian's php-illuminate-queue. Killed with
/// this object and with the test program.
class PhpPeer : public PeerProcess
{
public:
    /// Why there is none here, for QSKIP; empty when it can run.
    static QString missing();
    /// The same for PHP alone, without Laravel.
    static QString missingPhp();
    /// Runs a command of laravel.php to its end; the lines it printed. What goes wrong ends the test with its words.
    /// `environment`: as `NAME=value`.
    static QByteArrayList run(const RedisServer* server, const QStringList& command,
        const QStringList& environment = {}, const QByteArray& input = {});

    /// Starts a worker that ends after `count` jobs of a queue, or never; returns once it is ready.
    PhpPeer(const RedisServer& server, const QByteArray& queue, int count = 0, const QStringList& environment = {});
};

} // namespace dueline
