// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/layouts/native/nativemerge.h"

#include "core/layouts/native/nativedescription.h"
#include "core/redis/errorclass.h"
#include "core/redis/reply.h"

namespace dueline {

NativeMerge::NativeMerge(NativeScripts& scripts, const NativeKeys& keys, StateSet states)
    : m_scripts(scripts)
    , m_keys(keys)
    , m_states(states)
{ }

Result<NativeMerge::Page> NativeMerge::find(qint64 offset, int limit)
{
    Page page;
    std::vector<QByteArray> keyNames;
    std::vector<QByteArray> arguments{number(offset), number(limit)};
    for (const TaskState state : allStates) {
        if (!m_states.contains(state))
            continue;
        page.slices.push_back({state, 0, {}});
        keyNames.push_back(m_keys.setOf(state));
        arguments.insert(arguments.end(), {roleOf(state), partOf(state)});
    }
    const auto reply = m_scripts.run("merge", m_keys, keyNames, arguments);
    if (!reply)
        return reply.error();
    const std::vector<Reply>& items = reply->items;
    if (items.size() != page.slices.size() + 2)
        return unexpectedReply();
    page.total = items[1].integer;
    std::vector<std::vector<TimePoint>> ahead(page.slices.size());
    for (std::size_t i = 0; i < page.slices.size(); ++i) {
        const std::vector<Reply>& place = items[i + 2].items;
        if (place.empty())
            return unexpectedReply();
        page.slices[i].offset = place[0].integer;
        for (std::size_t k = 1; k < place.size(); ++k)
            ahead[i].push_back(instantOf(place[k].bytes));
    }
    while (int(page.order.size()) < limit) {
        std::size_t best = ahead.size();
        for (std::size_t i = 0; i < ahead.size(); ++i) {
            const std::size_t taken = page.slices[i].instants.size();
            if (taken < ahead[i].size()
                && (best == ahead.size() || ahead[i][taken] < ahead[best][page.slices[best].instants.size()]))
                best = i;
        }
        if (best == ahead.size())
            break;
        NativeSlice& slice = page.slices[best];
        slice.instants.push_back(ahead[best][slice.instants.size()]);
        page.order.push_back(best);
    }
    return page;
}

} // namespace dueline
