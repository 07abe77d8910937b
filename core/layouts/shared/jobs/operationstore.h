// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/layouts/shared/jobs/frameworkscripts.h"
#include "core/queue/queueeditor.h"

namespace dueline {

/// Records of user actions on a framework's queue, stored in Dueline's keys for the queue. Records expire after a week,
/// undo data after a day.
class OperationStore
{
public:
    /// Creates a store. `layout`: name of the layout. Undo refuses operations from other layouts.
    OperationStore(FrameworkScripts& scripts, QByteArray layout)
        : m_scripts(scripts)
        , m_layout(std::move(layout))
    { }

    /// Implements QueueEditor::record.
    Result<> write(const OverlayKeys& keys, const OperationRecord& record);
    /// Implements QueueInspector::operations. Needs neither scripts nor write permission.
    static Result<std::vector<OperationRecord>> list(
        RedisClient& client, const OverlayKeys& keys, const QueueName& queue, int limit);
    /// Returns the command that reads when the latest operation began; newestIn() evaluates its reply. nullopt: there
    /// is none, or the user isn't allowed to read Dueline's keys.
    static Command newest(const OverlayKeys& keys);
    static std::optional<TimePoint> newestIn(const Reply& reply);
    /// Implements BulkEditor::ask and BulkEditor::drop.
    Result<> ask(const OverlayKeys& keys, const OperationId& operation, const QByteArray& what);
    Result<> drop(const OverlayKeys& keys, const OperationId& operation);
    /// Implements QueueEditor::undo with the layout's `undo` script. KEYS: `base` and `overlay` of OverlayKeys. ARGV:
    /// the operation, the id of the undo, `word`, the operator, and the maximum number of tasks.
    Result<UndoStep> undo(const OverlayKeys& keys, const OperationId& undone, const OperationId& operation,
        const QByteArray& word, const UndoTurn& turn);

private:
    FrameworkScripts& m_scripts;
    QByteArray m_layout;
};

} // namespace dueline
