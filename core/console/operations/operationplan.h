// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/console/operations/operationrequest.h"

namespace dueline {

/// Plan of an operation, stored in its record as text, so that another program can resume the operation: `at
/// 1795348075587 pace=200`, `spread FROM UNTIL gaps=999`, `canary=20:60000`. The tasks are in the operation's list. An
/// undo's plan is `undo`, followed by pace and duty.
struct OperationPlan
{
    Action action; ///< with Time::In replaced by Time::At
    qint64 gaps = 0; ///< for Spread: number of tasks minus one
    qint64 pace = 0;
    int duty = 100;
    std::optional<Canary> canary = {};
    bool isUndo = false; ///< true for an undo, which has no action

    QByteArray text() const;
    /// Parses the plan in a record. Errors: Refused if it can't be understood, for example because a newer program
    /// wrote it.
    static Result<OperationPlan> read(const OperationRecord& record);
    bool operator==(const OperationPlan&) const = default;
};

} // namespace dueline
