// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/console/operations/operationrequest.h"

namespace dueline {

/// Plan in an operation's record, from which another program can resume the operation: `at 1795348075587 pace=200`,
/// `spread FROM UNTIL gaps=999`, `canary=20:60000`. The tasks are in the operation's list. The plan of an undo is
/// `undo`, with pace and duty.
struct OperationPlan
{
    Action action; ///< Time::In is resolved to At
    qint64 gaps = 0; ///< Spread: number of tasks minus one
    qint64 pace = 0;
    int duty = 100;
    std::optional<Canary> canary = {};
    bool isUndo = false; ///< has no action

    QByteArray text() const;
    /// Parses a plan. Errors: Refused if the text is not understood, for example because it is from a newer program.
    static Result<OperationPlan> read(const OperationRecord& record);
    bool operator==(const OperationPlan&) const = default;
};

} // namespace dueline
