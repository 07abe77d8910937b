// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/layouts/port/layoutspec.h"

#include <atomic>
#include <map>
#include <mutex>

namespace dueline {

/// Result of inspecting a candidate: a key or key prefix that may hold a queue.
struct PlacedQueue
{
    /// Content of the candidate.
    enum class Sight : quint8 {
        Queue,
        UnreadList, ///< list with items too long to inspect
        OtherList, ///< another program's list
    };

    LayoutSpec layout;
    QueueName queue; ///< queue name; empty if the layout has a key that lists its queues
    bool isBeside = false; ///< true if only Dueline's own records or trash were found for the queue
    Sight sight = Sight::Queue; ///< content of the candidate; unless it is Queue, `queue` contains the key's name
    QByteArray part = {}; ///< part of the queue that none of its keys lists, such as an asynq group
};

/// Layouts found on a server, and the queues found in layouts without a key that lists their queues. Shared by all of a
/// connection's lanes (threads). Thread-safe.
class FoundQueues
{
public:
    static constexpr std::size_t mostParts = 200; ///< maximum number of parts per queue

    /// Returns a layout's queues, sorted by name; empty if the layout wasn't found.
    std::vector<QueueName> names(const LayoutSpec& layout) const;
    /// Returns a layout's queues for which Dueline's records or trash were found.
    std::vector<QueueName> besides(const LayoutSpec& layout) const;
    /// Returns the parts of a queue that none of its keys lists, up to mostParts.
    std::vector<QByteArray> parts(const LayoutSpec& layout, const QueueName& queue) const;
    /// Returns the layouts found so far, ordered by text.
    std::vector<LayoutSpec> layouts() const;
    /// Returns a counter that increases whenever the known layouts or queues change.
    int changes() const { return m_changes; }

    /// Records a queue found in a search round. Returns true if the layout or the queue is new.
    bool add(const PlacedQueue& found, int round);
    /// Removes layouts and queues that were last found before `round`. Returns true if anything was removed.
    bool forgetBefore(int round);

private:
    struct Layout
    {
        LayoutSpec spec;
        int seen = 0; ///< latest round that found the layout
        std::map<QueueName, int> queues; ///< queues, and the latest round that found each one
        /// Parts of queues, and the latest round that found each one.
        std::map<QueueName, std::map<QByteArray, int>> parts;
        // queues for which Dueline's records or trash were found, each with the latest round that found them
        std::map<QueueName, int> besides;
    };

    mutable std::mutex m_mutex;
    std::map<QByteArray, Layout> m_layouts; ///< by text
    std::atomic<int> m_changes = 0;
};

} // namespace dueline
