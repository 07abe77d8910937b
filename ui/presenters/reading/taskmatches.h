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
    bool reversed = false; ///< else earliest first, types from a to z, most attempts first, last added first

    bool operator==(const TaskOrder&) const = default;
};

/// What a search found, in the order it is listed. Tasks stay where they came, packed into blocks, in about half the
/// memory of a Task each; their places are sorted.
class TaskMatches
{
public:
    void add(const Task& task);
    std::size_t size() const { return m_places.size(); }
    bool isEmpty() const { return m_places.empty(); }
    std::size_t sorted() const { return m_order.size(); } ///< of them are in order: rows

    void sort(TaskOrder by); ///< all of them anew
    void sortRest(TaskOrder by); ///< those that came since
    Task at(std::size_t row) const;
    /// How many rows, in any order, have an instant that is not later.
    std::size_t until(TimePoint at) const;
    /// Where an id stands; -1: not among those in order.
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
    std::vector<quint32> m_order; ///< of those that are sorted so far
};

} // namespace dueline
