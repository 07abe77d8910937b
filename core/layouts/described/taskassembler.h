// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/layouts/described/payloadtree.h"
#include "core/layouts/described/placeentry.h"

namespace dueline {

/// Task in a described queue, with all data read for it.
struct DescribedTask
{
    Task task;
    QByteArray payload;
    bool isUnread = false; ///< true if the payload is too long to read
    QString damage; ///< sentence that says how the task differs from the description; empty if it matches
    std::vector<TaskFact> facts;
    PlaceEntry entry;
    Variables values; ///< values of the fields, and of the variables in the key and the member
};

/// Turns entries into tasks by reading their payloads and fields. Takes three round trips for any number of tasks,
/// unless payloads are long. Read-only.
class TaskAssembler
{
public:
    enum class Payloads : quint8 {
        Short, ///< payloads up to `mostUnasked` bytes
        All, ///< payloads of any size that the connection can transfer
    };

    static constexpr qint64 mostUnasked = 1024 * 1024;

    TaskAssembler(RedisClient& client, const Description& description, const std::vector<PlaceKey>& keys, TimePoint now)
        : m_client(client)
        , m_description(description)
        , m_keys(keys)
        , m_now(now)
    { }

    /// Returns one task per entry, in the same order. `isShared`: true if the place contains tasks from all queues.
    /// Errors: same as RedisClient::pipeline().
    Result<std::vector<DescribedTask>> assemble(
        const std::vector<PlaceEntry>& entries, Payloads payloads, bool isShared);
    /// Returns a task with a known payload, without sending commands. `payload`: nullopt if the task has none.
    DescribedTask known(const PlaceEntry& entry, const std::optional<QByteArray>& payload, bool isShared) const;

private:
    /// Task being assembled.
    struct Draft
    {
        DescribedTask result;
        Variables values; ///< values determined so far
        Variables own; ///< fields of the task's hash
        std::optional<QByteArray> payload;
        qint64 length = 0;
        std::optional<Millis> lockLeft;
    };

    const DescribedPlace& placeOf(const Draft& draft) const
    {
        return m_description.places[m_keys[draft.result.entry.key].place];
    }
    Draft begin(const PlaceEntry& entry) const;
    Result<> readBeside(std::vector<Draft>& drafts);
    Result<> readPayloads(std::vector<Draft>& drafts, Payloads payloads);
    void decode(Draft& draft) const;
    void complete(Draft& draft, bool isShared) const;
    void setInstants(Draft& draft) const;
    static void damage(Draft& draft, const QString& why);

    RedisClient& m_client;
    const Description& m_description;
    const std::vector<PlaceKey>& m_keys;
    TimePoint m_now;
};

} // namespace dueline
