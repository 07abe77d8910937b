// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/layouts/custom/overlayeditor.h"
#include "core/layouts/pubsub/pubsubsourcekey.h"

namespace dueline {

/// Editor for a design whose tasks are keys. The design's own workers run a task when they receive its message, so
/// changes made by this editor affect only Dueline's workers.
class PubsubEditor : public OverlayEditor
{
public:
    PubsubEditor(NativeScripts& scripts, const PubsubSpec& spec);

    /// Adds tasks. The unique part of a task's id becomes its key, which must match the pattern. A generated unique
    /// part replaces the star in the pattern. Errors: Refused if the key doesn't match the pattern, or if the task has
    /// a payload.
    Result<std::vector<AddOutcome>> add(const QueueName& queue, const std::vector<NewTask>& tasks) override;
    TaskId idFor(const QueueName& queue, const NewTask& task) const override;
    /// Removes the queue and the keys of all its tasks, including keys left over from runs.
    Result<> removeQueue(const QueueName& queue, bool force) override;
    Result<UndoStep> undo(const QueueName& queue, const OperationId& undone, const OperationId& operation,
        const QByteArray& cursor, const UndoTurn& turn) override;

protected:
    Result<std::vector<ItemOutcome>> actAtHome(const ActionStep& step) override;
    Result<> bringHome() override;

private:
    /// Restores the due times changed by the operation `undone`.
    Result<UndoStep> undoTimes(const OperationId& undone);

    PubsubSourceKey m_home;
    const QByteArray m_pattern; ///< pattern of task keys
};

} // namespace dueline
