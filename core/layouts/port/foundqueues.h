// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/layouts/port/layoutspec.h"

#include <atomic>
#include <map>
#include <mutex>

namespace dueline {

/// A queue at a place where one was looked for.
struct PlacedQueue
{
    LayoutSpec layout;
    QueueName queue; ///< empty: the layout lists its queues itself
    bool isBeside = false; ///< only our records or trash beside the queue were met
};

/// What was found on a server by now: layouts, and those of their queues that no key lists. The lanes of a connection
/// share it; any thread may ask.
class FoundQueues
{
public:
    /// Of the layout, by name; none that was not found.
    std::vector<QueueName> names(const LayoutSpec& layout) const;
    /// Queues of the layout beside which there are records or trash of ours.
    std::vector<QueueName> besides(const LayoutSpec& layout) const;
    /// By how they are written.
    std::vector<LayoutSpec> layouts() const;
    /// Grows with each layout, and with each queue, that was not known.
    int changes() const { return m_changes; }

    /// Notes what was met in a round of looking. True: it was not known.
    bool add(const PlacedQueue& found, int round);
    /// Forgets what was met in no round since this one. True: something was.
    bool forgetBefore(int round);

private:
    struct Layout
    {
        LayoutSpec spec;
        int seen = 0; ///< the last round
        std::map<QueueName, int> queues; ///< each with the last round it was met in
        std::map<QueueName, int> besides; ///< likewise
    };

    mutable std::mutex m_mutex;
    std::map<QByteArray, Layout> m_layouts; ///< by how they are written
    std::atomic<int> m_changes = 0;
};

} // namespace dueline
