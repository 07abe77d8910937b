// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/layouts/shared/jobs/keyscan.h"
#include "core/redis/redisclient.h"

#include <span>

namespace dueline {

/// Number of entries in each source, and number of due entries in each set of due times.
struct SourceCounts
{
    TimePoint now{}; ///< server time for which `due` is valid
    std::vector<qint64> length;
    std::vector<qint64> due; ///< number of due entries; 0 for a source without `whenDue`
    // number of entries that never expire, which come first in rank; 0 for a source whose entries do not expire
    std::vector<qint64> lasting;
    /// number of expired entries, which are skipped; they come next in rank after the entries that never expire
    std::vector<qint64> expired;
};

/// Page of the entries in the requested states, by rank.
struct EntryPage
{
    std::vector<SourceEntry> entries;
    qint64 total = 0;
};

/// Result of one step of a scan through the entries in the requested states.
struct EntryWalk
{
    std::vector<SourceEntry> entries;
    QByteArray cursor; ///< cursor; empty at the end
};

/// Returns the bin that contains a time; null if no bin does.
TimelineBin* binAt(std::vector<TimelineBin>& bins, TimePoint at);

/// Reads the sources of one queue by rank. Uses only plain commands: no scripts, no writes. The cost of a call grows at
/// most logarithmically with the length of the queue. Errors of all functions: those of RedisClient; WrongType for a
/// key of the wrong type, with the name of the key.
class KeyReader
{
public:
    KeyReader(RedisClient& client, std::vector<TaskSource> sources);

    const std::vector<TaskSource>& sources() const { return m_sources; }

    /// Appends countCommands() commands that count the entries. The pipeline may contain the commands of more than one
    /// queue.
    void appendCounts(std::vector<Command>& pipeline, TimePoint now) const;
    std::size_t countCommands() const;
    Result<SourceCounts> countsFrom(std::span<const Reply> replies, TimePoint now) const;
    /// Counts the entries in one round trip.
    Result<SourceCounts> counts(TimePoint now);
    StateCounts statesOf(const SourceCounts& counts) const;
    /// Returns the states that tasks in these sources can have.
    StateSet states() const;

    /// Returns the tasks in one state. Waiting tasks are in the order in which they run, finished tasks newest first.
    Result<EntryPage> page(const SourceCounts& counts, TaskState state, qint64 offset, int limit);
    /// Returns the tasks in these states, earliest first. Tasks without a time are treated as due at the current time.
    /// Tasks that wait for other tasks come last.
    Result<EntryPage> merged(const SourceCounts& counts, StateSet states, qint64 offset, int limit);
    /// Returns about `examine` entries after `cursor`. Lists are read from the end to which producers push, or in the
    /// order of RunOrder if `bounds` requires it. An entry may appear twice, but no entry is missed. In a source scored
    /// by time, only scores within `bounds` are read. A source without times is skipped if the current time is outside
    /// `bounds`. A source whose tasks contain their own times is read completely.
    Result<EntryWalk> walk(
        StateSet states, const QByteArray& cursor, int examine, TimePoint now, const ScanRange& bounds = {});
    /// Adds the number of entries to each bin. Entries without a time are counted at the current time.
    Result<> addTo(std::vector<TimelineBin>& bins, const SourceCounts& counts);
    /// Returns the latest due time in the sources of these states; nullopt if no task is waiting.
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
