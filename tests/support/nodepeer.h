// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "tests/support/peerprocess.h"

namespace dueline {

/// BullMQ or Bull worker for the tests, run by Node.js: tests/peers/bullmq.js. It is killed when this object is
/// destroyed or the test program ends.
class NodePeer : public PeerProcess
{
public:
    /// Returns the reason why `module` cannot run on this machine (node or the packages are missing), for QSKIP; empty
    /// if it can.
    static QString missing(const QString& module);
    /// Returns the folder whose node_modules contains the packages of tests/peers/npm: PEER_MODULES, or the one in the
    /// build folder.
    static QString modules();
    /// Runs a command of bullmq.js to completion, in a process that the test program reuses, and returns the printed
    /// lines. An error ends the test with its message.
    static QByteArrayList run(
        const RedisServer& server, const QString& module, const QByteArray& queue, const QStringList& command);

    /// Starts a worker that ends after `count` jobs of a queue (0: never), and waits until it is ready.
    NodePeer(const RedisServer& server, const QString& module, const QByteArray& queue, int count = 0);

    /// Returns the ids of the finished jobs, in order; a job that ran twice is listed twice.
    QByteArrayList ran() const { return idsOf(PeerProcess::ran()); }
    /// Returns the ids of the finished jobs in these lines of `work` output.
    static QByteArrayList ranIn(const QByteArrayList& lines) { return idsOf(PeerProcess::ranIn(lines)); }

private:
    static QByteArrayList idsOf(const QByteArrayList& jobs);
};

} // namespace dueline
