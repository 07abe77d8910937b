// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/layouts/custom/customeditor.h"
#include "core/layouts/native/nativedescription.h"

namespace dueline {

/// Editor for a design whose tasks are not members of a sorted set. The design's own scripts act on tasks at home, the
/// native scripts on tasks in the overlay. A task restored from the trash or by an undo first joins the waiting tasks
/// in the overlay, with a due time that no other task has. It is then moved home immediately.
class OverlayEditor : public CustomEditor
{
public:
    OverlayEditor(NativeScripts& scripts, const CustomSpec& spec);

    Result<std::vector<ItemOutcome>> act(const ActionStep& step) override;
    Result<UndoStep> undo(const QueueName& queue, const OperationId& undone, const OperationId& operation,
        const QByteArray& cursor, const UndoTurn& turn) override;

protected:
    /// Due time, in ms, that marks a task to be moved home.
    static constexpr auto homeward = homewardScore;

    /// Acts only on tasks at home. Returns one outcome per ref.
    virtual Result<std::vector<ItemOutcome>> actAtHome(const ActionStep& step) = 0;
    /// Moves the tasks with the due time `homeward` home.
    virtual Result<> bringHome() = 0;
};

} // namespace dueline
