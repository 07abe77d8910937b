// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/console/operations/operationprogress.h"
#include "core/console/operations/operationrequest.h"
#include "core/console/operations/refstore.h"
#include "core/queue/backend.h"

namespace dueline {

/// Asks a layout which tasks of a selection it would leave alone, and how much undo would hold of the others: of the
/// first thousand, by which the rest is judged. Changes nothing.
class LookAhead
{
public:
    static constexpr int askAtMost = 1000; ///< tasks; ten calls of about a millisecond

    /// One call. `refs`: the selection; empty where it stands on a list in the queue. True: there is no more to ask.
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
