// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/layouts/described/actionplanner.h"

namespace dueline {

/// Steps that add a task to a described queue.
struct PlannedAddition
{
    std::vector<PlannedStep> steps;
    DescribedTask task; ///< the task as it will be read back
};

/// Derives the steps for adding a task from a description. A task is added only if it would be read back unchanged. Key
/// names depend only on the layout file, the queue, the id and the due time, never on the payload.
class AddPlanner
{
public:
    /// Creates a planner. `isListed`: true if the queue exists independently of its tasks. `isForeign`: returns whether
    /// a key belongs to a known framework, and so must never be written.
    AddPlanner(RedisClient& client, const Description& description, TimePoint now, bool isListed,
        const std::function<bool(const QByteArray& key)>& isForeign)
        : m_client(client)
        , m_description(description)
        , m_now(now)
        , m_isListed(isListed)
        , m_isForeign(isForeign)
    { }

    /// Returns the steps for a new task. The description must have an `[add]` table. Sends no commands. Errors:
    /// Refused, NotSupported.
    Result<PlannedAddition> plan(const QueueName& queue, const NewTask& task) const;

private:
    class Draft;

    RedisClient& m_client;
    const Description& m_description;
    TimePoint m_now;
    bool m_isListed;
    std::function<bool(const QByteArray&)> m_isForeign;
};

} // namespace dueline
