// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/layouts/native/nativescripts.h"
#include "core/queue/queueinfo.h"

namespace dueline {

/// Where a page over several sorted sets lies in each of them.
struct NativeSlice
{
    TaskState state = TaskState::Scheduled; ///< the list it comes from
    qint64 offset = 0; ///< rank within that list, soonest first
    std::vector<TimePoint> instants; ///< of its members on the page, in order
};

/// Finds the members at ranks [offset, offset + limit) of several states merged by instant, then by the order of the states, then by
/// id, without reading what is before them: counts narrow the instant at `offset` down, 64 parts at a time, so a jump anywhere in
/// a million costs a handful of round trips. What moves meanwhile may shift a page by as many places.
class NativeMerge
{
public:
    NativeMerge(RedisClient& client, const NativeKeys& keys, StateSet states, TimePoint now);

    struct Page
    {
        qint64 total = 0;
        std::vector<NativeSlice> slices; ///< one per state, in the order of ties
        std::vector<std::size_t> order; ///< which slice each place of the page comes from
    };
    /// Errors: those of the client, WrongType.
    Result<Page> find(qint64 offset, int limit);

private:
    struct List
    {
        TaskState state;
        QByteArray key;
        qint64 lowest; ///< scores that belong to it, both ends included
        qint64 highest;
        qint64 total = 0;
        qint64 from = 0; ///< rank of its first member in the whole set
        qint64 start = 0; ///< rank of the page's first member in the list
    };

    Result<std::vector<qint64>> counts(const std::vector<Command>& commands);
    Result<> measure();
    Result<> locate(qint64 offset);
    Command countBelow(const List& list, qint64 score) const;

    RedisClient& m_client;
    const NativeKeys& m_keys;
    std::vector<List> m_lists;
};

} // namespace dueline
