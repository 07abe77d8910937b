// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/layouts/shared/jobs/frameworkscripts.h"
#include "core/queue/queueeditor.h"

namespace dueline {

/// The records of operations beside a framework's queue. They are kept for a week, and what undo needs for a day.
class OperationStore
{
public:
    /// `layout`: undo through another one is refused.
    OperationStore(FrameworkScripts& scripts, QByteArray layout)
        : m_scripts(scripts)
        , m_layout(std::move(layout))
    { }

    /// As QueueEditor::record.
    Result<> write(const OverlayKeys& keys, const OperationRecord& record);
    /// As QueueInspector::operations; needs no scripts, and no right to write.
    static Result<std::vector<OperationRecord>> list(
        RedisClient& client, const OverlayKeys& keys, const QueueName& queue, int limit);
    /// As BulkEditor::ask and drop.
    Result<> ask(const OverlayKeys& keys, const OperationId& operation, const QByteArray& what);
    Result<> drop(const OverlayKeys& keys, const OperationId& operation);
    /// As QueueEditor::undo, by the layout's script `undo`: KEYS are base and overlay, ARGV the operation, the undo's
    /// own id, `word`, who undoes, and at most so many tasks.
    Result<UndoStep> undo(const OverlayKeys& keys, const OperationId& undone, const OperationId& operation,
        const QByteArray& word, const UndoTurn& turn);

private:
    FrameworkScripts& m_scripts;
    QByteArray m_layout;
};

} // namespace dueline
