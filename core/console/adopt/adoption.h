// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/console/connect/openbackend.h"
#include "core/layouts/custom/adoptstore.h"

#include <functional>

namespace dueline {

/// Entries that one step takes over, or gives back.
inline constexpr int adoptedPerStep = 100;

/// What is to be moved, and where to.
struct AdoptRequest
{
    ConnectionSpec from; ///< its layout is a design written by hand
    QueueName to; ///< of the native layout on the same server, under from.prefix; empty: named after the key
    Access access = Access::Operate; ///< what the session may do
    QByteArray by; ///< user@host
    QByteArray reason;
};

/// Entries that stay where they are, by the reason.
struct AdoptLeft
{
    qint64 gone = 0; ///< somebody took them first
    qint64 locked = 0; ///< a worker holds their lock
    qint64 timeless = 0; ///< their score is no time: infinite, or beyond the year 9999
    qint64 unreadable = 0; ///< no message of the design, or no name a type may have

    qint64 total() const { return gone + locked + timeless + unreadable; }
    /// `2 locked by a worker, 1 not readable`; empty when there are none.
    QString summary() const;
    bool operator==(const AdoptLeft&) const = default;
};

struct AdoptPreview
{
    QueueName to;
    qint64 entries = 0; ///< in the design's key now
    std::optional<TimePoint> firstDue; ///< lists have no times: all of them are due at once
    std::optional<TimePoint> lastDue;
    StateCounts staying; ///< kept beside the key by Dueline, as far as that can be read: they stay there
    qint64 interrupted = 0; ///< adoptions into this queue that did not come to their end: they are finished first
    std::optional<QueueInfo> target; ///< the queue, when it is there already
    TimePoint serverNow{};

    bool operator==(const AdoptPreview&) const = default;
};

struct AdoptProgress
{
    qint64 total = 0; ///< entries when it began
    qint64 done = 0; ///< tasks of the native queue now, those of an interrupted adoption included
    AdoptLeft left;
    bool finished = false;
    bool cancelled = false;

    bool operator==(const AdoptProgress&) const = default;
};

/// What an entry becomes. `operation`: the unique part of the adoption's id; `listedAt`: when the first item of a list
/// is due, the next ones a millisecond later each. The id is made of entry and operation alone, so that a repeated call
/// finds the task there. nullopt: it stays; `left` counts why.
std::optional<NewTask> adoptedTask(const AdoptStore& store, const QByteArray& operation, qint64 ordinal,
    const HomeEntry& entry, TimePoint listedAt, AdoptLeft* left = nullptr);

/// The native side of an adoption's connection.
ConnectionSpec nativeSide(ConnectionSpec from);
/// Errors: Usage (not a design written by hand; a type that is none), Refused (locks and keys of their own lie in other
/// slots of a cluster).
Result<> checkAdoptable(const ConnectionSpec& from);
/// By the layout of `from` where the request names no queue. Errors: Usage, when it cannot name one.
Result<QueueName> adoptTarget(const AdoptRequest& request);

} // namespace dueline
