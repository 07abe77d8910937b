// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/console/doctor/doctorfinding.h"
#include "core/layouts/port/layoutspec.h"
#include "core/queue/backend.h"
#include "core/queue/schedulebook.h"

namespace dueline {

/// Checks a queue's counts for keys of the wrong type and for due tasks without a worker. `workers`: nullopt if the
/// user may not list workers.
std::vector<DoctorFinding> examineCounts(const QueueInfo& queue, const std::optional<std::vector<WorkerInfo>>& workers);

/// Finds leases that have expired without their tasks being recovered, and leases of workers that no longer send
/// heartbeats. Examines the first 20,000 leases. Errors: same as QueueInspector::page().
Result<std::vector<DoctorFinding>> examineLeases(
    QueueInspector& inspector, const QueueInfo& queue, const std::vector<WorkerInfo>& workers);

/// Finds tasks that may have crashed their workers: failed tasks whose error reports a worker crash
/// (Capabilities::crashErrors), and retrying tasks whose workers have crashed at least twice. Examines the first 20,000
/// tasks in each of these states. Errors: same as QueueInspector::page() and QueueInspector::readRecords().
Result<std::vector<DoctorFinding>> examineCrashes(
    QueueInspector& inspector, const QueueInfo& queue, const Capabilities& can);

/// Removes general findings about a queue if the layout reports the same problem with its own finding, which is more
/// specific: missing workers, or jobs that the framework has set aside because their workers crashed.
void dropGeneralFindings(std::vector<DoctorFinding>& findings, const QueueName& queue);

/// Finds schedules that add no tasks because they are unreadable or their time zone is unknown on this machine. Errors:
/// same as ScheduleBook::schedules().
Result<std::vector<DoctorFinding>> examineSchedules(ScheduleBook& book, const QueueInfo& queue);

/// Finds operations and moves, among a queue's newest 100, whose process exited before they were done. `connection`:
/// the connection's layout. Errors: same as QueueInspector::operations().
Result<std::vector<DoctorFinding>> examineOperations(
    Backend& backend, const QueueInfo& queue, const LayoutSpec& connection);

} // namespace dueline
