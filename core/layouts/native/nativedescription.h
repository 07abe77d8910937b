// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/layouts/native/nativecodec.h"
#include "core/redis/reply.h"

namespace dueline {

/// An entry of `before`: where the last operator action found a task and where it left it.
struct NativeBefore
{
    QByteArray operation; ///< the unique part of its id
    QByteArray state; ///< role of the set
    TimePoint at{};
    QByteArray after; ///< role of the set
};
std::optional<NativeBefore> decodeBefore(const QByteArray& bytes);
/// In the place of an operation's name: the task came into this queue as one that lies in the trash.
inline constexpr QByteArrayView placedInTrash = "-";

/// What a script tells of one task, still as stored.
struct NativeDescription
{
    static constexpr std::size_t fields = 10; ///< as include/describe.lua writes them

    TaskId id;
    QByteArray role; ///< the set it is in
    TimePoint at{};
    qint64 storedSize = -1; ///< bytes behind the envelope's line; -1: no envelope
    QByteArray line; ///< the envelope's first line
    QByteArray tries;
    QByteArray history; ///< its last line, or all of it
    QByteArray token;
    QByteArray before;
    QByteArray found; ///< of search.lua
    QByteArray preview; ///< the payload's first bytes

    static NativeDescription read(const std::vector<Reply>& items, std::size_t first, const QByteArray& role);

    /// The envelope without payload; defaults where it cannot be read.
    NativeCodec::Envelope envelope() const;
    /// As lists show it. `now` tells Scheduled from Due.
    Task task(const NativeCodec::Envelope& envelope, int defaultAttempts, TimePoint now) const;
    /// All but the result; needs the whole history.
    TaskDetail detail(
        const QueueName& queue, const NativeCodec::Envelope& envelope, int defaultAttempts, TimePoint now) const;
};

/// The state of a task in the set called `role`.
TaskState stateOf(const QByteArray& role, TimePoint at, TimePoint now);
/// A score as Redis writes it, cut to whole milliseconds.
TimePoint instantOf(const QByteArray& score);
/// The role of the set that holds tasks in `state`: `pending`, `retry`, …
QByteArray roleOf(TaskState state);
/// Which part of that set they are, by its scores upwards: `scheduled`, `due` or `all`.
QByteArray partOf(TaskState state);

} // namespace dueline
