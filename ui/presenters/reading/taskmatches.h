// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/queue/task.h"

#include <vector>

namespace dueline {

/// Sort order of the table.
struct TaskOrder
{
    enum class By : quint8 { Instant, Type, Attempts, Added };

    // By::Instant can sort any number of tasks; the others can sort at most TaskFeed::keptMatches.
    By by = By::Instant;
    bool reversed = false; ///< default order: earliest first, types from a to z, most attempts first, last added first

    bool operator==(const TaskOrder&) const = default;
};

/// Matches of a search, in list order. Tasks are packed into blocks in the order in which they are found, which needs
/// about half the memory of Task objects. Only their positions are sorted.
class TaskMatches
{
public:
    void add(const Task& task);
    std::size_t size() const { return m_places.size(); }
    bool isEmpty() const { return m_places.empty(); }
    std::size_t sorted() const { return m_order.size(); } ///< number of sorted tasks, which is the number of rows

    void sort(TaskOrder by); ///< sorts all tasks
    void sortRest(TaskOrder by); ///< sorts the tasks that were added since the last sort into the list
    Task at(std::size_t row) const;
    /// Returns the number of rows whose instant is at or before `at`. The rows need not be sorted by instant.
    std::size_t until(TimePoint at) const;
    /// Returns the row of an id; -1 if it is not among the sorted tasks.
    int rowOf(const TaskId& id) const;

private:
    struct Place
    {
        TimePoint at{};
        quint32 block = 0;
        quint32 offset = 0;
    };
    struct View;

    View view(const Place& place) const;
    bool standsBefore(quint32 a, quint32 b, TaskOrder order) const;

    std::vector<QByteArray> m_blocks;
    std::vector<Place> m_places;
    std::vector<quint32> m_order; ///< the sorted tasks
};

} // namespace dueline
