// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/layouts/native/nativescripts.h"
#include "core/queue/queueinfo.h"

namespace dueline {

/// Part of a page with the tasks in one state.
struct NativeSlice
{
    TaskState state = TaskState::Scheduled;
    qint64 offset = 0; ///< rank of the slice's first task among all tasks in this state, soonest first
    std::vector<TimePoint> instants; ///< times of the slice's tasks, in order
};

/// Locates the tasks at ranks [offset, offset + limit) in the merged lists of the requested states, ordered by time,
/// then state, then id. It doesn't read the tasks before `offset`: the server repeatedly halves the time span until it
/// finds the time of the task at `offset`. Jumping to any position among a million tasks takes one round trip, in which
/// the server performs about a hundred counts. If tasks move during the search, the page may be shifted by the number
/// of moved tasks.
class NativeMerge
{
public:
    NativeMerge(NativeScripts& scripts, const NativeKeys& keys, StateSet states);

    struct Page
    {
        qint64 total = 0;
        /// One slice per state. Their order determines the order of tasks with equal times.
        std::vector<NativeSlice> slices;
        std::vector<std::size_t> order; ///< index of each row's slice
    };
    /// Finds a page. Errors: same as RedisClient, plus WrongType.
    Result<Page> find(qint64 offset, int limit);

private:
    NativeScripts& m_scripts;
    const NativeKeys& m_keys;
    StateSet m_states;
};

} // namespace dueline
