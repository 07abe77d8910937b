// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/layouts/shared/jobs/keywalk.h"
#include "core/queue/queuediscovery.h"

namespace dueline {

/// Finds the queues of a layout that is opened alone and has no key that lists them, by the names of all keys.
class QueueWalk : public QueueDiscovery
{
public:
    /// `meet`: receives each name that was met. `found`: returns how many queues are known.
    QueueWalk(RedisClient& client, std::function<void(const QByteArray& key)> meet, std::function<int()> found);

    /// Looks through as many keys as a list of queues may wait for: the first time KeyWalk::firstKeys, then
    /// KeyWalk::laterKeys. Errors: as RedisClient::call().
    Result<> refresh();
    /// Starts over: another server may answer.
    void forget();

    /// Does nothing once all keys were looked through: refresh() goes on from there.
    Result<bool> step() override;
    DiscoveryState state() const override;
    /// The layout asks for the keys of a named queue itself.
    Result<std::vector<QueueName>> likely(const QueueName&) override { return std::vector<QueueName>(); }

private:
    RedisClient& m_client;
    std::function<void(const QByteArray& key)> m_meet;
    std::function<int()> m_found;
    KeyWalk m_walk;
    qint64 m_keys = 0; ///< that the server has; 0 if it did not say
    bool m_isForbidden = false;
};

} // namespace dueline
