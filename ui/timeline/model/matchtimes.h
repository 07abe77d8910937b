// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/queue/queueinfo.h"

#include <array>
#include <vector>

namespace dueline {

/// Instants of the tasks found by a search, packed into 16 bytes per task. They allow any bar to be counted without
/// another search, regardless of the number of tasks.
class MatchTimes
{
public:
    void add(const Task& task);
    void clear();
    qint64 size() const { return m_size; }

    /// Returns the number of tasks with an instant in [from, to). Waiting tasks count as scheduled if their instant is
    /// after `now`, and otherwise as due. Waiting tasks without a due time (see Task::untimed) are counted at `now`, as
    /// in QueueInspector::timeline().
    StateCounts counts(TimePoint from, TimePoint to, TimePoint now) const;
    /// Returns whether this task was found. Only 32 bits of the id are compared.
    bool contains(TaskState state, TimePoint at, const TaskId& id) const;

private:
    struct Match
    {
        qint64 at = 0; ///< milliseconds since the epoch
        quint32 name = 0; ///< hash of the id
        bool operator<(const Match& other) const { return at < other.at; }
    };
    /// Scheduled and due tasks are in the same group, because a scheduled task becomes due without being modified.
    static constexpr std::size_t groups = allStates.size();
    static std::size_t groupOf(TaskState state);
    static quint32 nameOf(const TaskId& id);
    qint64 between(std::size_t group, TimePoint from, TimePoint to) const;
    void settle(std::size_t group) const;

    mutable std::array<std::vector<Match>, groups> m_matches;
    mutable std::array<std::size_t, groups> m_sorted{}; ///< number of sorted entries in each group
    std::array<std::vector<quint32>, groups> m_untimed; ///< hashes of the ids of tasks without a due time
    qint64 m_size = 0;
};

} // namespace dueline
