// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/layouts/native/nativescripts.h"
#include "core/queue/queueinfo.h"

namespace dueline {

/// Part of a page that comes from the list of one state.
struct NativeSlice
{
    TaskState state = TaskState::Scheduled; ///< state of the tasks in the list
    qint64 offset = 0; ///< rank in that list, soonest first
    std::vector<TimePoint> instants; ///< instants of the list's tasks on the page, in order
};

/// Search for the tasks at ranks [offset, offset + limit) of several states, merged by instant, then by the order of
/// the states, then by id. The tasks before them are not read: the server halves the time span until it finds the
/// instant at `offset`. A jump to any position among a million tasks costs one round trip and about a hundred counts.
/// If tasks move in the meantime, the page may shift by that many positions.
class NativeMerge
{
public:
    NativeMerge(NativeScripts& scripts, const NativeKeys& keys, StateSet states);

    struct Page
    {
        qint64 total = 0;
        std::vector<NativeSlice> slices; ///< one slice per state; equal instants are sorted in this order
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
