// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/queue/task.h"

namespace dueline {

/// Number of tasks due at, or shortly before, an instant.
struct TasksAt
{
    TimePoint at{};
    qint64 tasks = 0;

    auto operator<=>(const TasksAt&) const = default;
};

/// Queue of task references, packed into 19 bytes each plus id and token, so that a million references take about 40 MB
/// instead of 150 MB.
class RefStore
{
public:
    void append(const TaskRef& ref);
    qint64 size() const { return m_size; }
    qint64 bytes() const { return m_bytes; }

    /// Returns the next references, up to `limit`, without skipping them.
    std::vector<TaskRef> peek(int limit) const;
    /// Returns the remaining references' due times. If there are more than `groups` references, divides the time into
    /// that many equal spans, and returns each span's latest instant and number of tasks.
    std::vector<TasksAt> dues(int groups) const;
    /// Skips the next `count` references and frees their memory.
    void skip(qint64 count);
    /// Returns how many references have been skipped.
    qint64 position() const { return m_position; }

private:
    struct Position
    {
        std::size_t block = 0;
        qsizetype offset = 0;
    };

    TaskRef readAt(Position& position) const;
    template <typename Use> void eachInstant(Use use) const;

    std::vector<QByteArray> m_blocks;
    Position m_next;
    qint64 m_size = 0;
    qint64 m_position = 0;
    qint64 m_bytes = 0;
};

} // namespace dueline
