// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "tests/support/peerprocess.h"

namespace dueline {

/// How Celery is configured.
struct CelerySetup
{
    QString prefix = {}; ///< global_keyprefix
    bool isLate = false; ///< tasks are acknowledged when they end
    bool tellsEvents = false; ///< workers are started with -E
};

/// Celery beside us on one server: tests/peers/celeryjobs.py with Debian's python3-celery. Killed with this object and
/// with the test program; a worker writes into a folder of its own alone.
class CeleryPeer : public PeerProcess
{
public:
    /// Why there is none here, for QSKIP; empty when it can run.
    static QString missing();
    /// Sends tasks as celeryjobs.py reads them; their ids. What goes wrong ends the test with its words.
    static QByteArrayList add(const RedisServer& server, const QStringList& tasks, const CelerySetup& setup = {});
    /// Starts a worker that ends after `count` tasks of a queue, or never; returns once it is ready.
    CeleryPeer(const RedisServer& server, const QByteArray& queue, int count = 0, const CelerySetup& setup = {});
};

} // namespace dueline
