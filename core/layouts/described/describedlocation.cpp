// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/layouts/described/describedinspector.h"
#include "core/redis/reply.h"

namespace dueline {

namespace {

constexpr std::size_t mostSets = 16; ///< maximum number of sorted sets in which to search for tasks by time
constexpr qint64 mostEqual = 100; ///< maximum number of tasks with equal times to read

} // namespace

/// Finds tasks that no recent page or search has read, by their times. Tasks in lists are searched for later.
Result<> DescribedInspector::meetAgain(const QueueName& queue, const std::vector<TaskRef>& refs, TimePoint now)
{
    std::set<TimePoint> instants;
    for (const TaskRef& ref : refs) {
        const bool isDated = StateSet::pending().contains(ref.seenState);
        if (isDated && (m_metIn != queue || !m_met.contains(exactId(ref))))
            instants.insert(ref.seenAt);
    }
    if (instants.empty())
        return {};
    const auto found = m_keys.of(queue);
    if (!found)
        return found.error();
    const std::vector<PlaceKey>& keys = found->keys;
    std::vector<Command> commands;
    std::vector<std::size_t> asked;
    std::size_t sets = 0;
    for (std::size_t i = 0; i < keys.size(); ++i) {
        const DescribedPlace& place = m_description->places[keys[i].place];
        if (place.kind != DescribedPlace::Kind::SortedSet || ++sets > mostSets)
            continue;
        const ScoreScale scale{*place.unit};
        for (const TimePoint at : instants) {
            commands.push_back({"ZRANGE", keys[i].key, scale.scoreFrom(at), '(' + scale.scoreFrom(at + Millis(1)),
                "BYSCORE", "LIMIT", "0", number(mostEqual), "WITHSCORES"});
            asked.push_back(i);
        }
    }
    const auto replies = askInParts(m_client, commands);
    if (!replies)
        return replies.error();
    std::vector<PlaceEntry> entries;
    for (std::size_t i = 0; i < asked.size(); ++i) {
        const DescribedPlace& place = m_description->places[keys[asked[i]].place];
        const std::vector<Reply>& items = (*replies)[i].items;
        for (std::size_t item = 0; item + 1 < items.size(); item += 2) {
            const QByteArray& score = items[item + 1].bytes;
            const TimePoint at = ScoreScale{*place.unit}.instantOf(score.toDouble());
            entries.push_back({asked[i], items[item].bytes, score, at, stateIn(place, at, now)});
        }
    }
    const auto tasks = tasksAt(queue, keys, entries, now, TaskAssembler::Payloads::Short);
    return tasks ? Result<>() : Result<>(tasks.error());
}

Result<DescribedInspector::Located> DescribedInspector::locate(const QueueName& queue, const std::vector<TaskRef>& refs)
{
    const auto now = m_clock.now(m_client);
    if (!now)
        return now.error();
    if (const auto met = meetAgain(queue, refs, *now); !met)
        return met.error();
    Located located;
    std::vector<PlaceEntry> entries;
    std::vector<std::size_t> positions;
    std::map<std::shared_ptr<const PlaceKey>, std::size_t> indexes; // index of each key that is already in the result
    for (std::size_t i = 0; i < refs.size(); ++i) {
        if (refs[i].seenState == TaskState::Trash)
            continue;
        auto met = m_metIn == queue ? m_met.find(exactId(refs[i])) : m_met.end();
        if (met == m_met.end()) {
            const auto found = find(queue, exactId(refs[i]));
            if (!found && found.error().code != ErrorCode::NotFound && found.error().code != ErrorCode::Refused)
                return found.error();
            met = found && m_metIn == queue ? m_met.find(exactId(found->task)) : m_met.end();
        }
        if (met == m_met.end())
            continue;
        PlaceEntry entry = met->second.entry;
        if (entry.at && *entry.at != refs[i].seenAt && refs[i].seenState != TaskState::Leased)
            continue;
        const PlaceKey& key = *met->second.key;
        entry.state = stateIn(m_description->places[key.place], entry.at, *now);
        entry.key = indexes.emplace(met->second.key, located.keys.size()).first->second;
        if (entry.key == located.keys.size())
            located.keys.push_back(key);
        entries.push_back(std::move(entry));
        positions.push_back(i);
    }
    if (const auto marked = markLeases(m_client, *m_description, located.keys, entries, *now); !marked)
        return marked.error();
    auto tasks = TaskAssembler(m_client, *m_description, located.keys, *now)
                     .assemble(entries, TaskAssembler::Payloads::Short, m_keys.isShared(queue));
    if (!tasks)
        return tasks.error();
    located.tasks.resize(refs.size());
    for (std::size_t i = 0; i < positions.size(); ++i)
        located.tasks[positions[i]] = std::move((*tasks)[i]);
    return located;
}

} // namespace dueline
