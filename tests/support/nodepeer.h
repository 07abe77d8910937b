// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "tests/support/peerprocess.h"

namespace dueline {

/// BullMQ or Bull worker for the tests, run by Node.js: tests/peers/bullmq.js. Killed when this object is destroyed or
/// the test program ends.
class NodePeer : public PeerProcess
{
public:
    /// Returns why `module` can't run on this machine (node or the packages are missing), for QSKIP, or an empty string
    /// if it can.
    static QString missing(const QString& module);
    /// Returns the folder whose node_modules contains the tests/peers/npm packages: PEER_MODULES, or the one in the
    /// build folder.
    static QString modules();
    /// Runs a bullmq.js command to completion, in a process that the test program reuses, and returns the printed
    /// lines. Errors abort the test with their message.
    static QByteArrayList run(
        const RedisServer& server, const QString& module, const QByteArray& queue, const QStringList& command);

    /// Starts a worker that ends after `count` jobs from a queue (0: never), and waits until it is ready.
    NodePeer(const RedisServer& server, const QString& module, const QByteArray& queue, int count = 0);

    /// Returns the ids of the finished jobs, in order; a job that ran twice is listed twice.
    QByteArrayList ran() const { return idsOf(PeerProcess::ran()); }
    /// Returns the ids of the finished jobs in these output lines of `work`.
    static QByteArrayList ranIn(const QByteArrayList& lines) { return idsOf(PeerProcess::ranIn(lines)); }

private:
    static QByteArrayList idsOf(const QByteArrayList& jobs);
};

} // namespace dueline
