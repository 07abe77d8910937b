// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/console/doctor/doctorfinding.h"
#include "core/queue/queueinspector.h"
#include "core/queue/schedulebook.h"

namespace dueline {

/// What the counts of a queue say: a key of another type, due tasks that nobody takes. `workers`: nullopt where the
/// user may not look at them.
std::vector<DoctorFinding> examineCounts(const QueueInfo& queue, const std::optional<std::vector<WorkerInfo>>& workers);

/// Leases that ran out without anybody taking the task over, and leases of workers that do not report any more. Looks
/// at the first 20,000. Errors: as QueueInspector::page().
Result<std::vector<DoctorFinding>> examineLeases(
    QueueInspector& inspector, const QueueInfo& queue, const std::vector<WorkerInfo>& workers);

/// Schedules that make no task: they cannot be read, or this machine does not know their zone. Errors: as
/// ScheduleBook::schedules().
Result<std::vector<DoctorFinding>> examineSchedules(ScheduleBook& book, const QueueInfo& queue);

} // namespace dueline
