// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/queue/task.h"

namespace dueline {

/// Problem in a framework's queue that the framework's programs never fix, or fix only later.
struct QueueFinding
{
    enum class Risk : quint8 {
        None, ///< information only
        Possible, ///< tasks may be lost or late if something else happens
        Present, ///< tasks are lost, late or refused
    };

    QByteArray kind; ///< identifier for scripts: `stalled`, `lost-worker`
    Risk risk = Risk::None;
    qint64 count = 0; ///< tasks or entries; 0 if nothing is counted
    QString reason; ///< sentence that says what is wrong and what it means
    QString remedy; ///< action that fixes it

    bool operator==(const QueueFinding&) const = default;
};

/// Checks one queue for problems that only its layout can recognize, in bounded steps. Only reads, without scripts.
class QueueCheckup
{
public:
    virtual ~QueueCheckup() = default;

    /// Runs one bounded step; true if more remain. Errors: as QueueInspector.
    virtual Result<bool> step() = 0;
    virtual qint64 looked() const = 0; ///< entries examined
    /// Returns the findings. Call it after the last step: they are incomplete before.
    virtual std::vector<QueueFinding> findings() const = 0;
};

} // namespace dueline
