// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/result.h"
#include "core/redis/redisconfig.h"

#include <QDeadlineTimer>

#include <memory>

namespace dueline {

class Subscription;

/// The master, and the sentinel that says so.
struct NamedMaster
{
    Endpoint master;
    Endpoint sentinel;
};

/// Who the sentinels of a Topology::Sentinel configuration say is the master; asked one after the other until one
/// knows. Errors: Unreachable (no sentinel answers), NotFound (they know no such master), those of
/// RedisConnection::open.
Result<NamedMaster> findMaster(const RedisConfig& config, QDeadlineTimer deadline);

/// Hears from one sentinel that the master has changed (`+switch-master`), so that a connection to the old one ends at
/// once, not when it fails. A hint: without a sentinel to listen to it hears nothing.
class MasterWatch
{
public:
    explicit MasterWatch(const RedisConfig& config);
    ~MasterWatch();

    /// Listens to the first sentinel that lets it; gives up quietly.
    void open(QDeadlineTimer deadline);
    /// Whether a change was announced since open(). Never waits.
    bool hasMoved();

private:
    RedisConfig m_config;
    std::unique_ptr<Subscription> m_subscription;
    bool m_moved = false;
};

} // namespace dueline
