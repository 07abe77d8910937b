// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/console/doctor/doctorfinding.h"
#include "core/layouts/port/layoutspec.h"
#include "core/queue/backend.h"
#include "core/queue/schedulebook.h"

namespace dueline {

/// Examines the counts of a queue to find keys of the wrong type, and due tasks without a worker. `workers`: nullopt if
/// the user is not allowed to list them.
std::vector<DoctorFinding> examineCounts(const QueueInfo& queue, const std::optional<std::vector<WorkerInfo>>& workers);

/// Finds expired leases that were not recovered, and leases of workers that no longer send heartbeats, among the first
/// 20,000 leases. Errors: those of QueueInspector::page().
Result<std::vector<DoctorFinding>> examineLeases(
    QueueInspector& inspector, const QueueInfo& queue, const std::vector<WorkerInfo>& workers);

/// Finds tasks that may have crashed their workers: failed tasks whose error reports a worker crash
/// (Capabilities::crashErrors), and retrying tasks whose workers crashed at least twice. Examines the first 20,000
/// tasks in each of these states. Errors: those of QueueInspector::page() and QueueInspector::readRecords().
Result<std::vector<DoctorFinding>> examineCrashes(
    QueueInspector& inspector, const QueueInfo& queue, const Capabilities& can);

/// Finds schedules that add no tasks: they cannot be read, or their zone is unknown on this machine. Errors: those of
/// ScheduleBook::schedules().
Result<std::vector<DoctorFinding>> examineSchedules(ScheduleBook& book, const QueueInfo& queue);

/// Reports operations and moves whose programs have ended, among the newest 100 in a queue. `connection`: layout of the
/// connection. Errors: those of QueueInspector::operations().
Result<std::vector<DoctorFinding>> examineOperations(
    Backend& backend, const QueueInfo& queue, const LayoutSpec& connection);

} // namespace dueline
