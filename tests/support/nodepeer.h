// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "tests/support/peerprocess.h"

namespace dueline {

/// BullMQ or Bull beside us on one server: tests/peers/bullmq.js with a framework of tests/peers/npm. Killed with this
/// object and with the test program.
class NodePeer : public PeerProcess
{
public:
    /// Why there is none here, for QSKIP: node or the packages are missing. Empty when `module` can run.
    static QString missing(const QString& module);
    /// The folder whose node_modules has the packages of tests/peers/npm: PEER_MODULES, else the build folder's.
    static QString modules();
    /// Runs a command of bullmq.js to its end, in a process that the test program keeps for it; the lines it printed.
    /// What goes wrong ends the test with its words.
    static QByteArrayList run(
        const RedisServer& server, const QString& module, const QByteArray& queue, const QStringList& command);

    /// Starts a worker that ends after `count` jobs, or never; returns once it is ready.
    NodePeer(const RedisServer& server, const QString& module, const QByteArray& queue, int count = 0);

    /// The ids of the jobs that ended, in order; a job that ran twice stands twice.
    QByteArrayList ran() const { return idsOf(PeerProcess::ran()); }
    /// The same of what `work` printed.
    static QByteArrayList ranIn(const QByteArrayList& lines) { return idsOf(PeerProcess::ranIn(lines)); }

private:
    static QByteArrayList idsOf(const QByteArrayList& jobs);
};

} // namespace dueline
