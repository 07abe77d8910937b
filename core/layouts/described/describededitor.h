// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/layouts/described/addplanner.h"
#include "core/layouts/described/describedinspector.h"
#include "core/layouts/shared/jobs/operationstore.h"

namespace dueline {

/// Editor for the tasks of a described queue. A planner derives the steps for each task. A fixed script checks these
/// steps, performs either all steps of a task or none, and records how to undo them.
class DescribedEditor : public QueueEditor
{
public:
    /// Creates an editor. `isForeign`: returns whether a key belongs to a known framework.
    DescribedEditor(RedisClient& client, std::shared_ptr<const Description> description, DescribedInspector& inspector,
        std::function<bool(const QByteArray& key)> isForeign);

    Result<std::vector<AddOutcome>> add(const QueueName& queue, const std::vector<NewTask>& tasks) override;
    TaskId idFor(const QueueName& queue, const NewTask& task) const override;
    /// Checks that the queue and the layout file accept new tasks, and that the file would read each task back
    /// unchanged.
    Result<> admits(const QueueName& queue, const std::vector<NewTask>& tasks) override;
    Result<std::optional<std::vector<AddOutcome>>> foreseeAdd(
        const QueueName& queue, const std::vector<NewTask>& tasks) override;
    QueueName laterPlace(const QueueName& queue) const override;
    Result<std::vector<ItemOutcome>> act(const ActionStep& step) override;
    Result<UndoStep> undo(const QueueName& queue, const OperationId& undone, const OperationId& operation,
        const QByteArray& cursor, const UndoTurn& turn) override;
    Result<> record(const OperationRecord& record) override;
    /// Carries out the plans for tasks that are to be claimed. The plans end with the step R; see include/describedact.
    /// Returns one outcome per task. Errors: those of act().
    Result<std::vector<ItemOutcome>> take(const QueueName& queue, std::vector<std::pair<TaskId, PlannedTask>> planned);
    /// Implements Backend::foresee.
    Result<std::optional<Foresight>> foresee(const ActionStep& step);
    /// Repeats the last call of act() or add(), as if its reply had been lost, and returns the codes of the outcomes.
    /// Used to check layouts.
    Result<QByteArray> repeatLast();
    static Result<std::vector<ItemOutcome>> outcomesOf(const QByteArray& codes);

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
    /// Step in progress. If its last call has received no reply, the call may or may not have been executed. If the
    /// step is then repeated, the same call is sent again.
    struct Begun
    {
        ActionStep step;
        std::vector<NewTask> added; ///< new tasks; empty for an action
        QByteArray codes; ///< codes of the outcomes received so far, starting with the first task of the step
        std::vector<PlannedTask> planned; ///< plans for all tasks of the step
        std::optional<Call> call; ///< next call; nullopt if it has not been prepared yet
        std::size_t perCall = maxStep;
        bool isClaim = false;
    };

    /// Returns the plans for new tasks. Errors: those of AddPlanner::plan(); Usage if the queue represents places that
    /// all queues share; Refused if the queue does not exist and its own program must create it.
    Result<std::vector<PlannedAddition>> planAdd(const QueueName& queue, const std::vector<NewTask>& tasks);
    /// Returns the highest number that the producers of a queue have used as an id; nullopt if their ids are not such
    /// numbers.
    Result<std::optional<qint64>> lastNumber(const QueueName& queue);
    /// Checks that the keys of each task are in one cluster slot. Errors: Refused if they are not.
    Result<> checkSlots(const OverlayKeys& overlay, const std::vector<PlannedStep>& steps) const;
    /// Makes the remaining calls of `m_begun`, and returns the codes for all of its tasks.
    Result<QByteArray> run();
    /// Returns the plans for a step. Errors: Refused if the keys of a task are in different cluster slots.
    Result<std::vector<PlannedTask>> plan(const ActionStep& step);
    Result<std::size_t> tasksPerCall(const std::vector<PlannedTask>& planned);
    Call callFor(const Begun& begun);
    Result<QByteArray> send(const Call& call);

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
    std::map<TaskId, TaskId> m_added; ///< ids of the tasks of the last add(), by the ids in the request
};

} // namespace dueline
