// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/layouts/native/nativecodec.h"
#include "core/redis/reply.h"

namespace dueline {

/// Parsed entry of `before`: the set that a task was in before the last operator action, and the set that the action
/// moved it to.
struct NativeBefore
{
    QByteArray operation; ///< unique part of the operation's id
    QByteArray state; ///< role (such as `pending`) of the set that contained the task before the action
    TimePoint at{};
    QByteArray after; ///< role of the set that the action moved the task to
};
std::optional<NativeBefore> decodeBefore(const QByteArray& bytes);
/// Placeholder for the operation's name in the `before` entry of a task that a transfer added directly to this queue's
/// trash.
inline constexpr QByteArrayView placedInTrash = "-";
/// Score (a due time in ms) of tasks that a custom design's scripts must move to the design's own key, such as a list.
/// No other task has this score.
inline constexpr const char* homewardScore = "1.5";

/// Description of one task as returned by the scripts, still encoded.
struct NativeDescription
{
    static constexpr std::size_t fields = 10; ///< number of fields written by include/describe.lua

    TaskId id;
    QByteArray role; ///< role of the task's set, such as `pending`
    TimePoint at{};
    /// Number of bytes after the first line of the envelope (the entry in `tasks`); -1 if there is no envelope.
    qint64 storedSize = -1;
    QByteArray line; ///< first line of the envelope
    QByteArray tries;
    QByteArray history; ///< the history's last line, or the complete history
    QByteArray token;
    QByteArray before;
    QByteArray found; ///< the `found` field in search.lua's reply
    QByteArray preview; ///< first bytes of the payload

    static NativeDescription read(const std::vector<Reply>& items, std::size_t first, const QByteArray& role);

    /// Returns the envelope without its payload, or default values if the envelope is invalid.
    NativeCodec::Envelope envelope() const;
    /// Returns the task as it is shown in lists. `now` determines whether a task is Scheduled or Due.
    Task task(const NativeCodec::Envelope& envelope, int defaultAttempts, TimePoint now) const;
    /// Returns all details except the result. Needs the complete history.
    TaskDetail detail(
        const QueueName& queue, const NativeCodec::Envelope& envelope, int defaultAttempts, TimePoint now) const;
};

/// Returns the state of a task in a set with this role.
TaskState stateOf(const QByteArray& role, TimePoint at, TimePoint now);
/// Parses a score as written by Redis, rounding it down to a millisecond.
TimePoint instantOf(const QByteArray& score);
/// Returns the role of the set that contains tasks in `state`, such as `pending` or `retry`.
QByteArray roleOf(TaskState state);
/// Returns the part of the set (see roleOf()) that contains tasks in `state`: `scheduled`, `due` or `all`.
QByteArray partOf(TaskState state);

} // namespace dueline
