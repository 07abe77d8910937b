// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/layouts/shared/jobs/sourcewalk.h"
#include "core/redis/redisclient.h"

#include <span>

namespace dueline {

/// How many stand in each source, and of a set of due times how many of them are due.
struct SourceCounts
{
    TimePoint now{}; ///< the server's, for which `due` counts
    std::vector<qint64> length;
    std::vector<qint64> due; ///< 0 where the source has no `whenDue`
    std::vector<qint64> lasting; ///< entries that never expire, by rank the first; 0 where nothing expires
    std::vector<qint64> expired; ///< entries behind them, by rank, that are passed over
};

/// Entries of some states by rank.
struct EntryPage
{
    std::vector<SourceEntry> entries;
    qint64 total = 0;
};

/// One step of a walk over all entries of some states.
struct EntryWalk
{
    std::vector<SourceEntry> entries;
    QByteArray cursor; ///< empty: finished
};

/// The bin in which an instant lies; null: none of them.
TimelineBin* binAt(std::vector<TimelineBin>& bins, TimePoint at);

/// Reads the sources of one queue by rank with plain commands: no scripts, no writes, nothing whose cost grows with the
/// queue but by its logarithm. The errors of all calls are RedisClient's; a key of another type is WrongType and names
/// it.
class SourceReader
{
public:
    SourceReader(RedisClient& client, std::vector<TaskSource> sources);

    const std::vector<TaskSource>& sources() const { return m_sources; }

    /// The commands that count, for a pipeline in which several queues are counted; as many as countCommands().
    void appendCounts(std::vector<Command>& pipeline, TimePoint now) const;
    std::size_t countCommands() const;
    Result<SourceCounts> countsFrom(std::span<const Reply> replies, TimePoint now) const;
    /// The same at once.
    Result<SourceCounts> counts(TimePoint now);
    StateCounts statesOf(const SourceCounts& counts) const;
    /// The states of which anything can stand in these sources.
    StateSet states() const;

    /// The tasks of one state: what waits in the order in which it runs, what ended newest first.
    Result<EntryPage> page(const SourceCounts& counts, TaskState state, qint64 offset, int limit);
    /// Those of several states, earliest first; what has no instant stands at now, and what waits for other tasks at
    /// the end.
    Result<EntryPage> merged(const SourceCounts& counts, StateSet states, qint64 offset, int limit);
    /// About `examine` entries behind `cursor`. A list is walked from the end where producers push: an entry may come
    /// twice, none is missed. Of a dated source only the scores within `bounds` are read. One without instants is
    /// passed over where now is outside of them; one whose tasks say instants of their own is walked as a whole.
    Result<EntryWalk> walk(
        StateSet states, const QByteArray& cursor, int examine, TimePoint now, const WalkBounds& bounds = {});
    /// Adds to each bin how many stand in it; what has no instant stands at now.
    Result<> addTo(std::vector<TimelineBin>& bins, const SourceCounts& counts);
    /// The latest due time of the sources that hold these states; nullopt: nothing waits there.
    Result<std::optional<TimePoint>> lastDue(StateSet states, const SourceCounts& counts);

private:
    /// A stretch of one source, by rank from the end that is read first.
    struct Part
    {
        std::size_t source = 0;
        TaskState state = TaskState::Due;
        qint64 first = 0;
        qint64 count = 0;
        bool isPast = false; ///< of a source with instants: all of them are over
    };
    /// Parts that are merged by instant; one alone keeps its own order.
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
