// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/queue/queueinfo.h"

#include <array>
#include <vector>

namespace dueline {

/// When the tasks that a search found have their instants, packed: 16 bytes a task. From it come counts of any bar at
/// once, however many were found.
class MatchTimes
{
public:
    void add(const Task& task);
    void clear();
    qint64 size() const { return m_size; }

    /// Of tasks whose instant is in [from, to). What waits is due up to `now` and scheduled later; what waits without a
    /// due time (Task::untimed) has its place where `now` is, as in QueueInspector::timeline().
    StateCounts counts(TimePoint from, TimePoint to, TimePoint now) const;
    /// Whether this task is one of them: its id is compared by 32 bits.
    bool contains(TaskState state, TimePoint at, const TaskId& id) const;

private:
    struct Entry
    {
        qint64 at = 0; ///< epoch ms
        quint32 name = 0; ///< of the id
        bool operator<(const Entry& other) const { return at < other.at; }
    };
    /// Scheduled and due ones are one group: the clock moves them.
    static constexpr std::size_t groups = allStates.size();
    static std::size_t groupOf(TaskState state);
    static quint32 nameOf(const TaskId& id);
    qint64 between(std::size_t group, TimePoint from, TimePoint to) const;
    void settle(std::size_t group) const;

    mutable std::array<std::vector<Entry>, groups> m_entries;
    mutable std::array<std::size_t, groups> m_sorted{}; ///< so many of each are in order
    std::array<std::vector<quint32>, groups> m_untimed; ///< names
    qint64 m_size = 0;
};

} // namespace dueline
