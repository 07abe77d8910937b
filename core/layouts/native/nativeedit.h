// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/layouts/native/nativeeditor.h"

namespace dueline {

/// Edits waiting and failed tasks, and undoes such edits. The script checks the SHA-1 of the entry in `tasks`, so that
/// concurrent edits aren't overwritten. A large payload is first written to a separate key that belongs to the
/// operation, so that the script only needs to rename the key.
class NativeEdit
{
public:
    explicit NativeEdit(NativeEditor& editor)
        : m_editor(editor)
    { }

    Result<QByteArray> revision(const QueueName& queue, const TaskId& id);
    Result<EditOutcome> edit(const TaskEdit& edit);
    /// Undoes an edit. Returns nullopt if the operation isn't an edit.
    std::optional<Result<UndoStep>> undo(
        const QueueName& queue, const OperationId& undone, const OperationId& operation);

private:
    Result<QByteArray> stored(const QueueName& queue, const TaskId& id);

    NativeEditor& m_editor;
};

} // namespace dueline
