// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/layouts/framework/idbulk.h"
#include "core/layouts/framework/listplaces.h"
#include "core/layouts/framework/operationstore.h"
#include "core/queue/queueeditor.h"

namespace dueline {

/// Changes jobs of RQ as its own calls do. Each step is one script, which acts on a job only while it stands where it
/// was seen, and writes down how that is undone.
class RqEditor : public QueueEditor
{
public:
    /// `ours`: the prefix of our own keys.
    RqEditor(RedisClient& client, const QByteArray& ours);
    ~RqEditor() override;

    /// Errors: NotSupported, always.
    Result<std::vector<AddOutcome>> add(const QueueName& queue, const std::vector<NewTask>& tasks) override;
    Result<std::vector<ItemOutcome>> act(const ActionStep& step) override;
    Result<UndoStep> undo(const QueueName& queue, const OperationId& undone, const OperationId& operation,
        const QByteArray& cursor, const UndoTurn& turn) override;
    BulkEditor* bulk(const QueueName&) override;
    Result<> record(const OperationRecord& record) override;
    /// Suspends the workers of all queues. Errors: NotSupported, for one queue.
    Result<> setPaused(const QueueName& queue, bool paused) override;
    /// Errors: Refused, where no worker listens.
    Result<ItemOutcome> cancel(const QueueName& queue, const TaskRef& ref) override;
    /// Errors: NotSupported, always.
    Result<ItemOutcome> release(const QueueName& queue, const TaskRef& ref) override;
    Result<ItemOutcome> extend(const QueueName& queue, const TaskRef& ref, Millis leaseFor) override;
    /// As Backend::permitted.
    Result<> permitted(const QueueName& queue);
    /// As Backend::foresee.
    Result<std::optional<Foresight>> foresee(const ActionStep& step);

private:
    /// Of the scripts `act`, `delete` and `foresee`. Errors: Usage, those of RedisClient.
    Result<std::vector<QByteArray>> argumentsFor(const ActionStep& step);
    OverlayKeys keys(const QueueName& queue) const;
    /// Where those of `ids` stand that wait in the list: `queue INDEX`.
    Result<std::map<TaskId, QByteArray>> findInList(const QueueName& queue, const std::vector<TaskId>& ids);

    RedisClient& m_client;
    QByteArray m_ours;
    FrameworkScripts m_scripts;
    OperationStore m_operations;
    ListPlaces m_places;
    IdBulk m_bulk;
};

} // namespace dueline
