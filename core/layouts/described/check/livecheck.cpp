// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/layouts/described/check/livecheck.h"

#include "core/base/epochnumber.h"
#include "core/layouts/described/placereader.h"
#include "core/layouts/shared/jobs/redisclock.h"

#include <algorithm>

namespace dueline {

namespace {

/// Returns whether a task's time is so far from the present that the score's unit is probably wrong. Some libraries use
/// a score of 0 for tasks that are due immediately.
bool isImplausible(const Task& task)
{
    const qint64 ms = toMs(task.at);
    return !task.untimed && ms != 0 && (ms < year2010Ms || ms >= year2100Ms);
}

} // namespace

qint64 LiveCheck::matching() const
{
    return std::count_if(rows.begin(), rows.end(), [](const Row& row) { return row.task.damage.isEmpty(); });
}

Result<LiveCheck> LiveCheck::run(RedisClient& client, const Description& description, int perState)
{
    LiveCheck check;
    PlaceKeys keys(client, description, '@' + description.name);
    RedisClock clock;
    const auto now = clock.now(client);
    if (!now)
        return now.error();
    const auto names = keys.names();
    if (!names)
        return names.error();
    check.now = *now;
    check.queues = names->size();
    if (check.queues > mostQueues)
        check.gap = QStringLiteral("Only the first %1 queues were read.").arg(mostQueues);
    for (std::size_t i = 0; i < std::min(names->size(), mostQueues); ++i) {
        const QueueName& name = (*names)[i];
        const auto found = keys.of(name);
        if (!found)
            return found.error();
        if (!found->gap.isEmpty())
            check.gap = found->gap;
        PlaceReader reader(client, description, found->keys);
        if (const auto counted = reader.count(*now); !counted)
            return counted.error();
        for (const TaskState state : allStates) {
            if (state == TaskState::Trash)
                continue;
            const auto page = reader.page(state, 0, perState);
            if (!page)
                return page.error();
            if (page->total > std::ssize(page->entries))
                check.gap = QStringLiteral("Only the first %1 tasks in each state were read.").arg(perState);
            auto tasks = TaskAssembler(client, description, reader.keys(), *now)
                             .assemble(page->entries, TaskAssembler::Payloads::Short, keys.isShared(name));
            if (!tasks)
                return tasks.error();
            for (DescribedTask& task : *tasks) {
                if (task.damage.isEmpty() && isImplausible(task.task))
                    task.damage = QStringLiteral("The time is not between 2010 and 2099: check the score's unit.");
                check.rows.push_back({name, std::move(task)});
            }
        }
    }
    for (const DescribedField& field : description.fields) {
        const auto hasField = [&field](const Row& row) { return row.task.values.contains(field.name); };
        if (!check.rows.empty() && std::none_of(check.rows.begin(), check.rows.end(), hasField))
            check.missing << field.name;
    }
    return check;
}

} // namespace dueline
