// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/layouts/shared/jobs/keywalk.h"
#include "core/queue/queuediscovery.h"

namespace dueline {

/// Search for the queues of a layout that is opened on its own and has no key that lists its queues. It scans the names
/// of all keys.
class QueueWalk : public QueueDiscovery
{
public:
    /// Creates a search. `meet`: called with each name. `found`: returns how many queues are known. `inspect`: called
    /// after each step; reads the keys that `meet` has kept. `type`: Redis type of the keys to report; all keys if
    /// empty.
    QueueWalk(RedisClient& client, std::function<void(const QByteArray& key)> meet, std::function<int()> found,
        std::function<Result<>()> inspect = {}, const QByteArray& type = {});

    /// Scans as many keys as is acceptable while the user waits for a list of queues: first KeyWalk::firstKeys, then
    /// KeyWalk::laterKeys. Errors: those of RedisClient::call(); those of `inspect`.
    Result<> refresh();
    /// Records that `meet` left a name for the next round. The search is incomplete until a round leaves none.
    void drop() { m_hasDropped = true; }
    /// Does the same as drop(), but for `inspect`, which is called after a step that may have completed the round.
    void dropInspected() { (isAtEnd() ? m_hadDropped : m_hasDropped) = true; }
    /// Returns whether the last step completed a round.
    bool isAtEnd() const { return m_walk.isAtEnd(); }
    /// Sets the omitted lists, which state() reports.
    void setLeftOut(std::set<QByteArray> unread, std::set<QByteArray> skipped);
    /// Starts over, because the connection may now lead to a different server.
    void forget();

    /// Performs one step of the scan. Does nothing once the search is complete; from then on, refresh() continues it.
    Result<bool> step() override;
    DiscoveryState state() const override;
    /// Returns no queues, because the layout itself checks the keys of a queue that is named.
    Result<std::vector<QueueName>> likely(const QueueName&) override { return std::vector<QueueName>(); }

private:
    RedisClient& m_client;
    std::function<void(const QByteArray& key)> m_meet;
    std::function<int()> m_found;
    std::function<Result<>()> m_inspect;
    KeyWalk m_walk;
    qint64 m_keys = 0; ///< number of keys on the server; 0 if unknown
    std::set<QByteArray> m_unread; ///< see DiscoveryState
    std::set<QByteArray> m_skipped;
    bool m_isForbidden = false;
    bool m_hasDropped = false; ///< true if this round left names for the next one
    bool m_hadDropped = false; ///< true if the last complete round left names for the next one
};

} // namespace dueline
