// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/layouts/shared/jobs/listplaces.h"

#include "core/base/text.h"
#include "core/redis/errorclass.h"

#include <algorithm>
#include <set>

namespace dueline {

namespace {

constexpr std::size_t windowsPerPipeline = 8;

/// Returns the window numbers from 0 to `windows` - 1, working outward from `middle`.
std::vector<qint64> windowsAround(qint64 middle, qint64 windows)
{
    std::vector<qint64> order;
    middle = std::clamp<qint64>(middle, 0, windows - 1);
    order.push_back(middle);
    for (qint64 far = 1; far < windows; ++far) {
        if (middle - far >= 0)
            order.push_back(middle - far);
        if (middle + far < windows)
            order.push_back(middle + far);
    }
    return order;
}

} // namespace

Result<std::map<TaskId, QByteArray>> ListPlaces::find(const std::vector<List>& lists, const std::vector<TaskId>& ids)
{
    std::map<TaskId, QByteArray> places;
    std::set<TaskId> wanted(ids.begin(), ids.end());
    std::vector<Command> lengths;
    for (const List& list : lists)
        lengths.push_back({"LLEN", list.key});
    const auto counted = m_client.pipeline(lengths);
    if (!counted)
        return counted.error();
    for (std::size_t l = 0; l < lists.size() && !wanted.empty(); ++l) {
        const qint64 length = (*counted)[l].integer;
        if ((*counted)[l].isError() || length == 0)
            // The list is empty, or its key has the wrong type. The script will report a wrong type with the key's
            // name.
            continue;
        const auto order = windowsAround(m_lastWindow[lists[l].key], (length + window - 1) / window);
        for (std::size_t from = 0, until = 0; from < order.size() && !wanted.empty(); from = until) {
            // Read the first window alone: it usually contains all requested entries.
            until = from == 0 ? 1 : std::min(order.size(), from + windowsPerPipeline);
            std::vector<Command> reads;
            for (std::size_t i = from; i < until; ++i) {
                if (lists[l].isTakenAtHead)
                    reads.push_back(
                        {"LRANGE", lists[l].key, number(order[i] * window), number((order[i] + 1) * window - 1)});
                else
                    reads.push_back(
                        {"LRANGE", lists[l].key, number(-(order[i] + 1) * window), number(-order[i] * window - 1)});
            }
            const auto pages = m_client.pipeline(reads);
            if (!pages)
                return pages.error();
            for (std::size_t i = from; i < until; ++i) {
                const Reply& page = (*pages)[i - from];
                if (page.isError())
                    return errorFromReply(page.bytes);
                for (std::size_t at = 0; at < page.items.size(); ++at) {
                    const TaskId& id = page.items[at].bytes;
                    if (wanted.erase(id) == 0)
                        continue;
                    const qint64 index = lists[l].isTakenAtHead
                        ? order[i] * window + qint64(at)
                        : -order[i] * window - qint64(page.items.size()) + qint64(at);
                    places[id] = lists[l].name + ' ' + number(index);
                    m_lastWindow[lists[l].key] = order[i];
                }
            }
        }
    }
    return places;
}

} // namespace dueline
