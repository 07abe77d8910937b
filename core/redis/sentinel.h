// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/result.h"
#include "core/redis/redisconfig.h"

#include <QDeadlineTimer>

#include <memory>

namespace dueline {

class Subscription;

/// Address of a master, and the sentinel that named it.
struct NamedMaster
{
    Endpoint master;
    Endpoint sentinel;
};

/// Returns the master named by the sentinels of a Topology::Sentinel configuration, asking one after another. Errors:
/// same as RedisConnection::open; Unreachable (no sentinel responds), NotFound (the sentinels don't monitor the
/// master).
Result<NamedMaster> findMaster(const RedisConfig& config, QDeadlineTimer deadline);

/// Watches for a change of master (`+switch-master`) at one sentinel, so that a connection to the old master can be
/// closed before it fails. If no sentinel can be reached, it reports nothing.
class MasterWatch
{
public:
    explicit MasterWatch(const RedisConfig& config);
    ~MasterWatch();

    /// Subscribes at the first sentinel that allows it. Ignores failures.
    void open(QDeadlineTimer deadline);
    /// Returns whether a change has been announced since open(). Never blocks.
    bool hasMoved();

private:
    RedisConfig m_config;
    std::unique_ptr<Subscription> m_subscription;
    bool m_moved = false;
};

} // namespace dueline
