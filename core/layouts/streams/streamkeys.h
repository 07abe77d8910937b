// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/layouts/port/foundqueues.h"
#include "core/layouts/shared/jobs/queuewalk.h"
#include "core/layouts/streams/streamspec.h"

#include <set>
#include <span>

namespace dueline {

/// Finds the keys of streams, except streams that belong to a framework. SCAN with TYPE returns only streams, and costs
/// no more than a SCAN without TYPE.
class StreamKeys
{
public:
    static constexpr std::size_t most = 5'000; ///< maximum number of streams

    /// Creates a reader of stream keys. `found`: results of the connection's discovery; if null, each call to names()
    /// performs one bounded step of a key scan.
    StreamKeys(
        RedisClient& client, StreamSpec spec, const LayoutSpec& layout, std::shared_ptr<const FoundQueues> found);
    StreamKeys(const StreamKeys&) = delete; // not copyable, because callbacks in m_walk refer to this object
    StreamKeys& operator=(const StreamKeys&) = delete;

    /// Restarts the search, because the connection may now be to a different server.
    void forget();
    /// Returns the keys of known streams, sorted. Errors: those of RedisClient::call().
    Result<std::vector<QByteArray>> names();
    /// Returns the search for streams; null if the connection's discovery finds them, or if the layout specifies a
    /// stream.
    QueueDiscovery* discovery() { return m_found || !m_spec.key.isEmpty() ? nullptr : &m_walk; }

    /// Returns whether a stream with this name belongs to a framework or to Dueline.
    static bool isOwned(const QByteArray& key);
    /// Returns commands that check whether a stream is the event stream of a framework's queue.
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
    std::vector<QByteArray> m_uninspected; ///< streams whose names suggest that they may belong to a framework
    QueueWalk m_walk;
};

} // namespace dueline
