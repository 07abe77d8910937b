// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/layouts/native/nativescripts.h"
#include "core/queue/queueinfo.h"

namespace dueline {

/// Part of a page that comes from one state's list.
struct NativeSlice
{
    TaskState state = TaskState::Scheduled; ///< state of the tasks in the list
    qint64 offset = 0; ///< rank in that list, soonest first
    std::vector<TimePoint> instants; ///< times of this list's tasks on the page, in order
};

/// Locates the tasks at ranks [offset, offset + limit) in the merged lists of several states, which are sorted by time,
/// then by the order of the states, then by id. The tasks before them are not read: the server repeatedly halves the
/// time span until it finds the time at `offset`. A jump to any position among a million tasks takes one round trip and
/// about a hundred counts. If tasks move in the meantime, the page may shift by that many positions.
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
    /// Finds a page. Errors: those of the client, WrongType.
    Result<Page> find(qint64 offset, int limit);

private:
    NativeScripts& m_scripts;
    const NativeKeys& m_keys;
    StateSet m_states;
};

} // namespace dueline
