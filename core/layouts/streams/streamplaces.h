// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/layouts/streams/streamcounts.h"
#include "core/layouts/streams/streamspec.h"
#include "core/layouts/streams/streamtrash.h"

namespace dueline {

/// Last delivery of a pending entry. The token changes with each delivery.
struct StreamDelivery
{
    QByteArray consumer;
    qint64 deliveries = 0;
    TimePoint at{}; ///< delivery time, calculated from the entry's idle time

    QByteArray token() const;
    static StreamDelivery ofToken(const QByteArray& token);
};

/// Task in a stream, with all data read for it.
struct StreamTask
{
    Task task;
    QByteArray payload;
    QByteArray stored; ///< payload as stored, if it was converted
    std::vector<TaskFact> facts;
};

/// Stream and group that a queue name refers to.
struct StreamQueue
{
    StreamSpec spec; ///< layout parameters; `dead` and `delayed` are empty unless they belong to this stream
    StreamFacts facts;
    StreamGroup group;

    const QByteArray& key() const { return spec.key; }
    /// Returns the states that the queue's tasks can have.
    StateSet states() const;
    /// Returns a string that changes whenever the waiting or handled entries may have changed.
    QByteArray version() const;
    StreamRange waiting() const;
    StreamRange handled(bool newestFirst) const;
    StreamRange deadLetters(bool newestFirst) const;
};

/// Reads one queue's tasks: waiting, pending and handled entries, dead letters, and delayed messages. Read-only. Any
/// call can fail with any of RedisClient::call()'s errors.
class StreamPlaces
{
public:
    /// Maximum number of pending entries to sort by delivery. If there are more, entries are sorted by id.
    static constexpr qint64 mostSorted = 5'000;

    StreamPlaces(RedisClient& client, StreamWalk& walk)
        : m_client(client)
        , m_walk(walk)
    { }

    /// Part of a list of tasks.
    struct Slice
    {
        TaskState state = TaskState::Due;
        qint64 offset = 0;
        qint64 limit = 0;
        qint64 delayedDue = 0; ///< number of delayed messages that are due
        bool oldestFirst = false; ///< true to list tasks oldest first, even finished ones
    };

    /// Returns the tasks in one state, by position.
    Result<std::vector<StreamTask>> page(const StreamQueue& queue, const Slice& slice, TimePoint now);
    /// Returns at most `examine` tasks after `cursor`, and advances `cursor`, which is empty at the end. `ids`: pattern
    /// for the ids of the wanted tasks, or empty; other tasks may be left out. Errors also include Usage for an invalid
    /// cursor.
    Result<std::vector<StreamTask>> next(const StreamQueue& queue, StateSet states, QByteArray& cursor, int examine,
        TimePoint now, const QByteArray& ids = {});
    /// Returns the task with this id in one of these states, or nullopt.
    Result<std::optional<StreamTask>> find(const StreamQueue& queue, const TaskId& id, StateSet states, TimePoint now);

    static TaskId delayedId(const QByteArray& member);
    static bool isDelayedId(const TaskId& id);
    /// Returns a discarded message as a task.
    StreamTask discardedTask(const StreamQueue& queue, const StreamDiscard& discard) const;

private:
    /// Returns the tasks whose ids match `*ID*`, where ID is a complete id; its sequence number may have more digits.
    /// Reads only the entries added in the same millisecond. Returns nullopt for other patterns, or if there are too
    /// many such entries.
    Result<std::optional<std::vector<StreamTask>>> findLike(
        const StreamQueue& queue, const QByteArray& pattern, StateSet states, TimePoint now);
    /// Pending entry, as reported by XPENDING.
    struct Pending
    {
        QByteArray id;
        QByteArray consumer;
        qint64 idle = 0;
        qint64 deliveries = 0;
        TimePoint readAt{};
    };

    Result<std::vector<Pending>> pending(
        const StreamQueue& queue, const QByteArray& from, const QByteArray& to, qint64 most);
    Result<std::vector<StreamTask>> pendingPage(const StreamQueue& queue, qint64 offset, qint64 limit);
    Result<std::vector<StreamTask>> leased(
        const StreamQueue& queue, const std::vector<Pending>& entries, bool withPayload);
    Result<std::vector<StreamTask>> delayed(const StreamQueue& queue, const QByteArray& from, const QByteArray& to,
        qint64 offset, qint64 limit, TimePoint now);
    StreamTask entryTask(const StreamQueue& queue, const StreamEntry& entry, TaskState state, TimePoint now) const;
    StreamTask pendingTask(const StreamQueue& queue, const Pending& pending, const StreamEntry* entry) const;
    static StreamTask delayedTask(const StreamQueue& queue, const QByteArray& member, double score, TimePoint now);

    RedisClient& m_client;
    StreamWalk& m_walk;
};

} // namespace dueline
