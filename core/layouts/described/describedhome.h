// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/layouts/custom/customsourcekey.h"
#include "core/layouts/described/describedinspector.h"

namespace dueline {

/// Reader for a described queue's tasks that no Dueline worker has claimed.
class DescribedHome : public CustomSourceKey
{
public:
    DescribedHome(DescribedInspector& inspector, QueueName queue)
        : m_inspector(inspector)
        , m_queue(std::move(queue))
    { }

    Result<HomeCounts> counts(TimePoint now) override;
    Result<TaskPage> page(StateSet states, TimePoint now, qint64 offset, int limit) override;
    Result<SearchStep> search(const SearchRequest& request, TimePoint now) override;
    Result<std::optional<Task>> find(const TaskId& id, TimePoint now) override;
    Result<std::optional<QByteArray>> payload(const TaskId& id) override;
    Result<> addTo(std::vector<TimelineBin>& bins, TimePoint now) override;
    Result<std::optional<TimePoint>> lastDue(TimePoint now) override;

private:
    DescribedInspector& m_inspector;
    QueueName m_queue;
};

} // namespace dueline
