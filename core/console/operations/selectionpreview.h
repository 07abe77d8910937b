// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/console/operations/operationprogress.h"
#include "core/console/operations/operationrequest.h"
#include "core/console/operations/refstore.h"
#include "core/queue/backend.h"

namespace dueline {

/// Prediction of the tasks that the layout will skip and the memory that the undo data will take, based on the first
/// 1,000 tasks in the selection. Changes nothing.
class SelectionPreview
{
public:
    /// Maximum number of tasks to check, in ten calls of about 1 ms each.
    static constexpr int askAtMost = 1000;

    /// Makes one call. Returns true after the last one. `refs`: selected tasks; empty if the selection is a list in the
    /// queue. Errors: Refused (the layout can't change this queue); otherwise same as QueueInspector.
    Result<bool> step(
        Backend& backend, const OperationRequest& request, const RefStore& refs, OperationPreview& preview);

private:
    Result<> take(Backend& backend, const OperationRequest& request, const RefStore& refs);

    std::vector<TaskRef> m_refs;
    std::size_t m_asked = 0;
    qint64 m_undoBytes = 0;
    bool m_isTaken = false;
};

} // namespace dueline
