// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/layouts/celery/celerylists.h"
#include "core/layouts/celery/celeryspec.h"
#include "core/layouts/shared/jobs/membereditor.h"

namespace dueline {

/// What workers were told by this program, by the id of the task: no key of Redis knows it.
using CeleryRevoked = std::map<TaskId, QByteArray>;

/// Changes messages of Celery that wait in a list, each only while its very bytes stand where they were seen: they are
/// thrown away and restored whole, and of their bytes only the eta is ever replaced. What a worker has taken can only
/// be revoked: its workers are told to skip it.
class CeleryEditor : public MemberEditor
{
public:
    /// Looks which lists a queue has.
    using Prepare = std::function<Result<>(const QueueName& queue)>;
    /// As CeleryInspector::takenId().
    using TakenId = std::function<Result<QByteArray>(const TaskId& id)>;

    /// `ours`: the prefix of our own keys.
    CeleryEditor(RedisClient& client, RedisClock& clock, const CelerySpec& spec, const QByteArray& ours,
        std::shared_ptr<CeleryLists> lists, Prepare prepare, TakenId takenId, std::shared_ptr<CeleryRevoked> revoked);

    /// Errors: NotSupported, always.
    Result<> admits(const QueueName& queue, const std::vector<NewTask>& tasks) override;
    /// Tells all workers to skip it. Errors besides: Refused where none listens.
    Result<ItemOutcome> cancel(const QueueName& queue, const TaskRef& ref) override;
    // Errors of these: NotSupported, always.
    Result<ItemOutcome> release(const QueueName& queue, const TaskRef& ref) override;
    Result<ItemOutcome> extend(const QueueName& queue, const TaskRef& ref, Millis leaseFor) override;
    Result<> setPaused(const QueueName& queue, bool paused) override;

    /// What workers are told, as Celery's own control writes it.
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
