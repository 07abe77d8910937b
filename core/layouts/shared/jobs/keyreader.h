// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/layouts/shared/jobs/keyscan.h"
#include "core/redis/redisclient.h"

#include <span>

namespace dueline {

/// Number of entries in each source, and number of due entries in each set of due times.
struct SourceCounts
{
    TimePoint now{}; ///< server time that `due` refers to
    std::vector<qint64> length;
    std::vector<qint64> due; ///< number of due entries; 0 for a source without `whenDue`
    // number of entries that never expire, which have the lowest ranks; 0 for a source whose entries don't expire
    std::vector<qint64> lasting;
    /// number of expired entries, which are skipped; they rank right after the entries that never expire
    std::vector<qint64> expired;
};

/// Page of entries in the requested states, by rank.
struct EntryPage
{
    std::vector<SourceEntry> entries;
    qint64 total = 0;
};

/// Result of one scan step through the entries in the requested states.
struct EntryWalk
{
    std::vector<SourceEntry> entries;
    QByteArray cursor; ///< empty at the end
};

/// Returns the bin that contains a time; null if there is none.
TimelineBin* binAt(std::vector<TimelineBin>& bins, TimePoint at);

/// Reads one queue's sources by rank. Uses only plain commands: no scripts, no writes. The cost of a call grows at most
/// logarithmically with the queue's length. Any call can fail with WrongType (the message names the key) or with any of
/// RedisClient's errors.
class KeyReader
{
public:
    KeyReader(RedisClient& client, std::vector<TaskSource> sources);

    const std::vector<TaskSource>& sources() const { return m_sources; }

    /// Appends the commands that count the entries; there are countCommands() of them. The pipeline may also contain
    /// other queues' commands.
    void appendCounts(std::vector<Command>& pipeline, TimePoint now) const;
    std::size_t countCommands() const;
    Result<SourceCounts> countsFrom(std::span<const Reply> replies, TimePoint now) const;
    /// Counts the entries in one round trip.
    Result<SourceCounts> counts(TimePoint now);
    StateCounts statesOf(const SourceCounts& counts) const;
    /// Returns the states that these sources' tasks can have.
    StateSet states() const;

    /// Returns the tasks in one state: waiting tasks in run order, finished tasks newest first.
    Result<EntryPage> page(const SourceCounts& counts, TaskState state, qint64 offset, int limit);
    /// Returns the tasks in these states, earliest first. Tasks without a time count as due now. Tasks that wait for
    /// other tasks come last.
    Result<EntryPage> merged(const SourceCounts& counts, StateSet states, qint64 offset, int limit);
    /// Returns about `examine` entries after `cursor`. Lists are read from the end where producers push, or in the
    /// order of RunOrder if `bounds` requires it. An entry may appear twice, but none is missed. In a source scored by
    /// time, only scores within `bounds` are read. A source without times is skipped if the current time is outside
    /// `bounds`. A source whose tasks contain their own times is read in full.
    Result<EntryWalk> walk(
        StateSet states, const QByteArray& cursor, int examine, TimePoint now, const ScanRange& bounds = {});
    /// Adds the entry counts to the bins. Entries without a time count at the current time.
    Result<> addTo(std::vector<TimelineBin>& bins, const SourceCounts& counts);
    /// Returns the latest due time in these states' sources; nullopt if no task is waiting.
    Result<std::optional<TimePoint>> lastDue(StateSet states, const SourceCounts& counts);

private:
    /// Range of ranks in one source, counted from the end that is read first.
    struct Part
    {
        std::size_t source = 0;
        TaskState state = TaskState::Due;
        qint64 first = 0;
        qint64 count = 0;
        bool isPast = false; ///< true if the source has times and all of them are in the past
    };
    /// Parts that are merged by time. A single part is read in its own order.
    struct Block
    {
        std::vector<Part> parts;
        qint64 count() const;
    };

    std::vector<Part> partsOf(const SourceCounts& counts, StateSet states) const;
    Result<EntryPage> read(const std::vector<Block>& blocks, qint64 offset, int limit, TimePoint now);
    Command rangeOf(const Part& part, qint64 offset, qint64 count) const;
    Result<std::vector<SourceEntry>> entriesOf(const Part& part, const Reply& reply, TimePoint now) const;
    Result<std::vector<SourceEntry>> readPart(const Part& part, qint64 offset, qint64 count, TimePoint now);
    Result<std::vector<SourceEntry>> readMerged(const Block& block, qint64 offset, qint64 count, TimePoint now);
    Result<std::vector<qint64>> ranksBefore(const Block& block, std::span<const TimePoint> instants);
    Error errorOf(const TaskSource& source, const Error& error) const;
    Error errorOf(const TaskSource& source, const Reply& reply) const;

    RedisClient& m_client;
    std::vector<TaskSource> m_sources;
};

} // namespace dueline
