// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/layouts/shared/jobs/tasksource.h"
#include "core/queue/queueinspector.h"
#include "core/redis/redisclient.h"
#include "core/redis/reply.h"

#include <QByteArrayList>

namespace dueline {

inline constexpr StateSet endedStates{TaskState::Failed, TaskState::Done, TaskState::Trash};

/// Limits of a scan. Both ends of a range are inclusive.
struct ScanRange
{
    struct Range
    {
        std::optional<TimePoint> from = {}; ///< start of the range; nullopt if unlimited
        std::optional<TimePoint> until = {};

        bool contains(TimePoint at) const { return (!from || *from <= at) && (!until || at <= *until); }
        bool isEmpty() const { return from && until && *until < *from; }
    };

    Range waiting = {}; ///< times of waiting tasks
    Range others = {}; ///< times of all other tasks
    std::optional<TimePoint> changedBefore = {}; ///< see SearchRequest::changedBefore
    std::optional<TimePoint> waitingUntil = {};
    bool inRunOrder = false; ///< true to read lists in run order (see RunOrder)

    /// Returns the limits set by the filter and the request.
    static ScanRange of(const SearchRequest& request, TimePoint now);
    const Range& rangeOf(TaskState state) const { return StateSet::pending().contains(state) ? waiting : others; }
};

/// Reads a list in run order while workers claim entries and producers push new ones. Every claim changes the positions
/// of the other entries, so each read first locates the previous read's last entry. No unclaimed entry is missed. An
/// entry appears twice only if the entries read last have been removed but earlier ones are still there.
class RunOrder
{
public:
    /// Position where the next read continues.
    struct Position
    {
        static constexpr qsizetype mostLast = 8;

        qint64 read = 0; ///< number of entries read so far, counted from the end where workers claim tasks
        /// number of initial entries that haven't been read yet; -1 if unknown
        qint64 left = -1;
        QByteArrayList last; ///< digests of the entries read last, newest last

        /// Converts the position, except for `read`, to text without spaces.
        QByteArray word() const;
        /// Parses the result of word(); nullopt if it is invalid.
        static std::optional<Position> fromWord(const QByteArray& word, qint64 read);
    };

    RunOrder(RedisClient& client, const TaskSource& list)
        : m_client(client)
        , m_list(list)
    { }

    struct Page
    {
        std::vector<QByteArray> members; ///< entries in run order
        std::optional<Position> next; ///< position of the next read; nullopt at the end of the list
    };
    /// Reads up to `count` entries. Errors: same as RedisClient::call().
    Result<Page> read(Position place, qint64 count);

private:
    Result<std::vector<QByteArray>> range(qint64 from, qint64 count);
    Result<qint64> findLast(const Position& place, qint64 count);

    RedisClient& m_client;
    const TaskSource& m_list;
};

/// Order in which a queue's sources are scanned, and the current position. A scan goes through the states one by one.
/// In a set of due times, tasks that were due when the scan began are scanned separately from the rest. This class
/// doesn't read anything: it only determines what to read next.
class KeyScan
{
public:
    struct Reading
    {
        std::size_t source = 0;
        TaskState state = TaskState::Due; ///< state of the entries that the command reads
        Command command;
    };

    /// Starts or resumes a scan. `sources` must outlive it. An empty `cursor` starts at the beginning. Errors: Usage
    /// for an invalid cursor.
    static Result<KeyScan> from(const std::vector<TaskSource>& sources, StateSet states, const QByteArray& cursor,
        TimePoint now, const ScanRange& bounds);

    /// Returns the command that reads up to `count` entries from the current position; nullopt at the end.
    std::optional<Reading> next(qint64 count);
    /// Advances past the entries read by the command from next(). `count`: the value passed to next().
    void pass(const std::vector<SourceEntry>& entries, qint64 count);
    /// Returns the position in the list that next() would read. Only with ScanRange::inRunOrder.
    std::optional<RunOrder::Position> place() const { return RunOrder::Position::fromWord(m_score, m_passed); }
    /// Moves to another position in the current list. `place`: nullopt to move past the end of the list.
    void passTo(const std::optional<RunOrder::Position>& place);
    /// Returns the position as a cursor; empty at the end.
    QByteArray cursor() const;

private:
    /// Source, or one of the two parts of a source with due times.
    struct Part
    {
        std::size_t source = 0;
        TaskState state = TaskState::Due;
        bool isDueHalf = false;
        bool isWanted = false;
    };

    KeyScan(const std::vector<TaskSource>& sources, TimePoint now, const ScanRange& bounds)
        : m_sources(sources)
        , m_now(now)
        , m_bounds(bounds)
        , m_dueUntil(now)
    { }
    bool goOnAt(const QByteArray& cursor);
    void toNextPart();
    std::optional<Command> commandFor(const Part& part, qint64 count) const;

    const std::vector<TaskSource>& m_sources;
    TimePoint m_now;
    ScanRange m_bounds;
    std::vector<Part> m_parts;
    std::size_t m_part = 0;
    TimePoint m_dueUntil; ///< tasks due at or before this time belong to the due part
    /// Last score read from a sorted set, or RunOrder::Position::word() for a list; empty at the start.
    QByteArray m_score;
    /// number of entries with score m_score read so far; for a list, number of entries read from its end
    qint64 m_passed = 0;
};

} // namespace dueline
