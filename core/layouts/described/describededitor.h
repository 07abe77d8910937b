// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/layouts/described/addplanner.h"
#include "core/layouts/described/describedinspector.h"
#include "core/layouts/shared/jobs/operationstore.h"

namespace dueline {

/// Editor for a described queue's tasks. A planner derives the steps for each task. A fixed script checks the steps,
/// performs all or none of a task's steps, and records how to undo them.
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
    /// Carries out the plans for claiming tasks. The plans end with the step R; see include/describedact. Returns one
    /// outcome per task. Errors: same as act().
    Result<std::vector<ItemOutcome>> take(const QueueName& queue, std::vector<std::pair<TaskId, PlannedTask>> planned);
    /// Implements Backend::foresee().
    Result<std::optional<Foresight>> foresee(const ActionStep& step);
    /// Repeats the last call of act() or add() as if its reply had been lost, and returns the outcome codes. Used for
    /// testing layouts.
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
    /// Step in progress. If its last call got no reply, the call may or may not have been executed; repeating the step
    /// sends the same call again.
    struct Begun
    {
        ActionStep step;
        std::vector<NewTask> added; ///< new tasks; empty for an action
        QByteArray codes; ///< outcome codes received so far, starting with the step's first task
        std::vector<PlannedTask> planned; ///< plans for all of the step's tasks
        std::optional<Call> call; ///< next call; nullopt if not prepared yet
        std::size_t perCall = maxStep;
        bool isClaim = false;
    };

    /// Returns the plans for new tasks. Errors: same as AddPlanner::plan(), plus Usage if the queue represents places
    /// that all queues share, and Refused if the queue doesn't exist and only its own program may create it.
    Result<std::vector<PlannedAddition>> planAdd(const QueueName& queue, const std::vector<NewTask>& tasks);
    /// Returns the highest number that a queue's producers have used as an id; nullopt if their ids aren't sequential
    /// numbers.
    Result<std::optional<qint64>> lastNumber(const QueueName& queue);
    /// Checks that each task's keys are in one cluster slot. Errors: Refused if they aren't.
    Result<> checkSlots(const OverlayKeys& overlay, const std::vector<PlannedStep>& steps) const;
    /// Makes the remaining calls of `m_begun`, and returns the codes for all of its tasks.
    Result<QByteArray> run();
    /// Returns a step's plans. Errors: Refused if a task's keys are in different cluster slots.
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
    std::map<TaskId, TaskId> m_added; ///< actual ids of the tasks added by the last add(), by requested id
};

} // namespace dueline
