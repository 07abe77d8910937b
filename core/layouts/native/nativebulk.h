// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/layouts/native/nativescripts.h"
#include "core/layouts/port/stepsize.h"
#include "core/queue/bulkeditor.h"
#include "core/queue/queueeditor.h"

namespace dueline {

class NativeEditor;

/// Operations on very many tasks of the native layout: what they mean is a list in Redis, `op:OP:list`.
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

    /// A step of an undo, as QueueEditor::undo; nullopt where the operation was not one of these.
    std::optional<Result<UndoStep>> undo(const QueueName& queue, const OperationId& undone,
        const OperationId& operation, const QByteArray& cursor, const UndoTurn& turn);

    /// A step of an undo by name that takes no tasks: what is requested of it.
    Result<UndoStep> rest(const QueueName& queue, const OperationId& undo);

private:
    /// A set, and the scores an operation gave the tasks it left there.
    struct Span
    {
        QByteArray role;
        QByteArray lowest;
        QByteArray highest;
    };
    Result<> findSpans(const QueueName& queue, const OperationId& undone);

    static constexpr int actPerCall = 125; ///< a part of the list, see chunk.lua
    static constexpr int undoPerCall = 250;

    NativeEditor& m_editor;
    StepSize m_acting{actPerCall};
    StepSize m_undoing{undoPerCall};
    OperationId m_undone; ///< that m_spans are of
    std::vector<Span> m_spans;
};

} // namespace dueline
