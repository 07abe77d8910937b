// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "tests/support/peerprocess.h"

namespace dueline {

/// Sidekiq beside the tests on one server: tests/peers/sidekiq.rb with Debian's ruby-sidekiq. Killed with this object
/// and with the test program.
class RubyPeer : public PeerProcess
{
public:
    /// Returns why it cannot run here, for QSKIP; empty if it can.
    static QString missing();
    /// Returns why sidekiq-cron cannot run here; empty if it can. With CRON in the environment, a process started then
    /// creates its jobs.
    static QString missingCron();
    /// Runs a command of sidekiq.rb to its end and returns the printed lines. An error ends the test with its message.
    static QByteArrayList run(const RedisServer& server, const QStringList& command);

    /// Starts a process with one thread that ends after `count` jobs of a queue, or never. Returns once it is ready.
    RubyPeer(const RedisServer& server, const QByteArray& queue, int count = 0);
};

} // namespace dueline
