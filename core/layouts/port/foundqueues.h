// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/layouts/port/layoutspec.h"

#include <atomic>
#include <map>
#include <mutex>

namespace dueline {

/// A queue found at a place that was searched.
struct PlacedQueue
{
    /// Result of inspecting a place.
    enum class Sight : quint8 {
        Queue,
        UnreadList, ///< a list whose items are too long to inspect
        OtherList, ///< a list of another program
    };

    LayoutSpec layout;
    QueueName queue; ///< queue; empty: the layout lists its queues from a key
    bool isBeside = false; ///< True if only Dueline's records or trash were found next to the queue.
    Sight sight = Sight::Queue; ///< if it is not a queue, `queue` is the key
    QByteArray part = {}; ///< part of the queue that none of its keys lists: a group of asynq
};

/// Layouts found on a server so far, and their queues that no key lists. The lanes of a connection share this object.
/// Thread-safe.
class FoundQueues
{
public:
    static constexpr std::size_t mostParts = 200; ///< per queue

    /// Returns the queues of a layout by name; empty if the layout was not found.
    std::vector<QueueName> names(const LayoutSpec& layout) const;
    /// Returns the queues of a layout that have Dueline records or trash next to them.
    std::vector<QueueName> besides(const LayoutSpec& layout) const;
    /// Returns the parts of a queue that none of its keys lists, at most mostParts.
    std::vector<QByteArray> parts(const LayoutSpec& layout, const QueueName& queue) const;
    /// Returns the layouts, ordered by their text.
    std::vector<LayoutSpec> layouts() const;
    /// Returns a counter that changes whenever the known layouts or queues change.
    int changes() const { return m_changes; }

    /// Records a queue that a round of the search found. Returns true if the layout or queue is new.
    bool add(const PlacedQueue& found, int round);
    /// Forgets everything that was last found before `round`. Returns true if anything was forgotten.
    bool forgetBefore(int round);

private:
    struct Layout
    {
        LayoutSpec spec;
        int seen = 0; ///< last round that found the layout
        std::map<QueueName, int> queues; ///< queues, each with the last round that found it
        /// Parts of queues, each with the last round that found it.
        std::map<QueueName, std::map<QByteArray, int>> parts;
        std::map<QueueName, int> besides; ///< queues with records or trash next to them, by the same rule
    };

    mutable std::mutex m_mutex;
    std::map<QByteArray, Layout> m_layouts; ///< layouts by their text
    std::atomic<int> m_changes = 0;
};

} // namespace dueline
