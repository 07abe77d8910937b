// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/layouts/described/placekeys.h"

namespace dueline {

/// Entry in one of a layout's places (see DescribedPlace), as last read.
struct PlaceEntry
{
    std::size_t key = 0; ///< index in the reader's list of keys
    QByteArray member; ///< set member, list item or string value
    QByteArray score; ///< sorted set score, as returned by Redis
    std::optional<TimePoint> at; ///< the entry's time; nullopt if none is stored
    TaskState state = TaskState::Due;
    qint64 length = 0; ///< length of a string; greater than the size of `member` if only the beginning was read

    bool operator==(const PlaceEntry&) const = default;
};

/// Converts between scores and times.
struct ScoreScale
{
    ScoreUnit unit = ScoreUnit::Seconds;

    /// Returns a score's time, rounded down to a millisecond, or the epoch if the score isn't a time.
    TimePoint instantOf(double score) const;
    /// Returns the lowest score for a time, as a ZCOUNT argument.
    QByteArray scoreFrom(TimePoint at) const;
};

/// Returns whether a lock or a hash field can show that a task in this place is leased.
inline bool hasLeases(const DescribedPlace& place) { return !place.lock.isEmpty() || place.leasedIf; }
/// Returns the state of a task that isn't leased.
TaskState stateIn(const DescribedPlace& place, std::optional<TimePoint> at, TimePoint now);
/// Returns the values of a member's variables; nullopt if the member doesn't match the description.
std::optional<Variables> memberValues(const DescribedPlace& place, const QByteArray& member);

/// Marks entries as leased if their lock or hash field shows a lease. Errors: same as RedisClient::pipeline().
Result<> markLeases(RedisClient& client, const Description& description, const std::vector<PlaceKey>& keys,
    std::vector<PlaceEntry>& entries, TimePoint now);

/// Returns the error for a key of the wrong type or another unexpected reply. The message names the key.
Error placeError(const DescribedPlace& place, const QByteArray& key, const Reply& reply);

/// Sends a pipeline in parts of limited length. Errors: same as RedisClient::pipeline().
Result<std::vector<Reply>> askInParts(RedisClient& client, const std::vector<Command>& commands);

} // namespace dueline
