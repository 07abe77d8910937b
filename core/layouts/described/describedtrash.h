// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/layouts/described/taskassembler.h"
#include "core/layouts/shared/jobs/overlaykeys.h"

namespace dueline {

/// Read-only view of a described queue's trash. Scripts (include/describedchanges) keep discarded tasks in the trash
/// for a week, each under a unique name.
class DescribedTrash
{
public:
    DescribedTrash(RedisClient& client, const Description& description, OverlayKeys keys, bool isShared)
        : m_client(client)
        , m_description(description)
        , m_keys(std::move(keys))
        , m_isShared(isShared)
    { }

    /// Returns the names of Dueline's keys for the records and the trash of a queue. They contain the hash tag of the
    /// queue's keys, if any. `isCluster`: true to use the key of the first place as the hash tag if the queue's keys
    /// have none.
    static OverlayKeys keysOf(
        const Description& description, const QueueName& queue, const QueueName& shared, bool isCluster);
    /// Returns the queue to which a trash key or a key with operations belongs; nullopt for other keys.
    static std::optional<QueueName> queueOf(const Description& description, const QByteArray& key);
    /// Returns the pattern for permissions on Dueline's keys for records and trash, without the leading
    /// `dueline:overlay:`.
    static QByteArray rightsPattern(const Description& description);

    /// Returns a command that counts the tasks in the trash.
    Command counting() const { return {"ZCARD", m_keys.trash()}; }
    /// Returns tasks with their payloads, most recently discarded first; none if the user is not allowed to read the
    /// trash. Errors: those of RedisClient::pipeline().
    Result<std::vector<DescribedTask>> page(qint64 offset, qint64 limit);
    /// Returns the task with this name in the trash; nullopt if there is none.
    Result<std::optional<DescribedTask>> find(const TaskId& name);

private:
    Result<std::vector<DescribedTask>> read(const std::vector<std::pair<QByteArray, TimePoint>>& names);

    RedisClient& m_client;
    const Description& m_description;
    OverlayKeys m_keys;
    bool m_isShared;
};

} // namespace dueline
