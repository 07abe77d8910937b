// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/queue/task.h"

namespace dueline {

/// Something about a queue of a framework that its own programs do not mend, or mend only later.
struct QueueFinding
{
    enum class Risk : quint8 {
        None, ///< worth knowing
        Possible, ///< tasks can be lost or late when something else happens
        Present, ///< tasks are lost, late or refused
    };

    QByteArray kind; ///< the word scripts rely on: `stalled`, `lost-worker`
    Risk risk = Risk::None;
    qint64 count = 0; ///< tasks or entries; 0 where nothing is counted
    QString reason; ///< what is so, a sentence, and what it means
    QString remedy; ///< what a person does about it

    bool operator==(const QueueFinding&) const = default;
};

/// Looks at one queue for what only its layout knows to be wrong, a bounded step at a time. Reads alone, without
/// scripts.
class QueueCheckup
{
public:
    virtual ~QueueCheckup() = default;

    /// One bounded step; true: there is more. Errors: as QueueInspector.
    virtual Result<bool> step() = 0;
    virtual qint64 looked() const = 0; ///< entries
    /// After the last step; the findings of a checkup that ended early are not complete.
    virtual std::vector<QueueFinding> findings() const = 0;
};

} // namespace dueline
