// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/layouts/port/foundqueues.h"
#include "core/layouts/shared/jobs/queuewalk.h"
#include "core/layouts/streams/streamspec.h"

#include <set>
#include <span>

namespace dueline {

/// Finds the keys of streams, except streams that belong to a framework. SCAN with TYPE returns only streams, and costs
/// no more than SCAN without it.
class StreamKeys
{
public:
    static constexpr std::size_t most = 5'000; ///< maximum number of streams

    /// Creates a reader of stream keys. `found`: the connection's discovery results; if null, each call to names()
    /// performs one bounded step of a key scan.
    StreamKeys(
        RedisClient& client, StreamSpec spec, const LayoutSpec& layout, std::shared_ptr<const FoundQueues> found);
    StreamKeys(const StreamKeys&) = delete; // not copyable: callbacks in m_walk refer to this object
    StreamKeys& operator=(const StreamKeys&) = delete;

    /// Restarts the search. Called after a reconnect, possibly to a different server.
    void forget();
    /// Returns the keys of known streams, sorted. Errors: same as RedisClient::call().
    Result<std::vector<QByteArray>> names();
    /// Returns the search for streams; null if the connection's discovery finds them or the layout names a stream.
    QueueDiscovery* discovery() { return m_found || !m_spec.key.isEmpty() ? nullptr : &m_walk; }

    /// Returns whether a stream with this name belongs to a framework or to Dueline.
    static bool isOwned(const QByteArray& key);
    /// Returns commands that check whether a stream is a framework queue's event stream.
    static std::vector<Command> ownerSigns(const QByteArray& key);
    static bool isOwner(std::span<const Reply> signs);

private:
    void meet(const QByteArray& key);
    Result<> inspect();

    RedisClient& m_client;
    StreamSpec m_spec;
    LayoutSpec m_layout;
    std::shared_ptr<const FoundQueues> m_found;
    std::set<QByteArray> m_keys;
    std::vector<QByteArray> m_uninspected; ///< streams whose names suggest that a framework owns them
    QueueWalk m_walk;
};

} // namespace dueline
