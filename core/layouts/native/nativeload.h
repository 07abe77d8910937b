// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/layouts/native/nativekeys.h"
#include "core/queue/taskbroker.h"
#include "core/redis/redisclient.h"

namespace dueline {

/// Loads the payloads and options of leased tasks. Uses plain commands, so that Lua doesn't process any payload. The
/// size of each reply is limited.
class NativeLoad
{
public:
    NativeLoad(RedisClient& client, const NativeKeys& keys)
        : m_client(client)
        , m_keys(keys)
    { }

    /// Implements TaskBroker::load().
    Result<std::vector<TaskLoad>> load(const std::vector<Lease>& leases);

private:
    /// Payload stored in a separate key: the index of its lease, and the expected length.
    struct Big
    {
        std::size_t at = 0;
        qint64 size = 0;
    };

    Result<> loadBatch(
        const std::vector<Lease>& leases, std::size_t from, std::size_t end, std::vector<TaskLoad>& loads);
    Result<> loadBig(const std::vector<Lease>& leases, const std::vector<Big>& wanted, std::vector<TaskLoad>& loads);

    RedisClient& m_client;
    const NativeKeys& m_keys;
};

} // namespace dueline
