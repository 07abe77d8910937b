// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/layouts/described/taskassembler.h"
#include "core/layouts/shared/jobs/overlaykeys.h"

namespace dueline {

/// Read-only view of a described queue's discarded tasks, which the script include/describedchanges keeps for a week.
/// Each task has a separate name in the trash.
class DescribedTrash
{
public:
    DescribedTrash(RedisClient& client, const Description& description, OverlayKeys keys, bool isShared)
        : m_client(client)
        , m_description(description)
        , m_keys(std::move(keys))
        , m_isShared(isShared)
    { }

    /// Returns the keys of Dueline's records and trash next to a queue, with the hash tag of its keys if they have one.
    /// `isCluster`: if there is no hash tag, the key of the first place becomes the tag.
    static OverlayKeys keysOf(
        const Description& description, const QueueName& queue, const QueueName& shared, bool isCluster);
    /// Returns the queue whose trash or list of operations is at a key; nullopt for any other key.
    static std::optional<QueueName> queueOf(const Description& description, const QByteArray& key);
    /// Returns the pattern for Redis permissions on these keys, after `dueline:overlay:`.
    static QByteArray rightsPattern(const Description& description);

    /// Returns the command whose reply is the number of tasks.
    Command counting() const { return {"ZCARD", m_keys.trash()}; }
    /// Returns tasks with their payloads, most recently discarded first. Empty if the user may not read the trash.
    /// Errors: as RedisClient::pipeline().
    Result<std::vector<DescribedTask>> page(qint64 offset, qint64 limit);
    /// Returns a task by its name; nullopt if it is not in the trash.
    Result<std::optional<DescribedTask>> find(const TaskId& name);

private:
    Result<std::vector<DescribedTask>> read(const std::vector<std::pair<QByteArray, TimePoint>>& names);

    RedisClient& m_client;
    const Description& m_description;
    OverlayKeys m_keys;
    bool m_isShared;
};

} // namespace dueline
