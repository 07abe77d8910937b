// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/timeline/model/matchtimes.h"
#include "ui/timeline/model/timelinedata.h"

#include <QHash>

#include <memory>

namespace dueline {

class KindClustering;

/// When the tasks of a walk have their instants, by what they are of: a type, an error, a queue. At most `mostNames` of
/// these are told apart; tasks of further ones are others.
class GroupTimes
{
public:
    static constexpr std::size_t mostNames = 500;

    GroupTimes();
    ~GroupTimes();
    GroupTimes(GroupTimes&&) noexcept;
    GroupTimes& operator=(GroupTimes&&) noexcept;

    /// An empty name: it is of none. `sample`: how one reads that name, of the first that has it.
    void add(const Task& task, const QByteArray& name = {}, const QByteArray& sample = {});
    qint64 size() const { return m_size; }
    std::size_t names() const { return m_named.size(); }

    /// As MatchTimes, of all together.
    StateCounts counts(TimePoint from, TimePoint to, TimePoint now) const;
    bool contains(TaskState state, TimePoint at, const TaskId& id) const;

    /// The largest groups of the bars of `data`. By errors: names are errorText()s, and their kinds are the groups. Of
    /// queues the words are left empty. Colours are in order of size.
    TimelineGroups groups(TimelineColour by, const TimelineData& data, TimePoint now) const;

private:
    struct Named
    {
        QByteArray name;
        QByteArray sample;
        MatchTimes times;
    };
    /// Names that make one group.
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
    mutable std::unique_ptr<KindClustering> m_kinds; ///< of m_clustered names
    mutable std::size_t m_clustered = 0;
};

/// The groups of the bars of `data` where each is a queue, by its own bars.
TimelineGroups groupsOfQueues(const TimelineData& data, const TimelineQueues& queues, StateSet states);

} // namespace dueline
