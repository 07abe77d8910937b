// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/redis/sentinel.h"

#include <functional>
#include <memory>
#include <optional>

namespace dueline {

/// Which of several hosts a connection goes to: with Sentinel whoever is the master when it opens, of a cluster's seeds
/// the first that answers. Bound to one thread.
class HostChoice
{
public:
    explicit HostChoice(const RedisConfig& config)
        : m_config(config)
    { }

    /// Connects to one host and is greeted.
    using Open = std::function<Result<>(const Endpoint& host, QDeadlineTimer deadline)>;
    /// Whether what was opened last is a master.
    using IsMaster = std::function<bool(QDeadlineTimer deadline)>;

    /// Opens the master the sentinels name. A sentinel may name a server that is no master any more, or not yet: they
    /// are asked again until one is. Errors: those of findMaster() and `open`; ReadOnlyServer.
    Result<> openMaster(const Open& open, const IsMaster& isMaster, QDeadlineTimer deadline);
    /// Opens the first seed that answers; a frozen one leaves time for the next. Errors: the last one's, or at once
    /// what another host would say, too.
    Result<> openFirst(const Open& open, QDeadlineTimer deadline);

    /// The host opened last; nullopt before.
    const std::optional<Endpoint>& chosen() const { return m_chosen; }
    /// With Sentinel, once a master is looked for: its announcements are waited for.
    bool isWatching() const { return m_watch != nullptr; }
    /// Whether a sentinel has announced another master since openMaster().
    bool masterHasMoved() const { return m_watch && m_watch->hasMoved(); }

private:
    RedisConfig m_config;
    std::optional<Endpoint> m_chosen;
    std::unique_ptr<MasterWatch> m_watch;
};

} // namespace dueline
