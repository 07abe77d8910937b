// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/result.h"
#include "core/redis/redisconfig.h"

#include <QDeadlineTimer>

#include <memory>

namespace dueline {

class Subscription;

/// Address of a master, and of the sentinel that named it.
struct NamedMaster
{
    Endpoint master;
    Endpoint sentinel;
};

/// Returns the master that the sentinels of a Topology::Sentinel configuration name. The sentinels are queried one
/// after the other. Errors: Unreachable (no sentinel answers), NotFound (they do not know the master), those of
/// RedisConnection::open.
Result<NamedMaster> findMaster(const RedisConfig& config, QDeadlineTimer deadline);

/// Listener for a change of the master (`+switch-master`) at one sentinel. A connection to the old master can thus be
/// closed immediately, before it fails. The listener is only an aid: if no sentinel can be reached, it reports nothing.
class MasterWatch
{
public:
    explicit MasterWatch(const RedisConfig& config);
    ~MasterWatch();

    /// Subscribes at the first sentinel that permits it; ignores failures.
    void open(QDeadlineTimer deadline);
    /// Returns whether a change was announced since open(). Never blocks.
    bool hasMoved();

private:
    RedisConfig m_config;
    std::unique_ptr<Subscription> m_subscription;
    bool m_moved = false;
};

} // namespace dueline
