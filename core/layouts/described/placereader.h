// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/layouts/described/placeentry.h"
#include "core/queue/queueinspector.h"

namespace dueline {

/// Reader for one queue's places, by rank. Uses only plain commands: no scripts, no writes. Create a new reader for
/// each call. Any call can fail with WrongType, naming a key of the wrong type, or with any of
/// RedisClient::pipeline()'s errors.
class PlaceReader
{
public:
    /// Number of entries at the start of a sorted set to check for locks or hash fields that show leases.
    static constexpr qint64 leaseWindow = 500;
    /// Number of members up to which a set is read completely and sorted. Larger sets are read only in part.
    static constexpr qint64 mostSorted = 10'000;
    struct Page
    {
        std::vector<PlaceEntry> entries;
        qint64 total = 0;
    };

    PlaceReader(RedisClient& client, const Description& description, std::vector<PlaceKey> keys);

    const std::vector<PlaceKey>& keys() const { return m_keys; }
    const DescribedPlace& placeOf(const PlaceEntry& entry) const { return place(entry.key); }

    /// Counts the tasks. Call this before any other function.
    Result<> count(TimePoint now);
    /// Returns the counts for keys with indexes in [from, to).
    StateCounts counts(std::size_t from, std::size_t to) const;
    /// Returns whether a key with an index in [from, to) has more tasks than leaseWindow, so that some leases may be
    /// missing in counts().
    bool hasUncheckedLeases(std::size_t from, std::size_t to) const;
    /// Sets the due times just before and just after the current time, for keys with indexes in [from, to). Uses the
    /// entries read by readEnds().
    void setEnds(QueueInfo& info, std::size_t from, std::size_t to) const;
    Result<> readEnds();
    /// Returns the tasks in one state: pending and leased tasks in run order, finished tasks newest first.
    Result<Page> page(TaskState state, qint64 offset, int limit);
    /// Returns the tasks in these states, earliest first. Tasks without a time are sorted as if they had the current
    /// time.
    Result<Page> merged(StateSet states, qint64 offset, int limit);
    /// Adds the task counts to the bins. Skips scheduled and finished tasks without a time, and counts all other tasks
    /// without a time at the current time.
    Result<> addTo(std::vector<TimelineBin>& bins);

    /// Returns the first entries in one state from places that don't store times.
    Result<std::vector<PlaceEntry>> undated(TaskState state, qint64 most);

private:
    /// Range of entries in one key, or entries that have already been read.
    struct Part
    {
        std::size_t key = 0;
        TaskState state = TaskState::Due;
        bool isDated = false;
        bool isPast = false; ///< true if the times of all entries are in the past
        bool isHeld = false; ///< true if `held` contains the entries
        qint64 first = 0; ///< rank of the part's first entry in its key
        qint64 count = 0;
        std::vector<PlaceEntry> held = {};
    };
    struct Slice
    {
        std::size_t part = 0;
        qint64 from = 0;
        qint64 count = 0;
    };
    using Block = std::vector<std::size_t>; ///< indexes of parts to merge by time

    const DescribedPlace& place(std::size_t key) const { return m_description.places[m_keys[key].place]; }
    TaskState stateAt(const DescribedPlace& place, std::optional<TimePoint> at) const
    {
        return stateIn(place, at, m_now);
    }
    void add(Part part);
    Result<> addSortedSet(std::size_t key, qint64 length, qint64 due);
    Result<> addStrings(const std::vector<std::size_t>& keys);
    Result<std::vector<PlaceEntry>> members(std::size_t key, qint64 count);
    Command rangeOf(const Part& part, qint64 from, qint64 count) const;
    Result<std::vector<PlaceEntry>> entriesOf(const Part& part, const Reply& reply) const;
    Result<std::vector<std::vector<PlaceEntry>>> read(const std::vector<Slice>& slices);
    Result<> readValues(std::vector<std::vector<PlaceEntry>>& all);
    Result<std::vector<PlaceEntry>> readBlock(const Block& block, qint64 from, qint64 count);
    Result<std::vector<PlaceEntry>> readBlocks(const std::vector<Block>& blocks, qint64 offset, qint64 count);
    /// Returns the number of entries in each part that are earlier than each time in `instants`.
    Result<std::vector<std::vector<qint64>>> ranksBefore(const Block& block, const std::vector<TimePoint>& instants);
    qint64 countOf(const Block& block) const;
    Error errorOf(std::size_t key, const Reply& reply) const;
    Result<std::vector<Reply>> ask(const std::vector<Command>& commands);

    RedisClient& m_client;
    const Description& m_description;
    std::vector<PlaceKey> m_keys;
    std::vector<Part> m_parts;
    std::vector<std::size_t> m_unchecked; ///< indexes of keys with tasks whose leases have not been checked
    std::vector<PlaceEntry> m_ends; ///< first pending entry of each part that stores times
    TimePoint m_now{};
};

} // namespace dueline
