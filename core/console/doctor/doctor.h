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
    // Most severe first; within a severity, findings about servers first, then by queue name.
    std::vector<DoctorFinding> findings;
    qint64 queues = 0;
    qint64 looked = 0; ///< number of queue entries examined

    /// Returns the number of findings with the given severity.
    qint64 count(DoctorFinding::Severity severity) const;
    /// Returns whether there are neither warnings nor critical findings.
    bool isFine() const;
    /// Returns whether everything could be examined. If not, there may be undiscovered problems.
    bool isComplete() const;
};

/// Callback for an examination's progress. `text`: text to display, such as `mail: 12000 entries`.
using DoctorProgress = std::function<void(const QString& text)>;

/// Examines a server and its queues for anything that can lose or delay tasks; in a cluster, examines every master.
/// Writes nothing and needs no write permission. Call this on a QThread; it blocks. `cancelled`: checked between steps.
/// Errors: same as openLayout(); Cancelled.
Result<Diagnosis> examine(
    const ConnectionSpec& spec, const std::atomic<bool>& cancelled, const DoctorProgress& progress = {});

/// Repairs a finding's entries that haven't changed since the examination, and returns a summary. Never drops a task's
/// data. `who`: recorded in the queue's event stream. Errors: Refused (`access` doesn't allow the repair, or there is
/// nothing to repair); otherwise same as QueueEditor.
Result<QString> repair(const ConnectionSpec& spec, Access access, const DoctorFinding& finding, const QByteArray& who);

} // namespace dueline
