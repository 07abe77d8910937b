// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/layouts/shared/jobs/idbulk.h"
#include "core/layouts/shared/jobs/listplaces.h"
#include "core/layouts/shared/jobs/operationstore.h"
#include "core/queue/queueeditor.h"

namespace dueline {

/// Editor for tasks with ids. It makes the same changes as the framework's own functions. Each step is one script call.
/// A script acts on a task only if the task hasn't moved since it was displayed, and records how to undo the change.
class IdEditor : public QueueEditor
{
public:
    /// Lists and sets where due tasks wait. If a task is in one of the sets, the lists aren't searched for it.
    struct Waiting
    {
        std::vector<ListPlaces::List> lists;
        std::vector<QByteArray> sets;
    };

    ~IdEditor() override;

    Result<std::vector<ItemOutcome>> act(const ActionStep& step) override;
    Result<UndoStep> undo(const QueueName& queue, const OperationId& undone, const OperationId& operation,
        const QByteArray& cursor, const UndoTurn& turn) override;
    BulkEditor* bulk(const QueueName&) override;
    /// Returns the SHA-1 of a task's stored payload. Errors: also Refused if the payload can't be edited.
    Result<QByteArray> revision(const QueueName& queue, const TaskId& id) override;
    /// Replaces a task's payload with the script `edit`. Errors: also Refused if no worker could read the payload.
    Result<EditOutcome> edit(const TaskEdit& edit) override;
    Result<> record(const OperationRecord& record) override;
    /// Implements Backend::permitted.
    Result<> permitted(const QueueName& queue);
    /// Implements Backend::foresee.
    Result<std::optional<Foresight>> foresee(const ActionStep& step);

protected:
    /// Field of a task's hash that contains its payload.
    struct Content
    {
        std::function<QByteArray(const QueueName&, const TaskId&)> hash; ///< function that returns the hash's key
        QByteArray field;
        /// Function that returns the field's new value for a payload, or, without one, checks whether the stored
        /// payload can be edited. Errors: Refused.
        std::function<Result<QByteArray>(const QByteArray& stored, const std::optional<QByteArray>& payload)> with;
    };

    /// Parts that each layout provides.
    struct Layout
    {
        std::function<OverlayKeys(const QueueName&)> keys;
        /// function that returns a queue's sources for bulk operations
        std::function<std::vector<TaskSource>(const QueueName&)> sources;
        /// function that returns the scripts' layout-specific third argument
        std::function<QByteArray(const QueueName&)> word;
        std::function<Waiting(const QueueName&)> waiting;
        const OutcomeCodes& codes;
        Content content;
    };

    /// Creates an editor. `name`: name of the layout and of its script folder.
    IdEditor(RedisClient& client, const QByteArray& name, FrameworkScripts::RefusalText refusal, Layout layout);

    RedisClient& client() { return m_client; }
    OverlayKeys keys(const QueueName& queue) const { return m_layout.keys(queue); }
    QByteArray word(const QueueName& queue) const { return m_layout.word(queue); }
    /// Runs one of the layout's scripts with the queue's keys. Errors: same as FrameworkScripts.
    Result<Reply> run(const char* script, const QueueName& queue, const std::vector<QByteArray>& arguments);
    /// Runs a script that stores its last reply, so that repeating a call returns the same reply.
    Result<Reply> runOnce(const char* script, const QueueName& queue, std::vector<QByteArray> arguments);

private:
    /// Returns the stored payload of a task. Errors: NotFound.
    Result<QByteArray> storedPayload(const QueueName& queue, const TaskId& id);
    /// Returns the arguments for the scripts `act`, `delete` and `foresee`. Finds the tasks in lists first.
    Result<std::vector<QByteArray>> argumentsFor(const ActionStep& step);
    /// Looks for ids in lists. Returns `LIST INDEX` for each id that it finds.
    Result<std::map<TaskId, QByteArray>> findInLists(const QueueName& queue, const std::vector<TaskId>& ids);

    RedisClient& m_client;
    Layout m_layout;
    FrameworkScripts m_scripts;
    OperationStore m_operations;
    ListPlaces m_places;
    IdBulk m_bulk;
};

} // namespace dueline
