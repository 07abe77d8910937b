// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/queue/task.h"

namespace dueline {

/// Number of tasks due at an instant or slightly before it.
struct TasksAt
{
    TimePoint at{};
    qint64 tasks = 0;

    auto operator<=>(const TasksAt&) const = default;
};

/// Task references in insertion order. Each is packed into 19 bytes plus id and token, so a million references need
/// about 40 MB instead of 150 MB.
class RefStore
{
public:
    void append(const TaskRef& ref);
    qint64 size() const { return m_size; }
    qint64 bytes() const { return m_bytes; }

    /// Returns up to `limit` references without advancing.
    std::vector<TaskRef> peek(int limit) const;
    /// Returns one due time for each remaining reference. If there are more than `groups` references, they are grouped
    /// into equal time spans, each represented by its latest instant.
    std::vector<TasksAt> dues(int groups) const;
    /// Advances by `count` references and frees their memory.
    void skip(qint64 count);
    /// Returns the number of references skipped so far.
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
