// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/layouts/custom/customeditor.h"
#include "core/layouts/native/nativedescription.h"

namespace dueline {

/// Editor for a custom design whose tasks aren't members of a sorted set. The design's scripts act on tasks in its own
/// keys, and the native scripts on tasks in the overlay (see NativeOverlay). To restore a task, the editor first adds
/// it to the overlay with a due time that no other task has, then immediately moves it to the design's own keys.
class OverlayEditor : public CustomEditor
{
public:
    OverlayEditor(NativeScripts& scripts, const CustomSpec& spec);

    Result<std::vector<ItemOutcome>> act(const ActionStep& step) override;
    Result<UndoStep> undo(const QueueName& queue, const OperationId& undone, const OperationId& operation,
        const QByteArray& cursor, const UndoTurn& turn) override;

protected:
    /// Due time in ms that marks a task for moving to the design's own keys.
    static constexpr auto homeward = homewardScore;

    /// Acts only on tasks in the design's own keys. Returns one outcome per task.
    virtual Result<std::vector<ItemOutcome>> actAtHome(const ActionStep& step) = 0;
    /// Moves the tasks with the due time `homeward` to the design's own keys.
    virtual Result<> bringHome() = 0;
};

} // namespace dueline
