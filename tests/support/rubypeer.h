// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "tests/support/peerprocess.h"

namespace dueline {

/// Sidekiq beside us on one server: tests/peers/sidekiq.rb with Debian's ruby-sidekiq. Killed with this object and with
/// the test program.
class RubyPeer : public PeerProcess
{
public:
    /// Why there is none here, for QSKIP; empty when it can run.
    static QString missing();
    /// The same of sidekiq-cron; CRON in the environment lets a process that is started then make its jobs.
    static QString missingCron();
    /// Runs a command of sidekiq.rb to its end; the lines it printed. What goes wrong ends the test with its words.
    static QByteArrayList run(const RedisServer& server, const QStringList& command);

    /// Starts a process with one thread that ends after `count` jobs of a queue, or never; returns once it is ready.
    RubyPeer(const RedisServer& server, const QByteArray& queue, int count = 0);
};

} // namespace dueline
