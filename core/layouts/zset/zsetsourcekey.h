// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/layouts/custom/customsourcekey.h"
#include "core/layouts/native/nativescripts.h"
#include "core/layouts/zset/zsetspec.h"

namespace dueline {

/// Tasks in a sorted set scored by time. If the design uses locks, a locked due member is shown as Leased to the worker
/// named in the lock, until the lock expires. Lists check only the first `lockedWindow` due members for locks, because
/// workers claim the earliest members first. A task's detail view always checks for a lock.
class ZsetSourceKey : public CustomSourceKey
{
public:
    static constexpr int lockedWindow = 500;

    ZsetSourceKey(NativeScripts& scripts, const ZsetSpec& spec)
        : m_scripts(scripts)
        , m_spec(spec)
    { }

    Result<HomeCounts> counts(TimePoint now) override;
    Result<TaskPage> page(StateSet states, TimePoint now, qint64 offset, int limit) override;
    Result<SearchStep> search(const SearchRequest& request, TimePoint now) override;
    Result<std::optional<Task>> find(const TaskId& id, TimePoint now) override;
    Result<std::optional<QByteArray>> payload(const TaskId& id) override;
    Result<> addTo(std::vector<TimelineBin>& bins, TimePoint now) override;
    Result<std::optional<TimePoint>> lastDue(TimePoint now) override;

private:
    /// Member with its score, as returned by Redis.
    struct Member
    {
        TaskId id;
        QByteArray score;
    };

    QByteArray scoreOf(TimePoint at) const;
    TimePoint instantOf(const QByteArray& score) const;
    Error errorOf(const Error& error) const;
    Error errorOf(const Reply& reply) const;
    Task taskOf(const Member& member, TimePoint now) const;
    /// Marks locked tasks as Leased.
    Result<> addLocks(std::vector<Task>& tasks, TimePoint now);
    Result<std::vector<Task>> read(qint64 first, qint64 last, TimePoint now);
    /// Returns the ranks of locked due members, in ascending order.
    Result<std::vector<qint64>> lockedRanks(TimePoint now);

    NativeScripts& m_scripts;
    const ZsetSpec& m_spec;
};

} // namespace dueline
