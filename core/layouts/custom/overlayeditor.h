// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/layouts/custom/customeditor.h"

namespace dueline {

/// The operator's side of a design whose tasks are no members of a sorted set: scripts of its own act on those that are
/// at home, the native ones on those in the overlay. What comes out of the trash, or out of an undo, is first put among
/// what waits in the overlay, with a due time that nothing else has, and brought home at once.
class OverlayEditor : public CustomEditor
{
public:
    OverlayEditor(NativeScripts& scripts, const CustomSpec& spec);

    Result<std::vector<ItemOutcome>> act(const ActionStep& step) override;
    Result<UndoStep> undo(const QueueName& queue, const OperationId& undone, const OperationId& operation,
        const QByteArray& cursor, const UndoTurn& turn) override;

protected:
    /// The due time, ms, by which a task that has to be brought home is known.
    static constexpr auto homeward = "1.5";

    /// Acts on tasks at home only. One outcome per ref.
    virtual Result<std::vector<ItemOutcome>> actAtHome(const ActionStep& step) = 0;
    /// Brings home what waits with that due time.
    virtual Result<> bringHome() = 0;
};

} // namespace dueline
