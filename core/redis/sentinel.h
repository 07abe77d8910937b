// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/result.h"
#include "core/redis/redisconfig.h"

#include <QDeadlineTimer>

#include <memory>

namespace dueline {

class Subscription;

/// Address of a master and of the sentinel that named it.
struct NamedMaster
{
    Endpoint master;
    Endpoint sentinel;
};

/// Returns the master named by the sentinels of a Topology::Sentinel configuration. Queries the sentinels one after
/// another. Errors: Unreachable (no sentinel responds), NotFound (the sentinels do not monitor the master), and those
/// of RedisConnection::open.
Result<NamedMaster> findMaster(const RedisConfig& config, QDeadlineTimer deadline);

/// Listener for changes of the master (`+switch-master`) at one sentinel. It allows a connection to the old master to
/// be closed before the connection fails. If no sentinel can be reached, the listener reports nothing.
class MasterWatch
{
public:
    explicit MasterWatch(const RedisConfig& config);
    ~MasterWatch();

    /// Subscribes to the first sentinel that permits it. Ignores failures.
    void open(QDeadlineTimer deadline);
    /// Returns whether a change has been announced since open(). Never blocks.
    bool hasMoved();

private:
    RedisConfig m_config;
    std::unique_ptr<Subscription> m_subscription;
    bool m_moved = false;
};

} // namespace dueline
