// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/queue/task.h"

#include <set>

namespace dueline {

/// Problem in a framework's queue that the framework's own programs fix late or never.
struct QueueFinding
{
    enum class Risk : quint8 {
        None, ///< informational only
        Possible, ///< tasks may be lost or delayed if something else happens, such as a restart
        Present, ///< tasks are being lost, delayed or refused
    };

    QByteArray kind; ///< identifier for scripts: `stalled`, `lost-worker`
    Risk risk = Risk::None;
    qint64 count = 0; ///< number of tasks or entries; 0 if there is nothing to count
    QString reason; ///< sentence that describes the problem and its consequences
    QString remedy; ///< action that fixes the problem
    QString repair = {}; ///< effect of QueueCheckup::repair(); empty if Dueline can't repair this
    std::set<TaskId> ids = {}; ///< entries that repair() would change

    bool operator==(const QueueFinding&) const = default;
};

/// Checks one queue for problems that only its layout can recognize, in bounded steps. It neither writes nor runs
/// scripts.
class QueueCheckup
{
public:
    virtual ~QueueCheckup() = default;

    /// Runs one bounded step. Returns true if more steps remain. Errors: same as QueueInspector.
    virtual Result<bool> step() = 0;
    virtual qint64 looked() const = 0; ///< Returns the number of entries examined so far.
    /// Returns the findings, which are incomplete before the last step.
    virtual std::vector<QueueFinding> findings() const = 0;
    /// Repairs a finding's entries, except for any that have changed since it was reported, and returns a sentence
    /// describing the result. Unlike step(), it writes. Errors: NotSupported; same as QueueEditor.
    virtual Result<QString> repair(const QByteArray& kind, const std::set<TaskId>& ids)
    {
        Q_UNUSED(kind)
        Q_UNUSED(ids)
        return notRepairable();
    }
    static Error notRepairable()
    {
        return {ErrorCode::NotSupported, QStringLiteral("This layout does not support repairs.")};
    }
};

} // namespace dueline
