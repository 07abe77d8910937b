// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/layouts/native/nativescripts.h"
#include "core/queue/queueinfo.h"

namespace dueline {

/// Where a page lies in the list of one state.
struct NativeSlice
{
    TaskState state = TaskState::Scheduled; ///< the list it comes from
    qint64 offset = 0; ///< rank within that list, soonest first
    std::vector<TimePoint> instants; ///< of its members on the page, in order
};

/// Finds the members at ranks [offset, offset + limit) of several states merged by instant, then by the order of the
/// states, then by id, without reading what is before them: the server halves the time until the instant at `offset` is
/// found, so a jump anywhere in a million is one round trip and some hundred counts. What moves meanwhile may shift a
/// page by as many places.
class NativeMerge
{
public:
    NativeMerge(NativeScripts& scripts, const NativeKeys& keys, StateSet states);

    struct Page
    {
        qint64 total = 0;
        std::vector<NativeSlice> slices; ///< one per state, in the order of ties
        std::vector<std::size_t> order; ///< which slice each place of the page comes from
    };
    /// Errors: those of the client, WrongType.
    Result<Page> find(qint64 offset, int limit);

private:
    NativeScripts& m_scripts;
    const NativeKeys& m_keys;
    StateSet m_states;
};

} // namespace dueline
