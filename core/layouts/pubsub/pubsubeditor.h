// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/layouts/custom/overlayeditor.h"
#include "core/layouts/pubsub/pubsubhome.h"

namespace dueline {

/// The operator's side of tasks that are keys. Their own workers ran or will run a task at the message that announced
/// it: what is changed here reaches only ours.
class PubsubEditor : public OverlayEditor
{
public:
    PubsubEditor(NativeScripts& scripts, const PubsubSpec& spec);

    /// The key is the unique part, which has to match the pattern; one that was made here takes the place of the
    /// pattern's star. Errors: Refused for other names and for payloads.
    Result<std::vector<AddOutcome>> add(const QueueName& queue, const std::vector<NewTask>& tasks) override;
    TaskId idFor(const QueueName& queue, const NewTask& task) const override;
    /// Removes the keys of all tasks, too, those that ran and stayed included.
    Result<> removeQueue(const QueueName& queue, bool force) override;
    Result<UndoStep> undo(const QueueName& queue, const OperationId& undone, const OperationId& operation,
        const QByteArray& cursor, const UndoTurn& turn) override;

protected:
    Result<std::vector<ItemOutcome>> actAtHome(const ActionStep& step) override;
    Result<> bringHome() override;

private:
    Result<TimePoint> serverTime();
    /// Gives tasks their time back that `undone` took.
    Result<UndoStep> undoTimes(const OperationId& undone);

    PubsubHome m_home;
    const QByteArray m_pattern; ///< of the keys that are tasks
};

} // namespace dueline
