// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/layouts/native/nativecodec.h"
#include "core/redis/reply.h"

namespace dueline {

/// An entry of `before`: the place where the last operator action found a task and where it left it.
struct NativeBefore
{
    QByteArray operation; ///< unique part of its id
    QByteArray state; ///< role of the set
    TimePoint at{};
    QByteArray after; ///< role of the set
};
std::optional<NativeBefore> decodeBefore(const QByteArray& bytes);
/// Replaces an operation's name: the task was placed in this queue's trash by a transfer.
inline constexpr QByteArrayView placedInTrash = "-";

/// Description of one task as a script returns it, still encoded.
struct NativeDescription
{
    static constexpr std::size_t fields = 10; ///< number of fields that include/describe.lua writes

    TaskId id;
    QByteArray role; ///< the set that holds it
    TimePoint at{};
    qint64 storedSize = -1; ///< bytes after the envelope's first line; -1: no envelope
    QByteArray line; ///< first line of the envelope
    QByteArray tries;
    QByteArray history; ///< last line or all of it
    QByteArray token;
    QByteArray before;
    QByteArray found; ///< result of search.lua
    QByteArray preview; ///< first bytes of the payload

    static NativeDescription read(const std::vector<Reply>& items, std::size_t first, const QByteArray& role);

    /// Returns the envelope without its payload; defaults if it cannot be read.
    NativeCodec::Envelope envelope() const;
    /// Returns the task as lists show it. `now` separates Scheduled from Due.
    Task task(const NativeCodec::Envelope& envelope, int defaultAttempts, TimePoint now) const;
    /// Returns everything except the result; needs the whole history.
    TaskDetail detail(
        const QueueName& queue, const NativeCodec::Envelope& envelope, int defaultAttempts, TimePoint now) const;
};

/// Returns the state of a task in the set called `role`.
TaskState stateOf(const QByteArray& role, TimePoint at, TimePoint now);
/// Parses a score as Redis writes it, cut to whole milliseconds.
TimePoint instantOf(const QByteArray& score);
/// Returns the role of the set that holds tasks in `state`: `pending`, `retry`, ….
QByteArray roleOf(TaskState state);
/// Returns the part of that set that holds them, by ascending score: `scheduled`, `due` or `all`.
QByteArray partOf(TaskState state);

} // namespace dueline
