// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/layouts/described/actionplanner.h"
#include "core/layouts/described/describedinspector.h"
#include "core/layouts/shared/jobs/operationstore.h"

namespace dueline {

/// Editor for the tasks of a described queue. A planner derives the steps for each task. A fixed script checks these
/// steps, performs either all or none of a task's steps, and records how to undo them.
class DescribedEditor : public QueueEditor
{
public:
    /// Creates an editor. `isForeign`: returns whether a key belongs to a known framework.
    DescribedEditor(RedisClient& client, std::shared_ptr<const Description> description, DescribedInspector& inspector,
        std::function<bool(const QByteArray& key)> isForeign);

    Result<std::vector<ItemOutcome>> act(const ActionStep& step) override;
    Result<UndoStep> undo(const QueueName& queue, const OperationId& undone, const OperationId& operation,
        const QByteArray& cursor, const UndoTurn& turn) override;
    Result<> record(const OperationRecord& record) override;
    /// Implements Backend::foresee.
    Result<std::optional<Foresight>> foresee(const ActionStep& step);
    /// Repeats the last call of act(), as if its reply had been lost, and returns the outcomes. Used to check layouts.
    Result<std::vector<ItemOutcome>> repeatLast();

    static const ScriptLibrary& library();

private:
    struct Call
    {
        const char* script = "act";
        OverlayKeys keys;
        std::vector<QByteArray> keyNames;
        std::vector<QByteArray> arguments;
        std::size_t tasks = 0;
    };
    /// Step whose last call has received no reply, so that the call may or may not have been executed. Repeating it
    /// sends the same call.
    struct Begun
    {
        ActionStep step;
        std::vector<ItemOutcome> outcomes; ///< outcomes received so far, starting with the first task of the step
        std::vector<PlannedTask> planned; ///< plans for all tasks of the step
        std::optional<Call> call; ///< next call; nullopt if it has not been prepared yet
        std::size_t perCall = maxStep;
    };

    /// Returns the plans for a step. Errors: Refused if the keys of a task are in different cluster slots.
    Result<std::vector<PlannedTask>> plan(const ActionStep& step);
    Result<std::size_t> tasksPerCall(const std::vector<PlannedTask>& planned);
    Call callFor(const Begun& begun);
    Result<std::vector<ItemOutcome>> send(const Call& call);

    RedisClient& m_client;
    std::shared_ptr<const Description> m_description;
    DescribedInspector& m_inspector;
    std::function<bool(const QByteArray&)> m_isForeign;
    FrameworkScripts m_scripts;
    OperationStore m_operations;
    QByteArray m_lane; ///< unique identifier of this editor
    quint64 m_calls = 0;
    std::optional<Begun> m_begun;
    std::optional<Call> m_last;
};

} // namespace dueline
