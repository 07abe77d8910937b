// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/layouts/native/nativescripts.h"
#include "core/layouts/port/stepsize.h"
#include "core/queue/bulkeditor.h"
#include "core/queue/queueeditor.h"

namespace dueline {

class NativeEditor;

/// Bulk editor for the native layout. An operation's tasks are stored in a Redis list, `op:OP:list`.
class NativeBulk : public BulkEditor
{
public:
    explicit NativeBulk(NativeEditor& editor)
        : m_editor(editor)
    { }

    Result<BulkTaken> gather(const QueueName& queue, const OperationId& operation, const BulkWalk& walk) override;
    Result<qint64> count(const QueueName& queue, const BulkWalk& walk) override;
    Result<> put(
        const QueueName& queue, const OperationId& operation, const std::vector<TaskRef>& refs, Millis keep) override;
    Result<BulkState> act(const BulkStep& step) override;
    Result<> drop(const QueueName& queue, const OperationId& operation) override;
    Result<> ask(const QueueName& queue, const OperationId& operation, const QByteArray& what) override;

    /// Performs one undo step (see QueueEditor::undo()). Returns nullopt if the operation has no list.
    std::optional<Result<UndoStep>> undo(const QueueName& queue, const OperationId& undone,
        const OperationId& operation, const QByteArray& cursor, const UndoTurn& turn);

    /// Returns an undo step that undoes no tasks and contains only the user's pending request. Used for operations
    /// without a list.
    Result<UndoStep> rest(const QueueName& queue, const OperationId& undo);

private:
    /// Set to which an operation moved tasks, and the range of their scores.
    struct Span
    {
        QByteArray role;
        QByteArray lowest;
        QByteArray highest;
    };
    Result<> findSpans(const QueueName& queue, const OperationId& undone);

    /// Number of tasks in the part of the list that one call processes (see chunk.lua).
    static constexpr int actPerCall = 125;
    static constexpr int undoPerCall = 250;

    NativeEditor& m_editor;
    StepSize m_acting{actPerCall};
    StepSize m_undoing{undoPerCall};
    OperationId m_undone; ///< operation that m_spans belongs to
    std::vector<Span> m_spans;
};

} // namespace dueline
