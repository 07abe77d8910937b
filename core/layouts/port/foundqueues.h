// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/layouts/port/layoutspec.h"

#include <atomic>
#include <map>
#include <mutex>

namespace dueline {

/// Result of inspecting a candidate: a key or key prefix under which a queue may be stored.
struct PlacedQueue
{
    /// Content of the candidate.
    enum class Sight : quint8 {
        Queue,
        UnreadList, ///< list whose items are too long to be inspected
        OtherList, ///< list that belongs to another program
    };

    LayoutSpec layout;
    QueueName queue; ///< name of the queue; empty if the layout has a key with the names of its queues
    bool isBeside = false; ///< true if only Dueline's records or trash for the queue were found
    /// content of the candidate; unless it is Queue, `queue` contains the name of the key
    Sight sight = Sight::Queue;
    QByteArray part = {}; ///< part of the queue that no key of the queue lists, such as an asynq group
};

/// Layouts that have been found on a server, and the queues of those layouts that have no key with the names of their
/// queues. Shared by all lanes (threads) of a connection. Thread-safe.
class FoundQueues
{
public:
    static constexpr std::size_t mostParts = 200; ///< maximum number of parts per queue

    /// Returns the queues of a layout, sorted by name; empty if the layout was not found.
    std::vector<QueueName> names(const LayoutSpec& layout) const;
    /// Returns the queues of a layout for which Dueline's records or trash were found.
    std::vector<QueueName> besides(const LayoutSpec& layout) const;
    /// Returns the parts of a queue that no key of the queue lists, at most mostParts.
    std::vector<QByteArray> parts(const LayoutSpec& layout, const QueueName& queue) const;
    /// Returns the layouts that have been found, ordered by their text.
    std::vector<LayoutSpec> layouts() const;
    /// Returns a counter that increases whenever the known layouts or queues change.
    int changes() const { return m_changes; }

    /// Records a queue found in a round of the search. Returns true if the layout or the queue is new.
    bool add(const PlacedQueue& found, int round);
    /// Removes layouts and queues that were last found before `round`. Returns true if anything was removed.
    bool forgetBefore(int round);

private:
    struct Layout
    {
        LayoutSpec spec;
        int seen = 0; ///< latest round in which the layout was found
        std::map<QueueName, int> queues; ///< queues, and the latest round in which each was found
        /// Parts of queues, and the latest round in which each was found.
        std::map<QueueName, std::map<QByteArray, int>> parts;
        // queues with records or trash, and the latest round in which these were found
        std::map<QueueName, int> besides;
    };

    mutable std::mutex m_mutex;
    std::map<QByteArray, Layout> m_layouts; ///< layouts by their text
    std::atomic<int> m_changes = 0;
};

} // namespace dueline
