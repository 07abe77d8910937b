// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "tests/support/peerprocess.h"

namespace dueline {

struct CelerySetup
{
    QString prefix = {}; ///< value of global_keyprefix
    bool isLate = false; ///< true if tasks are acknowledged when they end, not when they start
    bool tellsEvents = false; ///< true if workers are started with -E
};

/// Celery for the tests on one server: tests/peers/celeryjobs.py with Debian's python3-celery. It is killed when this
/// object is destroyed or the test program ends. Workers write only into a private folder.
class CeleryPeer : public PeerProcess
{
public:
    /// Returns the reason why the peer cannot run on this machine, for QSKIP; empty if it can.
    static QString missing();
    /// Sends tasks specified in the notation of celeryjobs.py and returns their ids. An error ends the test with its
    /// message.
    static QByteArrayList add(const RedisServer& server, const QStringList& tasks, const CelerySetup& setup = {});
    /// Starts a worker that ends after `count` tasks of a queue (0: never), and waits until it is ready.
    CeleryPeer(const RedisServer& server, const QByteArray& queue, int count = 0, const CelerySetup& setup = {});
};

} // namespace dueline
