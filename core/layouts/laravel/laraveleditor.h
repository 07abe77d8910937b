// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/layouts/laravel/horizoneditor.h"

namespace dueline {

/// Editor for jobs in Laravel queues. A job is moved only if its exact bytes are still in the key that the client read
/// them from. Jobs are never rewritten.
class LaravelQueueEditor : public MemberEditor
{
public:
    /// Creates an editor. `ours`: prefix of Dueline's own keys.
    LaravelQueueEditor(RedisClient& client, RedisClock& clock, const LaravelSpec& spec, const QByteArray& ours);

protected:
    OverlayKeys keys(const QueueName& queue) const override;
    std::vector<TaskSource> sourcesOf(const QueueName& queue) const override;
    bool isFollowed(const QueueName& queue, const QByteArray& member) const override;
    Result<> refuse(ActionKind kind, const QueueName& queue) override;
    Result<std::vector<QByteArray>> wordsFor(const Action& action, const QueueName& queue, TaskState state,
        const QByteArray& name, const std::optional<MemberPlace>& place) override;

private:
    LaravelSpec m_spec;
    QByteArray m_ours;
};

/// Editor that forwards operator actions to one of two editors: one for Laravel's queues, the other for jobs stored by
/// Horizon.
class LaravelEditor : public QueueEditor
{
public:
    LaravelEditor(RedisClient& client, RedisClock& clock, const LaravelSpec& spec, const QByteArray& ours,
        const HorizonAccess& horizon);

    /// Always returns NotSupported.
    Result<> admits(const QueueName& queue, const std::vector<NewTask>& tasks) override;
    Result<std::vector<ItemOutcome>> act(const ActionStep& step) override;
    Result<UndoStep> undo(const QueueName& queue, const OperationId& undone, const OperationId& operation,
        const QByteArray& cursor, const UndoTurn& turn) override;
    BulkEditor* bulk(const QueueName& queue) override;
    Result<> record(const OperationRecord& record) override;
    /// Always returns NotSupported.
    Result<> setPaused(const QueueName& queue, bool paused) override;
    /// Implements Backend::permitted().
    Result<> permitted(const QueueName& queue);
    /// Implements Backend::foresee().
    Result<std::optional<Foresight>> foresee(const ActionStep& step);

private:
    /// Returns a queue's editor. Errors: NotFound for the shared pseudo-queue if there is no Horizon instance.
    Result<MemberEditor*> editorOf(const QueueName& queue);

    LaravelSpec m_spec;
    LaravelQueueEditor m_queues;
    HorizonEditor m_horizon;
};

} // namespace dueline
