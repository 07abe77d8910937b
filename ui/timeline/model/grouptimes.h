// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/timeline/model/matchtimes.h"
#include "ui/timeline/model/timelinedata.h"

#include <QHash>

#include <memory>

namespace dueline {

class KindClustering;

/// Instants of the tasks found by a scan, grouped by type, error or queue. Up to `mostNames` groups are distinguished;
/// all other tasks belong to the group "other".
class GroupTimes
{
public:
    static constexpr std::size_t mostNames = 500;

    GroupTimes();
    ~GroupTimes();
    GroupTimes(GroupTimes&&) noexcept;
    GroupTimes& operator=(GroupTimes&&) noexcept;

    /// Adds a task. `name`: empty if the task has no group. `sample`: readable form of the name; only the first one for
    /// each name is kept.
    void add(const Task& task, const QByteArray& name = {}, const QByteArray& sample = {});
    qint64 size() const { return m_size; }
    std::size_t names() const { return m_named.size(); }

    /// Returns the counts for all groups combined; see MatchTimes.
    StateCounts counts(TimePoint from, TimePoint to, TimePoint now) const;
    bool contains(TaskState state, TimePoint at, const TaskId& id) const;
    /// Returns the range of all instants, ending at the last one; nullopt if no task has an instant.
    const std::optional<TimeRange>& range() const { return m_range; }

    /// Returns the largest groups in the bars of `data`. For errors, names come from errorText(), and the groups are
    /// failure groups. For queues, the readable names are empty. Colors are assigned by size.
    TimelineGroups groups(TimelineColour by, const TimelineData& data, TimePoint now) const;

private:
    struct Named
    {
        QByteArray name;
        QByteArray sample;
        MatchTimes times;
    };
    /// Names combined into one group.
    struct Joined
    {
        TimelineGroup group;
        std::vector<std::size_t> of;
    };
    std::vector<Joined> joined(TimelineColour by) const;
    qint64 countOf(const std::vector<std::size_t>& names, TimePoint from, TimePoint to, TimePoint now) const;

    QHash<QByteArray, std::size_t> m_index;
    std::vector<Named> m_named;
    MatchTimes m_others;
    MatchTimes m_none;
    qint64 m_size = 0;
    std::optional<TimeRange> m_range;
    mutable std::unique_ptr<KindClustering> m_kinds; ///< failure groups of the names in m_clustered
    mutable std::size_t m_clustered = 0;
};

/// Returns the queues in `data` as groups, counted from each queue's bars.
TimelineGroups groupsOfQueues(const TimelineData& data, const TimelineQueues& queues, StateSet states);

} // namespace dueline
