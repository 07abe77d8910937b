// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/console/operations/operationrequest.h"

namespace dueline {

/// What of an operation its record has to hold so that another program can go on with it: `at 1795348075587 pace=200`,
/// `spread FROM UNTIL gaps=999`, `canary=20:60000`. Its tasks stand on its list. Of an undo it is `undo`, with its pace
/// and duty.
struct OperationPlan
{
    Action action; ///< Time::In is resolved to At
    qint64 gaps = 0; ///< Spread: tasks less one
    qint64 pace = 0;
    int duty = 100;
    std::optional<Canary> canary = {};
    bool isUndo = false; ///< without an action

    QByteArray text() const;
    /// Errors: Refused, when the text is not one of ours: a newer program may have made it.
    static Result<OperationPlan> read(const OperationRecord& record);
    bool operator==(const OperationPlan&) const = default;
};

} // namespace dueline
