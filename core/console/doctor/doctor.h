// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/console/connect/openbackend.h"
#include "core/console/doctor/doctorfinding.h"

#include <atomic>
#include <functional>

namespace dueline {

/// What was found about a server and its queues.
struct Diagnosis
{
    std::vector<DoctorFinding> findings; ///< the worst first, then of servers, then of queues by name
    qint64 queues = 0;
    qint64 looked = 0; ///< entries of queues that were looked at

    /// Of this severity.
    qint64 count(DoctorFinding::Severity severity) const;
    /// Whether anything is at risk: a warning or worse.
    bool isFine() const;
    /// Whether everything could be looked at: else nothing found means little.
    bool isComplete() const;
};

/// How far an examination is, for people: `mail: 12000 entries`.
using DoctorProgress = std::function<void(const QString& text)>;

/// Looks at everything about a server and its queues that can lose or delay tasks; of a cluster at each master. Writes
/// nothing, and needs no right to. On the calling thread, which has to be a QThread; `cancelled` is looked at between
/// steps. Errors: as openLayout(), Cancelled.
Result<Diagnosis> examine(
    const ConnectionSpec& spec, const std::atomic<bool>& cancelled, const DoctorProgress& progress = {});

/// Does what `finding.repair` says, to what was found and is still as it was; what the answer says was done. Nothing of
/// a task is dropped. `who` stands in the queue's event stream. Errors: Refused where `access` does not allow it or
/// nothing can be repaired; those of QueueEditor.
Result<QString> repair(const ConnectionSpec& spec, Access access, const DoctorFinding& finding, const QByteArray& who);

} // namespace dueline
