// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/layouts/shared/jobs/memberbulk.h"

#include "core/layouts/port/operationfields.h"
#include "core/layouts/shared/jobs/bulkparts.h"
#include "core/redis/reply.h"

#include <algorithm>

namespace dueline {

ListedBulk::Gathering MemberBulk::gathering(const QueueName& queue, TaskState state) const
{
    const bool isNamed = state == TaskState::Trash || m_editor.hasNames(queue);
    return {"gathermemberlist", isNamed ? "gather" : "gathermembers", 250};
}

Result<BulkState> MemberBulk::act(const BulkStep& step)
{
    const OverlayKeys k = m_editor.keys(step.queue);
    if (const auto refused = m_editor.refuse(step.action.kind, step.queue); !refused)
        return refused.error();
    int limit = std::clamp(step.limit, 0, m_acting.tasks());
    std::vector<QByteArray> words;
    std::map<QByteArray, TaskId> idOf; // task ids, by entry in the operation's list
    if (limit > 0) {
        const auto next = m_editor.m_scripts.run("nextmembers", k, {k.operationList(step.operation)}, {number(limit)});
        if (!next)
            return next.error();
        const std::vector<Reply>& items = next->items;
        const TaskState state
            = items.empty() ? TaskState::Due : stateFromName(items.front().bytes).value_or(TaskState::Due);
        std::vector<MemberWanted> wanted;
        for (std::size_t i = 1; i + 1 < items.size(); i += 2)
            wanted.push_back({items[i].bytes, items[i + 1].bytes});
        const auto found = m_editor.findIn(step.queue, state, wanted);
        if (!found)
            return found.error();
        const auto& places = *found;
        limit = 0;
        qsizetype bytes = 0;
        for (std::size_t i = 0; i < wanted.size(); ++i) {
            bytes += places[i] ? places[i]->member.size() : 0;
            if (i > 0 && bytes > MemberEditor::bytesPerCall)
                break;
            const auto own = m_editor.wordsFor(step.action, step.queue, state, wanted[i].name, places[i]);
            if (!own)
                return own.error();
            words.push_back(wanted[i].name);
            words.insert(words.end(), own->begin(), own->end());
            if (places[i])
                idOf[wanted[i].name] = places[i]->id;
            ++limit;
        }
    }
    std::vector<QByteArray> arguments = BulkParts::arguments(step, limit, {});
    arguments.insert(arguments.end(), words.begin(), words.end());
    const auto reply = m_editor.m_scripts.run(
        "bulk", k, {k.first(), k.overlay, k.operationList(step.operation), k.operation(step.operation)}, arguments);
    if (!reply)
        return OperationFields::errorOf(reply.error(), step.operation);
    int tasks = 0;
    auto state = BulkParts::stateOf(*reply, MemberEditor::codes(), tasks);
    if (!state)
        return state;
    for (auto& [id, outcome] : state->told) {
        if (const auto known = idOf.find(id); known != idOf.end())
            id = known->second;
    }
    m_acting.took(tasks, state->busyUs);
    return state;
}

} // namespace dueline
