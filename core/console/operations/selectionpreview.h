// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/console/operations/operationprogress.h"
#include "core/console/operations/operationrequest.h"
#include "core/console/operations/refstore.h"
#include "core/queue/backend.h"

namespace dueline {

/// Preview of the tasks that a layout would skip, and of the memory that undo would need. It queries the layout about
/// the first thousand tasks in a selection and extrapolates the result. Changes nothing.
class SelectionPreview
{
public:
    static constexpr int askAtMost = 1000; ///< maximum number of tasks, in ten calls of about a millisecond

    /// Makes one call. `refs`: the selection; empty if it is stored as a list in the queue. Returns true when finished.
    /// Errors: those of QueueInspector, Refused (the layout changes nothing in that queue).
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
