// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/engine/backoffdelay.h"
#include "core/engine/pipeline.h"
#include "core/queue/schedulebook.h"

#include <QRandomGenerator>

namespace dueline {

/// Service that adds the tasks of due schedules, including tasks of types that this worker doesn't handle. Each tick
/// adds one task, no matter how many engines try.
class Scheduler
{
public:
    struct Report
    {
        int made = 0; ///< number of ticks for which this engine added a task
        int skipped = 0;
        int calls = 0;
        bool trouble = false;
        Instant next = Instant::max();
    };

    Scheduler(Pipeline& pipeline, ScheduleBook& book);

    Report runOnce(Instant now);

private:
    struct Lane
    {
        int index = 0;
        Instant lookAt{};
        Instant notBefore{}; ///< earliest time for the next call after an error
        BackoffDelay backoff;
        bool stuck = false; ///< true if a schedule is due but this engine can't determine its ticks
    };

    bool look(Lane& lane, Report& report);
    Result<> tick(const QueueName& queue, const ScheduleState& state, TimePoint now, Report& report);
    Millis lazily();

    Pipeline& m_pipeline;
    ScheduleBook& m_book;
    std::vector<Lane> m_lanes;
    QRandomGenerator m_random;
};

} // namespace dueline
