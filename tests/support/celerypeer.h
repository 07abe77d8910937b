// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "tests/support/peerprocess.h"

namespace dueline {

struct CelerySetup
{
    QString prefix = {}; ///< value of global_keyprefix
    bool isLate = false; ///< true to acknowledge tasks when they end, not when they start
    bool tellsEvents = false; ///< true to start workers with -E
};

/// Celery for the tests on one server: tests/peers/celeryjobs.py with Debian's python3-celery. Killed when this object
/// is destroyed or the test program ends. Workers write only into a private folder.
class CeleryPeer : public PeerProcess
{
public:
    /// Returns why the peer can't run on this machine, for QSKIP, or an empty string if it can.
    static QString missing();
    /// Sends tasks specified in the notation of celeryjobs.py and returns their ids. Errors abort the test with their
    /// message.
    static QByteArrayList add(const RedisServer& server, const QStringList& tasks, const CelerySetup& setup = {});
    /// Starts a worker that ends after `count` tasks from a queue (0: never), and waits until it is ready.
    CeleryPeer(const RedisServer& server, const QByteArray& queue, int count = 0, const CelerySetup& setup = {});
};

} // namespace dueline
