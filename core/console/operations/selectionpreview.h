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

    /// Creates a preview. `crashes`: number of selected tasks whose worker crashed; nullopt if the selection wasn't
    /// read task by task.
    explicit SelectionPreview(std::optional<qint64> crashes = {})
        : m_knownCrashes(crashes)
    { }

    /// Makes one call. Returns true after the last one. `refs`: selected tasks; empty if the selection is a list in the
    /// queue. Errors: Refused (the layout can't change this queue); otherwise same as QueueInspector.
    Result<bool> step(
        Backend& backend, const OperationRequest& request, const RefStore& refs, OperationPreview& preview);

private:
    Result<> readFirst(Backend& backend, const OperationRequest& request);
    Result<> take(Backend& backend, const OperationRequest& request, const RefStore& refs);
    Result<> countCrashes(Backend& backend, const OperationRequest& request, const RefStore& refs);

    std::optional<qint64> m_knownCrashes;
    std::optional<std::vector<Task>> m_first; ///< first tasks of a selection that is a list in the queue, once read
    std::vector<TaskRef> m_refs;
    std::size_t m_asked = 0;
    std::size_t m_read = 0; ///< number of tasks whose errors were read
    qint64 m_crashes = 0; ///< number of tasks among them whose worker crashed
    qint64 m_undoBytes = 0;
    bool m_isTaken = false;
};

} // namespace dueline
