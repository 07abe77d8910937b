// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/console/witness/queuesample.h"

namespace dueline {

RecordSample queueSample(const QueueInfo& info, TimePoint at)
{
    RecordSample sample;
    sample.at = info.asOf.value_or(at);
    if (!info.unreadable.isEmpty()) {
        sample.flags = RecordSample::Unreadable;
        return sample;
    }
    using enum RecordSample::Figure;
    for (const auto& [figure, state] :
        {std::pair(Scheduled, TaskState::Scheduled), {Due, TaskState::Due}, {Retrying, TaskState::Retrying},
            {Leased, TaskState::Leased}, {Failed, TaskState::Failed}, {Done, TaskState::Done}}) {
        if (info.states.contains(state))
            sample[figure] = info.counts[state];
    }
    // Count due retries as due: workers claim them like other due tasks.
    if (sample[Due] && sample[Retrying]) {
        *sample[Due] += info.dueRetries;
        *sample[Retrying] -= info.dueRetries;
    }
    if (info.oldestDue)
        sample[Oldest] = toMs(*info.oldestDue);
    sample.flags = (info.paused ? RecordSample::Paused : 0) | (info.isPart ? RecordSample::LowerBound : 0);
    return sample;
}

RecordSample absentSample(TimePoint at)
{
    RecordSample sample;
    sample.at = at;
    sample.flags = RecordSample::Absent;
    for (std::size_t i = RecordSample::Scheduled; i <= RecordSample::Done; ++i)
        sample.values[i] = 0;
    return sample;
}

} // namespace dueline
