// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/layouts/laravel/horizonreader.h"
#include "core/layouts/laravel/horizonretry.h"
#include "core/layouts/shared/jobs/membereditor.h"

#include <functional>
#include <map>

namespace dueline {

/// Data needed by the editor for Horizon's jobs.
struct HorizonAccess
{
    std::shared_ptr<HorizonReader> reader;
    /// Returns whether queues with the layout's prefix have been seen. If so, jobs are known to be pushed to queues
    /// with this prefix.
    std::function<bool()> isPrefixSeen;
};

/// Editor for failed Horizon jobs: retries them as Horizon does, discards them, and restores them. The job's row in
/// Laravel's own database remains unchanged.
class HorizonEditor : public MemberEditor
{
public:
    HorizonEditor(
        RedisClient& client, RedisClock& clock, const LaravelSpec& spec, const QByteArray& ours, HorizonAccess horizon);

    /// Finds Horizon's keys. Errors: NotFound.
    Result<> find();

protected:
    OverlayKeys keys(const QueueName& queue) const override;
    std::vector<TaskSource> sourcesOf(const QueueName& queue) const override;
    bool hasNames(const QueueName&) const override { return true; }
    Result<> refuse(ActionKind kind, const QueueName& queue) override;
    Result<std::vector<std::optional<MemberPlace>>> find(
        const QueueName& queue, const TaskSource& source, const std::vector<MemberWanted>& wanted) override;
    Result<std::vector<QByteArray>> wordsFor(const Action& action, const QueueName& queue, TaskState state,
        const QByteArray& name, const std::optional<MemberPlace>& place) override;

private:
    /// A job's queue, and the outcome of the job's earlier retries.
    struct FoundJob
    {
        QueueName queue;
        HorizonRetries retries = HorizonRetries::None;
    };

    Result<std::vector<QByteArray>> retryWords(const MemberPlace& place, bool isForced);

    LaravelSpec m_spec;
    QByteArray m_ours;
    HorizonAccess m_horizon;
    QByteArray m_prefix = "laravel_horizon:"; ///< prefix of Horizon's keys, set by find()
    std::map<TaskId, FoundJob> m_jobs; ///< jobs found by the last lookup
};

} // namespace dueline
