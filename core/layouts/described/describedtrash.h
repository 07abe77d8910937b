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

    /// Returns Dueline's own keys for a queue's records and trash. They contain the hash tag of the queue's keys, if
    /// any. `isCluster`: true to use the first place's key as the hash tag if the queue's keys have none.
    static OverlayKeys keysOf(
        const Description& description, const QueueName& queue, const QueueName& shared, bool isCluster);
    /// Returns the queue that a trash or operations key belongs to; nullopt for other keys.
    static std::optional<QueueName> queueOf(const Description& description, const QByteArray& key);
    /// Returns the permission pattern for Dueline's record and trash keys, without the leading `dueline:overlay:`.
    static QByteArray rightsPattern(const Description& description);

    /// Returns a command that counts the tasks in the trash.
    Command counting() const { return {"ZCARD", m_keys.trash()}; }
    /// Returns tasks with their payloads, most recently discarded first; none if the user isn't allowed to read the
    /// trash. Errors: same as RedisClient::pipeline().
    Result<std::vector<DescribedTask>> page(qint64 offset, qint64 limit);
    /// Returns the task with this name in the trash; nullopt if there is none.
    Result<std::optional<DescribedTask>> find(const TaskId& name);

private:
    /// Fields of a trashed task as stored.
    struct Stored
    {
        std::vector<Reply> fields; ///< place, key, member, score and `has`, then the payload if it was read
        qint64 length = 0; ///< size of the payload in bytes
    };

    /// Reads trashed tasks. `longest`: size in bytes above which payloads aren't read.
    Result<std::vector<DescribedTask>> read(const std::vector<std::pair<QByteArray, TimePoint>>& names, qint64 longest);
    Result<std::vector<Stored>> stored(const std::vector<std::pair<QByteArray, TimePoint>>& names, qint64 longest);

    RedisClient& m_client;
    const Description& m_description;
    OverlayKeys m_keys;
    bool m_isShared;
};

} // namespace dueline
