// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/layouts/celery/celerylists.h"
#include "core/layouts/celery/celeryspec.h"
#include "core/layouts/shared/jobs/membereditor.h"

namespace dueline {

/// Revocations sent by this program, by task id. They are kept here because Redis doesn't store them.
using CeleryRevoked = std::map<TaskId, QByteArray>;

/// Editor for Celery messages waiting in a list. A message is changed only if its exact bytes are still in the list
/// that the client read them from. Discarding and restoring move a message unchanged; only the eta is ever replaced. A
/// message that a worker has claimed can only be revoked, which tells the workers to skip its task.
class CeleryEditor : public MemberEditor
{
public:
    using Prepare = std::function<Result<>(const QueueName& queue)>;
    /// Function that calls CeleryInspector::takenId().
    using TakenId = std::function<Result<QByteArray>(const TaskId& id)>;

    /// Creates an editor. `ours`: prefix of Dueline's own keys.
    CeleryEditor(RedisClient& client, RedisClock& clock, const CelerySpec& spec, const QByteArray& ours,
        std::shared_ptr<CeleryLists> lists, Prepare prepare, TakenId takenId, std::shared_ptr<CeleryRevoked> revoked);

    /// Always returns NotSupported.
    Result<> admits(const QueueName& queue, const std::vector<NewTask>& tasks) override;
    /// Tells all workers to skip the task. Errors: same as the base class, plus Refused if no worker is listening.
    Result<ItemOutcome> cancel(const QueueName& queue, const TaskRef& ref) override;
    // These functions always return NotSupported.
    Result<ItemOutcome> release(const QueueName& queue, const TaskRef& ref) override;
    Result<ItemOutcome> extend(const QueueName& queue, const TaskRef& ref, Millis leaseFor) override;
    Result<> setPaused(const QueueName& queue, bool paused) override;

    /// Returns the message that revokes a task, in the format of Celery's own control commands.
    static QByteArray revokeMessage(const QByteArray& id);

protected:
    OverlayKeys keys(const QueueName& queue) const override;
    std::vector<TaskSource> sourcesOf(const QueueName& queue) const override;
    bool isFollowed(const QueueName& queue, const QByteArray& member) const override;
    Result<> refuse(ActionKind kind, const QueueName& queue) override;
    bool keepsBytes(ActionKind kind) const override;
    Result<std::vector<std::optional<MemberPlace>>> find(
        const QueueName& queue, const TaskSource& source, const std::vector<MemberWanted>& wanted) override;
    Result<std::vector<QByteArray>> wordsFor(const Action& action, const QueueName& queue, TaskState state,
        const QByteArray& name, const std::optional<MemberPlace>& place) override;

private:
    CelerySpec m_spec;
    QByteArray m_ours;
    std::shared_ptr<CeleryLists> m_lists;
    Prepare m_prepare;
    TakenId m_takenId;
    std::shared_ptr<CeleryRevoked> m_revoked;
};

} // namespace dueline
