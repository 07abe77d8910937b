// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/layouts/framework/idbulk.h"
#include "core/layouts/framework/listplaces.h"
#include "core/layouts/framework/operationstore.h"
#include "core/queue/queueeditor.h"

namespace dueline {

/// Changes tasks of asynq as its own calls do. Each step is one script, which acts on a task only while it stands where
/// it was seen, and writes down how that is undone.
class AsynqEditor : public QueueEditor
{
public:
    static constexpr int usualAttempts = 26; ///< where a program says nothing: 25 retries

    /// `ours`: the prefix of our own keys.
    AsynqEditor(RedisClient& client, const QByteArray& ours);
    ~AsynqEditor() override;

    /// Errors: NotSupported, for what asynq does not know.
    Result<std::vector<AddOutcome>> add(const QueueName& queue, const std::vector<NewTask>& tasks) override;
    TaskId idFor(const QueueName& queue, const NewTask& task) const override;
    Result<std::vector<ItemOutcome>> act(const ActionStep& step) override;
    Result<UndoStep> undo(const QueueName& queue, const OperationId& undone, const OperationId& operation,
        const QByteArray& cursor, const UndoTurn& turn) override;
    BulkEditor* bulk(const QueueName&) override;
    Result<> record(const OperationRecord& record) override;
    Result<> setPaused(const QueueName& queue, bool paused) override;
    /// Errors: Refused, where no server listens.
    Result<ItemOutcome> cancel(const QueueName& queue, const TaskRef& ref) override;
    /// Errors: NotSupported, always.
    Result<ItemOutcome> release(const QueueName& queue, const TaskRef& ref) override;
    Result<ItemOutcome> extend(const QueueName& queue, const TaskRef& ref, Millis leaseFor) override;
    /// As Backend::permitted.
    Result<> permitted(const QueueName& queue);
    /// As Backend::foresee.
    Result<std::optional<Foresight>> foresee(const ActionStep& step);

private:
    OverlayKeys keys(const QueueName& queue) const;
    /// The scripts' third argument: the key that names all queues, where it is within their reach.
    QByteArray word() const;
    Result<std::vector<QByteArray>> argumentsFor(const ActionStep& step);
    /// Where those of `ids` stand that are pending: `pending INDEX`.
    Result<std::map<TaskId, QByteArray>> findPending(const QueueName& queue, const std::vector<TaskId>& ids);

    RedisClient& m_client;
    QByteArray m_ours;
    FrameworkScripts m_scripts;
    OperationStore m_operations;
    ListPlaces m_places;
    IdBulk m_bulk;
};

} // namespace dueline
