// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/queue/task.h"

#include <vector>

namespace dueline {

/// What the table is sorted by.
struct TaskOrder
{
    enum class By : quint8 { Instant, Type, Attempts, Added };

    By by = By::Instant; ///< any size; by the others at most TaskFeed::keptMatches
    bool reversed = false; ///< not by Instant; else types from a to z, most attempts first, last added first

    bool operator==(const TaskOrder&) const = default;
};

/// What a search found, in the order it is listed. Tasks stay where they came; their places are sorted.
struct TaskMatches
{
    std::vector<Task> tasks;
    std::vector<quint32> order; ///< of those that are sorted so far

    void sort(TaskOrder by); ///< all of them anew
    void sortRest(TaskOrder by); ///< those that came since
    const Task& at(std::size_t row) const { return tasks[order[row]]; }
};

} // namespace dueline
