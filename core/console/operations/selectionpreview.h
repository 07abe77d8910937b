// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/console/operations/operationprogress.h"
#include "core/console/operations/operationrequest.h"
#include "core/console/operations/refstore.h"
#include "core/queue/backend.h"

namespace dueline {

/// Preview of the tasks that a layout would skip, and of the memory that undo would need. The layout checks the first
/// 1,000 tasks of a selection, and the result is extrapolated. Changes nothing.
class SelectionPreview
{
public:
    /// maximum number of tasks checked, in ten calls of about one millisecond each
    static constexpr int askAtMost = 1000;

    /// Makes one call. `refs`: selected tasks; empty if the selection is a list stored in the queue. Returns true when
    /// finished. Errors: those of QueueInspector, Refused (the layout cannot change this queue).
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
