// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "tests/support/redisserver.h"

namespace dueline {

/// Sidekiq beside us on one server: tests/peers/sidekiq.rb with Debian's ruby-sidekiq. Killed with this object and with
/// the test program.
class RubyPeer
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
    ~RubyPeer();
    RubyPeer(const RubyPeer&) = delete;
    RubyPeer& operator=(const RubyPeer&) = delete;

    void kill9();
    /// Whether it ended by itself within that time.
    bool finish(int timeoutMs = 60'000);
    /// The jids of the jobs that ended, in order.
    QByteArrayList ran() const;
    QByteArray said() const;

private:
    QTemporaryDir m_folder;
    QProcess m_process;
};

} // namespace dueline
