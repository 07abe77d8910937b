// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/console/connect/openbackend.h"
#include "core/console/doctor/doctorfinding.h"

#include <atomic>
#include <functional>

namespace dueline {

/// Findings about a server and its queues.
struct Diagnosis
{
    // most severe first; within a severity, findings about servers first, then by queue name
    std::vector<DoctorFinding> findings;
    qint64 queues = 0;
    qint64 looked = 0; ///< number of queue entries examined

    /// Returns the number of findings of a severity.
    qint64 count(DoctorFinding::Severity severity) const;
    /// Returns whether there are no warnings or critical findings.
    bool isFine() const;
    /// Returns whether everything could be examined. If false, missing findings do not mean that all is well.
    bool isComplete() const;
};

/// Function that receives the progress of an examination as text for display: `mail: 12000 entries`.
using DoctorProgress = std::function<void(const QString& text)>;

/// Examines a server and its queues for anything that can lose or delay tasks; in a cluster, examines every master.
/// Writes nothing and needs no write permission. Runs on the calling thread, which must be a QThread; `cancelled` is
/// checked between steps. Errors: those of openLayout(), Cancelled.
Result<Diagnosis> examine(
    const ConnectionSpec& spec, const std::atomic<bool>& cancelled, const DoctorProgress& progress = {});

/// Performs `finding.repair` for entries that have not changed since the examination, and returns a summary. Never
/// drops a task's data. `who` is recorded in the queue's event stream. Errors: Refused if `access` does not allow the
/// repair, or nothing can be repaired; those of QueueEditor.
Result<QString> repair(const ConnectionSpec& spec, Access access, const DoctorFinding& finding, const QByteArray& who);

} // namespace dueline
