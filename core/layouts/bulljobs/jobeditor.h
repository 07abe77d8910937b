// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/layouts/framework/idbulk.h"
#include "core/layouts/framework/listplaces.h"
#include "core/layouts/framework/operationstore.h"
#include "core/layouts/framework/tasksource.h"
#include "core/queue/queueeditor.h"

namespace dueline {

/// What is particular to changing the queues of Bull, or of BullMQ.
struct JobEditing
{
    QByteArray layout; ///< `bullmq`; also the folder of its scripts
    QByteArray prefix; ///< of the framework's keys: `bull`
    int mostPriority = 0; ///< as Capabilities::mostPriority
    QByteArray word; ///< what somebody says of a queue that does not say it itself; the scripts' ARGV 3
    std::function<std::vector<TaskSource>(const QueueName&)> sources;
    FrameworkScripts::RefusalText refusal;
    /// `opts` of a new job as JSON. Errors: NotSupported, for what the framework does not know.
    std::function<Result<QByteArray>(const NewTask&)> options;
};

/// Changes jobs of Bull or BullMQ as their own calls do. Each step is one script, which acts on a job only while it
/// stands where it was seen, and writes down how that is undone.
class JobEditor : public QueueEditor
{
public:
    /// `ours`: the prefix of our own keys.
    JobEditor(RedisClient& client, const QByteArray& ours, JobEditing editing);
    ~JobEditor() override;

    Result<std::vector<AddOutcome>> add(const QueueName& queue, const std::vector<NewTask>& tasks) override;
    TaskId idFor(const QueueName& queue, const NewTask& task) const override;
    Result<std::vector<ItemOutcome>> act(const ActionStep& step) override;
    Result<UndoStep> undo(const QueueName& queue, const OperationId& undone, const OperationId& operation,
        const QByteArray& cursor, const UndoTurn& turn) override;
    BulkEditor* bulk(const QueueName&) override;
    Result<> record(const OperationRecord& record) override;
    Result<> setPaused(const QueueName& queue, bool paused) override;
    /// As Backend::permitted.
    Result<> permitted(const QueueName& queue);
    /// As Backend::foresee.
    Result<std::optional<Foresight>> foresee(const ActionStep& step);

private:
    OverlayKeys keys(const QueueName& queue) const;
    /// What a script for an action on named jobs is called with; where those that wait in a list stand is read now.
    Result<std::vector<QByteArray>> argumentsFor(const ActionStep& step);
    /// Where those of `ids` stand that wait in a list.
    Result<std::map<TaskId, QByteArray>> findInLists(const QueueName& queue, const std::vector<TaskId>& ids);

    RedisClient& m_client;
    QByteArray m_ours;
    JobEditing m_editing;
    FrameworkScripts m_scripts;
    OperationStore m_operations;
    ListPlaces m_places;
    IdBulk m_bulk;
};

} // namespace dueline
