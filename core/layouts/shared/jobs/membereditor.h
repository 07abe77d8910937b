// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/layouts/port/outcomecodes.h"
#include "core/layouts/shared/jobs/memberplaces.h"
#include "core/layouts/shared/jobs/operationstore.h"
#include "core/layouts/shared/jobs/redisclock.h"
#include "core/queue/queueeditor.h"

#include <memory>
#include <variant>

namespace dueline {

class MemberBulk;

/// Editor for queues whose members are complete tasks. The client reads the members before a step, and the script
/// compares them during the step. Each step is one script call. A script acts on a task only if the task hasn't moved
/// since it was displayed, and records how to undo the change. Each layout decides what happens to a task, and provides
/// the scripts `act`, `delete`, `bulk`, `undo` and `probe`.
class MemberEditor : public QueueEditor
{
public:
    /// number of tasks per call; a call blocks the server for less than a millisecond
    static constexpr int tasksPerCall = 50;
    /// maximum size in bytes of all tasks in a call; at least one task is always sent
    static constexpr qsizetype bytesPerCall = 256 * 1024;
    static constexpr std::size_t wordsPerTask = 6;

    ~MemberEditor() override;

    Result<std::vector<ItemOutcome>> act(const ActionStep& step) override;
    Result<UndoStep> undo(const QueueName& queue, const OperationId& undone, const OperationId& operation,
        const QByteArray& cursor, const UndoTurn& turn) override;
    BulkEditor* bulk(const QueueName&) override;
    /// Returns the digest in a task's exact name. edit() compares the task's bytes with the exact name.
    Result<QByteArray> revision(const QueueName& queue, const TaskId& id) override;
    /// Replaces a task's payload with the script `edit`. Errors: NotSupported if the layout can't edit tasks.
    Result<EditOutcome> edit(const TaskEdit& edit) override;
    Result<> record(const OperationRecord& record) override;
    /// Implements Backend::permitted.
    Result<> permitted(const QueueName& queue);
    /// Implements Backend::foresee.
    Result<std::optional<Foresight>> foresee(const ActionStep& step);

    static const OutcomeCodes& codes();

protected:
    /// Creates an editor. `layout`: name recorded by OperationStore.
    MemberEditor(RedisClient& client, RedisClock& clock, const ScriptLibrary& own, const QByteArray& layout,
        FrameworkScripts::RefusalText refusal, MemberPlaces::OwnId ownId);

    virtual OverlayKeys keys(const QueueName& queue) const = 0;
    virtual std::vector<TaskSource> sourcesOf(const QueueName& queue) const = 0;
    /// Returns whether the members of the queue's sets are only names, not complete tasks.
    virtual bool hasNames(const QueueName&) const { return false; }
    /// Returns whether this action's undo data contains the complete task. A discard's undo data doesn't, because the
    /// task is in the trash.
    virtual bool keepsBytes(ActionKind kind) const { return kind == ActionKind::Retry || kind == ActionKind::RunNow; }
    /// Returns the arguments of the `probe` script.
    virtual std::vector<QByteArray> probed(const QueueName&) const { return {}; }
    /// Returns whether other tasks are waiting for this task and can't run without it.
    virtual bool isFollowed(const QueueName&, const QByteArray&) const { return false; }
    /// Returns whether tasks in this queue can be edited. If so, the layout has a script `edit`.
    virtual bool edits(const QueueName&) const { return false; }
    /// Returns a task's bytes with a new payload. Errors: Usage or Refused if no worker could run the task.
    virtual Result<QByteArray> withPayload(const QByteArray& member, const QByteArray&) { return member; }
    /// Returns an error if the layout refuses an action for the whole queue. Called before anything is read.
    virtual Result<> refuse(ActionKind, const QueueName&) { return {}; }
    /// Finds the current positions of tasks, like MemberPlaces::find.
    virtual Result<std::vector<std::optional<MemberPlace>>> find(
        const QueueName& queue, const TaskSource& source, const std::vector<MemberWanted>& wanted);
    /// Returns a script's arguments for one task: its name, its position, its score or index, two layout-specific
    /// values, and the outcome code if already known (otherwise empty). For a reschedule, the caller sets the second
    /// layout-specific value to the due time in ms; for a retry at a later time, it inserts `@MS` and a space. `name`:
    /// the task's id, or its name in a list. `place`: nullopt if the task wasn't found.
    virtual Result<std::vector<QByteArray>> wordsFor(const Action& action, const QueueName& queue, TaskState state,
        const QByteArray& name, const std::optional<MemberPlace>& place)
        = 0;
    /// Returns the arguments for a task that the script must skip because its outcome is already known.
    static std::vector<QByteArray> settled(const QByteArray& name, ItemOutcome outcome);

    RedisClient& client() { return m_client; }
    FrameworkScripts& scripts() { return m_scripts; }
    Result<TimePoint> now() { return m_clock.now(m_client); }

private:
    friend class MemberBulk;

    /// Step whose last call got no reply, so the server may or may not have executed it. A repeated step sends the same
    /// arguments again.
    struct Begun
    {
        ActionStep step;
        std::vector<ItemOutcome> outcomes; ///< outcomes so far, starting with the step's first task
        std::vector<QByteArray> call; ///< next call; empty if it hasn't been prepared
        std::size_t tasks = 0; ///< number of tasks in `call`
    };

    /// Finds tasks that were displayed in a given state. For each task, returns its position in the first of the
    /// state's keys that contains it.
    Result<std::vector<std::optional<MemberPlace>>> findIn(
        const QueueName& queue, TaskState state, const std::vector<MemberWanted>& wanted);
    /// Returns the current positions of the step's tasks in the index range [first, last).
    Result<std::vector<std::optional<MemberPlace>>> placesOf(
        const ActionStep& step, std::size_t first, std::size_t last);
    Result<> prepare(Begun& begun);
    /// Returns the arguments of the script `edit`; an outcome if the task is no longer as it was displayed.
    Result<std::variant<EditOutcome, std::vector<QByteArray>>> editCall(const TaskEdit& edit);

    RedisClient& m_client;
    RedisClock& m_clock;
    FrameworkScripts m_scripts;
    OperationStore m_operations;
    MemberPlaces m_places;
    std::optional<Begun> m_begun;
    /// Last edit and its arguments: a repeated edit sends the same arguments, even though the task now has other bytes.
    std::pair<OperationId, std::vector<QByteArray>> m_lastEdit;
    std::unique_ptr<MemberBulk> m_bulk;
};

} // namespace dueline
