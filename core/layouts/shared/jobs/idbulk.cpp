// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/layouts/shared/jobs/idbulk.h"

#include "core/layouts/port/operationfields.h"
#include "core/layouts/shared/jobs/bulkparts.h"
#include "core/redis/reply.h"

#include <algorithm>

namespace dueline {

Result<BulkState> IdBulk::act(const BulkStep& step)
{
    const OverlayKeys k = keysOf(step.queue);
    const int limit = std::clamp(step.limit, 0, m_acting.tasks());
    std::vector<QByteArray> arguments = BulkParts::arguments(step, limit, m_layout.word(step.queue));
    if (limit > 0) {
        const auto next = scripts().run("next", k, {k.operationList(step.operation)}, {number(limit)});
        if (!next)
            return next.error();
        if (!next->items.empty() && next->items[0].bytes == stateName(TaskState::Due)) {
            std::vector<TaskId> ids;
            for (std::size_t i = 1; i < next->items.size(); ++i)
                ids.push_back(next->items[i].bytes);
            const auto places = m_layout.findInLists(step.queue, ids);
            if (!places)
                return places.error();
            for (const auto& [id, place] : *places)
                arguments.insert(arguments.end(), {id, place});
        }
    }
    const auto reply = scripts().run(
        "bulk", k, {k.first(), k.overlay, k.operationList(step.operation), k.operation(step.operation)}, arguments);
    if (!reply)
        return OperationFields::errorOf(reply.error(), step.operation);
    int tasks = 0;
    auto state = BulkParts::stateOf(*reply, m_layout.codes, tasks);
    if (state)
        m_acting.took(tasks, state->busyUs);
    return state;
}

} // namespace dueline
