// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/queue/task.h"

#include <vector>

namespace dueline {

/// Sort order of the table.
struct TaskOrder
{
    enum class By : quint8 { Instant, Type, Attempts, Added };

    // By::Instant can sort any number of tasks; the other orders are limited to TaskFeed::keptMatches.
    By by = By::Instant;
    /// True to reverse the default order: earliest first, types from A to Z, most attempts first, or last added first.
    bool reversed = false;

    bool operator==(const TaskOrder&) const = default;
};

/// Search matches in list order. Tasks are packed into blocks in the order they are found, which takes about half as
/// much memory as Task objects. Only their positions are sorted.
class TaskMatches
{
public:
    void add(const Task& task);
    std::size_t size() const { return m_places.size(); }
    bool isEmpty() const { return m_places.empty(); }
    std::size_t sorted() const { return m_order.size(); } ///< number of sorted tasks, which is also the number of rows

    void sort(TaskOrder by); ///< sorts all tasks
    void sortRest(TaskOrder by); ///< merges the tasks added since the last sort into the sorted list
    Task at(std::size_t row) const;
    /// Returns the number of rows with an instant of `at` or earlier. The rows can be in any order.
    std::size_t until(TimePoint at) const;
    /// Returns a task's row; -1 if the task isn't among the sorted ones.
    int rowOf(const TaskId& id) const;

private:
    struct TaskPosition
    {
        TimePoint at{};
        quint32 block = 0;
        quint32 offset = 0;
    };
    struct View;

    View view(const TaskPosition& place) const;
    bool standsBefore(quint32 a, quint32 b, TaskOrder order) const;

    std::vector<QByteArray> m_blocks;
    std::vector<TaskPosition> m_places;
    std::vector<quint32> m_order; ///< sorted positions of the tasks
};

} // namespace dueline
