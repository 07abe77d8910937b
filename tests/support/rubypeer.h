// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "tests/support/peerprocess.h"

namespace dueline {

/// Sidekiq for the tests on one server: tests/peers/sidekiq.rb with Debian's ruby-sidekiq. Killed when this object is
/// destroyed or the test program ends.
class RubyPeer : public PeerProcess
{
public:
    /// Returns why the peer can't run on this machine, for QSKIP, or an empty string if it can.
    static QString missing();
    /// Returns why sidekiq-cron can't run on this machine, or an empty string if it can. A process started with CRON in
    /// the environment creates the cron jobs.
    static QString missingCron();
    /// Returns why GitLab's reliable fetch can't run on this machine, or an empty string if it can. A process started
    /// with RELIABLE in the environment uses it.
    static QString missingReliableFetch();
    /// Runs a sidekiq.rb command to completion and returns the printed lines. Errors abort the test with their message.
    static QByteArrayList run(const RedisServer& server, const QStringList& command);

    /// Starts a single-threaded process that ends after `count` jobs from a queue (0: never), and waits until it is
    /// ready.
    RubyPeer(const RedisServer& server, const QByteArray& queue, int count = 0);
};

} // namespace dueline
