// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/presenters/taskmatches.h"

#include <algorithm>
#include <optional>

namespace dueline {

namespace {

/// Whether `a` stands before `b`; of equals, that of the earlier instant.
bool standsBefore(const Task& a, const Task& b, TaskOrder order)
{
    const auto decide = [&](const auto& left, const auto& right) -> std::optional<bool> {
        if (left == right)
            return std::nullopt;
        return order.reversed ? right < left : left < right;
    };
    std::optional<bool> before;
    switch (order.by) {
    case TaskOrder::By::Instant:
        break;
    case TaskOrder::By::Type:
        before = decide(typeOf(a), typeOf(b));
        break;
    case TaskOrder::By::Attempts: // most first
        before = decide(b.attempt, a.attempt);
        break;
    case TaskOrder::By::Added: // last first; what is not known stands last, or first
        before = decide(b.addedAt, a.addedAt);
        break;
    }
    return before.value_or(a.at < b.at);
}

} // namespace

/// Those that came are sorted alone and merged in: a search that finds 100,000 would else sort all of them at each step.
void TaskMatches::sortRest(TaskOrder by)
{
    const auto before = [this, by](quint32 a, quint32 b) { return standsBefore(tasks[a], tasks[b], by); };
    const auto sorted = std::ptrdiff_t(order.size());
    for (std::size_t i = order.size(); i < tasks.size(); ++i)
        order.push_back(quint32(i));
    std::stable_sort(order.begin() + sorted, order.end(), before);
    std::inplace_merge(order.begin(), order.begin() + sorted, order.end(), before);
}

void TaskMatches::sort(TaskOrder by)
{
    order.clear();
    sortRest(by);
}

} // namespace dueline
