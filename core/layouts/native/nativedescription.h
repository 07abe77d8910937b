// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/layouts/native/nativecodec.h"
#include "core/redis/reply.h"

namespace dueline {

/// Entry of `before`: the sets in which the last operator action found and left a task.
struct NativeBefore
{
    QByteArray operation; ///< unique part of the operation's id
    QByteArray state; ///< role of the set in which the task was found
    TimePoint at{};
    QByteArray after; ///< role of the set in which the task was left
};
std::optional<NativeBefore> decodeBefore(const QByteArray& bytes);
/// Text that replaces the operation's name if the task was placed in this queue's trash by a transfer.
inline constexpr QByteArrayView placedInTrash = "-";
/// Score (a due time in ms) of a task that the layout's own scripts must move to its place, such as a list. No other
/// task has this score.
inline constexpr const char* homewardScore = "1.5";

/// Description of one task as returned by the scripts, still encoded.
struct NativeDescription
{
    static constexpr std::size_t fields = 10; ///< number of fields that include/describe.lua writes

    TaskId id;
    QByteArray role; ///< role of the set that holds the task
    TimePoint at{};
    qint64 storedSize = -1; ///< number of bytes after the first line of the envelope; -1: no envelope
    QByteArray line; ///< first line of the envelope
    QByteArray tries;
    QByteArray history; ///< last line of the history, or the complete history
    QByteArray token;
    QByteArray before;
    QByteArray found; ///< result of search.lua
    QByteArray preview; ///< first bytes of the payload

    static NativeDescription read(const std::vector<Reply>& items, std::size_t first, const QByteArray& role);

    /// Returns the envelope without its payload; default values if it cannot be read.
    NativeCodec::Envelope envelope() const;
    /// Returns the task as shown in lists. `now` determines whether a task is Scheduled or Due.
    Task task(const NativeCodec::Envelope& envelope, int defaultAttempts, TimePoint now) const;
    /// Returns all details except the result. Needs the complete history.
    TaskDetail detail(
        const QueueName& queue, const NativeCodec::Envelope& envelope, int defaultAttempts, TimePoint now) const;
};

/// Returns the state of a task in the set with this role.
TaskState stateOf(const QByteArray& role, TimePoint at, TimePoint now);
/// Parses a score as written by Redis, rounded down to whole milliseconds.
TimePoint instantOf(const QByteArray& score);
/// Returns the role of the set that holds tasks in `state`: `pending`, `retry`, ….
QByteArray roleOf(TaskState state);
/// Returns the part of that set (sorted by score) that contains the tasks in `state`: `scheduled`, `due` or `all`.
QByteArray partOf(TaskState state);

} // namespace dueline
