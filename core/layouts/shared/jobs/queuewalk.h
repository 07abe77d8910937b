// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/layouts/shared/jobs/keywalk.h"
#include "core/queue/queuediscovery.h"

namespace dueline {

/// Finds the queues of a layout that is opened alone and has no key that lists them, by scanning the names of all keys.
class QueueWalk : public QueueDiscovery
{
public:
    /// `meet` receives each name. `found` returns how many queues are known.
    QueueWalk(RedisClient& client, std::function<void(const QByteArray& key)> meet, std::function<int()> found);

    /// Scans as many keys as a list of queues may wait for: first KeyWalk::firstKeys, then KeyWalk::laterKeys. Errors:
    /// as RedisClient::call().
    Result<> refresh();
    /// Starts over, because the connection may now lead to another server.
    void forget();

    /// Scans one step. Does nothing once all keys have been scanned; refresh() continues then.
    Result<bool> step() override;
    DiscoveryState state() const override;
    /// Returns nothing: the layout itself checks the keys of a named queue.
    Result<std::vector<QueueName>> likely(const QueueName&) override { return std::vector<QueueName>(); }

private:
    RedisClient& m_client;
    std::function<void(const QByteArray& key)> m_meet;
    std::function<int()> m_found;
    KeyWalk m_walk;
    qint64 m_keys = 0; ///< keys on the server; 0 if unknown
    bool m_isForbidden = false;
};

} // namespace dueline
