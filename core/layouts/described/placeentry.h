// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/layouts/described/placekeys.h"

namespace dueline {

/// Entry in one of a layout's places (see DescribedPlace), as it was last read.
struct PlaceEntry
{
    std::size_t key = 0; ///< index of the key in the reader's list of keys
    QByteArray member; ///< member of a set, item of a list, or value of a string
    QByteArray score; ///< score of a sorted set, as returned by Redis
    std::optional<TimePoint> at; ///< time of the entry; nullopt if none is stored
    TaskState state = TaskState::Due;
    qint64 length = 0; ///< length of a string; greater than the size of `member` if only the beginning was read

    bool operator==(const PlaceEntry&) const = default;
};

/// Converts between scores and times.
struct ScoreScale
{
    ScoreUnit unit = ScoreUnit::Seconds;

    /// Returns the time for a score, rounded down to a millisecond; the epoch if the score is not a time.
    TimePoint instantOf(double score) const;
    /// Returns the lowest score that corresponds to a time, as an argument to ZCOUNT.
    QByteArray scoreFrom(TimePoint at) const;
};

/// Returns whether a lock or a hash field can show that a task in this place is leased.
inline bool hasLeases(const DescribedPlace& place) { return !place.lock.isEmpty() || place.leasedIf; }
/// Returns the state of a task without a lease.
TaskState stateIn(const DescribedPlace& place, std::optional<TimePoint> at, TimePoint now);
/// Returns the values of the variables in a member; nullopt if the member does not match the description.
std::optional<Variables> memberValues(const DescribedPlace& place, const QByteArray& member);

/// Marks entries as leased if their lock or hash field shows a lease. Errors: those of RedisClient::pipeline().
Result<> markLeases(RedisClient& client, const Description& description, const std::vector<PlaceKey>& keys,
    std::vector<PlaceEntry>& entries, TimePoint now);

/// Returns the error for a key of the wrong type or for another unexpected reply. The message contains the name of the
/// key.
Error placeError(const DescribedPlace& place, const QByteArray& key, const Reply& reply);

/// Sends a pipeline in parts of limited length. Errors: those of RedisClient::pipeline().
Result<std::vector<Reply>> askInParts(RedisClient& client, const std::vector<Command>& commands);

} // namespace dueline
