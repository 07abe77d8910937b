// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/queue/task.h"

namespace dueline {

/// Tasks that are due at an instant, or at most somewhat earlier.
struct TasksAt
{
    TimePoint at{};
    qint64 tasks = 0;

    auto operator<=>(const TasksAt&) const = default;
};

/// Task references in the order they were added, packed into 15 bytes besides the id and the token: a million of them
/// take about 40 MB instead of 150.
class RefStore
{
public:
    void append(const TaskRef& ref);
    qint64 size() const { return m_size; }
    qint64 bytes() const { return m_bytes; }

    /// Reads on from where the last call ended: at most `limit` references, without passing over them.
    std::vector<TaskRef> peek(int limit) const;
    /// When those that were not passed over are due: each by itself, or, where there are more than `groups`, those of
    /// equal spans of time together, as of the latest instant of the span.
    std::vector<TasksAt> dues(int groups) const;
    /// Passes over the next `count`, and frees what lies behind.
    void skip(qint64 count);
    /// References that were passed over.
    qint64 position() const { return m_position; }

private:
    struct Place
    {
        std::size_t block = 0;
        qsizetype offset = 0;
    };

    TaskRef readAt(Place& place) const;
    template <typename Use> void eachInstant(Use use) const;

    std::vector<QByteArray> m_blocks;
    Place m_next;
    qint64 m_size = 0;
    qint64 m_position = 0;
    qint64 m_bytes = 0;
};

} // namespace dueline
