// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "tests/support/peerprocess.h"

namespace dueline {

/// Sidekiq for the tests on one server: tests/peers/sidekiq.rb with Debian's ruby-sidekiq. It is killed when this
/// object is destroyed or the test program ends.
class RubyPeer : public PeerProcess
{
public:
    /// Returns the reason why the peer cannot run on this machine, for QSKIP; empty if it can.
    static QString missing();
    /// Returns the reason why sidekiq-cron cannot run on this machine; empty if it can. A process started with CRON in
    /// the environment creates the cron jobs.
    static QString missingCron();
    /// Returns the reason why GitLab's reliable fetch cannot run on this machine; empty if it can. A process started
    /// with RELIABLE in the environment uses it.
    static QString missingReliableFetch();
    /// Runs a command of sidekiq.rb to completion and returns the printed lines. An error ends the test with its
    /// message.
    static QByteArrayList run(const RedisServer& server, const QStringList& command);

    /// Starts a process with one thread that ends after `count` jobs of a queue (0: never), and waits until it is
    /// ready.
    RubyPeer(const RedisServer& server, const QByteArray& queue, int count = 0);
};

} // namespace dueline
