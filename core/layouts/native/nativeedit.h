// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/layouts/native/nativeeditor.h"

namespace dueline {

/// Puts something else into a task that waits, and back. The entry of `tasks` is what is compared, by its SHA-1; a
/// large payload is brought into a key beside the operation's record first, and only renamed by the script.
class NativeEdit
{
public:
    explicit NativeEdit(NativeEditor& editor)
        : m_editor(editor)
    { }

    Result<QByteArray> revision(const QueueName& queue, const TaskId& id);
    Result<EditOutcome> edit(const TaskEdit& edit);
    /// nullopt: the operation is no edit.
    std::optional<Result<UndoStep>> undo(
        const QueueName& queue, const OperationId& undone, const OperationId& operation);

private:
    Result<QByteArray> stored(const QueueName& queue, const TaskId& id);

    NativeEditor& m_editor;
};

} // namespace dueline
