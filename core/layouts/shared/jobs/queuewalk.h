// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/layouts/shared/jobs/keywalk.h"
#include "core/queue/queuediscovery.h"

namespace dueline {

/// Queue discovery for a layout that doesn't keep a list of its queues. It scans the names of all keys. Used on
/// connections that have only this layout.
class QueueWalk : public QueueDiscovery
{
public:
    /// Creates a search. `meet`: called with each key name. `found`: returns the number of known queues. `inspect`:
    /// called after each step to inspect the keys that `meet` has collected. `type`: Redis type of the keys to report;
    /// if empty, all types.
    QueueWalk(RedisClient& client, std::function<void(const QByteArray& key)> meet, std::function<int()> found,
        std::function<Result<>()> inspect = {}, const QByteArray& type = {});

    /// Scans as many keys as possible without a noticeable delay in the list of queues: KeyWalk::firstKeys on the first
    /// call, KeyWalk::laterKeys on later calls. Errors: same as RedisClient::call() and `inspect`.
    Result<> refresh();
    /// Records that `meet` has deferred a name to the next round. The search is complete only after a round without
    /// deferrals.
    void drop() { m_hasDropped = true; }
    /// Records that `inspect` has deferred a name to the next round. Unlike drop(), takes into account that the step
    /// before `inspect` may have completed the round.
    void dropInspected() { (isAtEnd() ? m_hadDropped : m_hasDropped) = true; }
    /// Returns whether the last step completed a round.
    bool isAtEnd() const { return m_walk.isAtEnd(); }
    /// Sets the lists that state() reports as uninspected or only partly inspected.
    void setLeftOut(std::set<QByteArray> unread, std::set<QByteArray> skipped);
    /// Restarts the search. Called after a reconnect, possibly to a different server.
    void forget();

    /// Performs one step of the scan. Does nothing once the search is complete: from then on, only refresh() scans.
    Result<bool> step() override;
    DiscoveryState state() const override;
    /// Returns no queues: the layout itself checks a given queue's keys.
    Result<std::vector<QueueName>> likely(const QueueName&) override { return std::vector<QueueName>(); }

private:
    RedisClient& m_client;
    std::function<void(const QByteArray& key)> m_meet;
    std::function<int()> m_found;
    std::function<Result<>()> m_inspect;
    KeyWalk m_walk;
    qint64 m_keys = 0; ///< number of keys on the server; 0 if unknown
    std::set<QByteArray> m_unread; ///< see DiscoveryState::unread
    std::set<QByteArray> m_skipped;
    bool m_isForbidden = false;
    bool m_hasDropped = false; ///< true if names in this round have been deferred to the next one
    bool m_hadDropped = false; ///< true if names in the last complete round were deferred to the next one
};

} // namespace dueline
