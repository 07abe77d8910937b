// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/console/connect/openbackend.h"
#include "core/console/doctor/doctorfinding.h"

#include <atomic>
#include <functional>

namespace dueline {

/// Result of examining a server and its queues.
struct Diagnosis
{
    // Most severe findings first; within a severity, findings about servers first, then by queue name.
    std::vector<DoctorFinding> findings;
    qint64 queues = 0;
    qint64 looked = 0; ///< number of queue entries that were examined

    /// Returns the number of findings with a severity.
    qint64 count(DoctorFinding::Severity severity) const;
    /// Returns whether there are neither warnings nor critical findings.
    bool isFine() const;
    /// Returns whether everything could be examined. If not, there may be problems without findings.
    bool isComplete() const;
};

/// Callback for the progress of an examination. `text`: text for display, such as `mail: 12000 entries`.
using DoctorProgress = std::function<void(const QString& text)>;

/// Examines a server and its queues for anything that can lose or delay tasks; in a cluster, examines every master.
/// Writes nothing and needs no write permission. Call this on a QThread, which it blocks. `cancelled`: checked between
/// steps. Errors: those of openLayout(), Cancelled.
Result<Diagnosis> examine(
    const ConnectionSpec& spec, const std::atomic<bool>& cancelled, const DoctorProgress& progress = {});

/// Runs the repair of a finding for those entries that have not changed since the examination, and returns a summary.
/// Never drops the data of a task. `who`: recorded in the queue's event stream. Errors: Refused if `access` does not
/// allow the repair, or if there is nothing to repair; those of QueueEditor.
Result<QString> repair(const ConnectionSpec& spec, Access access, const DoctorFinding& finding, const QByteArray& who);

} // namespace dueline
