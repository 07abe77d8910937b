// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/layouts/native/nativescripts.h"
#include "core/queue/queueinfo.h"

namespace dueline {

/// Part of a page that contains the tasks of one state.
struct NativeSlice
{
    TaskState state = TaskState::Scheduled; ///< state of the tasks in the list
    qint64 offset = 0; ///< rank of the first task in the list of this state, soonest first
    std::vector<TimePoint> instants; ///< times of this state's tasks on the page, in order
};

/// Locates the tasks at ranks [offset, offset + limit) in the merged lists of several states. The order is by time,
/// then by state, then by id. Preceding tasks are not read: the server repeatedly halves the time span until it finds
/// the time at `offset`. A jump to any position among a million tasks takes one round trip and about a hundred counts.
/// If tasks move in the meantime, the page may be shifted by the number of moved tasks.
class NativeMerge
{
public:
    NativeMerge(NativeScripts& scripts, const NativeKeys& keys, StateSet states);

    struct Page
    {
        qint64 total = 0;
        std::vector<NativeSlice> slices; ///< one slice per state; tasks with equal times are in the order of the slices
        std::vector<std::size_t> order; ///< index of the slice for each position of the page
    };
    /// Finds a page. Errors: those of RedisClient; WrongType.
    Result<Page> find(qint64 offset, int limit);

private:
    NativeScripts& m_scripts;
    const NativeKeys& m_keys;
    StateSet m_states;
};

} // namespace dueline
