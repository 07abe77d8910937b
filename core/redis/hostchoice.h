// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/redis/sentinel.h"

#include <functional>
#include <memory>
#include <optional>

namespace dueline {

/// Chooses one of several hosts: the current master with Sentinel, or the first cluster seed that responds. Bound to
/// one thread.
class HostChoice
{
public:
    explicit HostChoice(const RedisConfig& config)
        : m_config(config)
    { }

    /// Function that connects and logs in to one host.
    using Open = std::function<Result<>(const Endpoint& host, QDeadlineTimer deadline)>;
    /// Function that returns whether the last host opened is a master.
    using IsMaster = std::function<bool(QDeadlineTimer deadline)>;

    /// Opens the master named by the sentinels. A sentinel may name a server that is no longer a master, or isn't one
    /// yet, so this keeps asking until the named server is a master. Errors: same as findMaster() and `open`;
    /// ReadOnlyServer.
    Result<> openMaster(const Open& open, const IsMaster& isMaster, QDeadlineTimer deadline);
    /// Opens the first seed that responds. Each seed gets only part of the time, which leaves enough for the others if
    /// one is unresponsive. Errors: the last seed's. An error that all hosts would return is returned immediately,
    /// without trying the other seeds.
    Result<> openFirst(const Open& open, QDeadlineTimer deadline);

    /// Returns the last host opened; nullopt before the first one.
    const std::optional<Endpoint>& chosen() const { return m_chosen; }
    /// Returns whether this object is listening for announcements of a new master. With Sentinel, it listens once
    /// openMaster() has been called.
    bool isWatching() const { return m_watch != nullptr; }
    /// Returns whether a sentinel has announced a different master since openMaster().
    bool masterHasMoved() const { return m_watch && m_watch->hasMoved(); }

private:
    RedisConfig m_config;
    std::optional<Endpoint> m_chosen;
    std::unique_ptr<MasterWatch> m_watch;
};

} // namespace dueline
