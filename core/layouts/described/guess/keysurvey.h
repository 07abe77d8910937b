// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/layouts/described/description.h"
#include "core/layouts/port/detection.h"

#include <map>

namespace dueline {

/// Link from the sampled members of a key to other data. Each member is an ID, which is the name of a hash field or
/// part of a key name.
struct MemberLink
{
    enum class Kind : quint8 { HashField, String, Hash };

    Kind kind = Kind::String;
    QByteArray before; ///< for HashField: name of the hash; otherwise the part of the key name before the ID
    QByteArray after; ///< part of the key name after the ID
    int found = 0; ///< number of members for which linked data exists
    std::vector<QByteArray> values = {}; ///< values of strings and hash fields
    std::map<QByteArray, std::vector<QByteArray>> fields = {}; ///< for Hash: values by field

    /// Returns whether the member is the complete name of a key.
    bool isKey() const { return kind != Kind::HashField && before.isEmpty() && after.isEmpty(); }
};

/// Key with a sample of the entries at both of its ends.
struct SampledKey
{
    struct Entry
    {
        QByteArray member;
        double score = 0; ///< score of a member of a sorted set

        bool operator==(const Entry&) const = default;
    };

    QByteArray key;
    DescribedPlace::Kind kind = DescribedPlace::Kind::SortedSet;
    qint64 length = 0;
    std::vector<Entry> entries; ///< sampled entries, in the same order as in the key
    int followed = 0; ///< number of members for which links were followed
    std::vector<MemberLink> links;
    bool isNamed = false; ///< true if the user specified the key
};

/// Keys from which a layout is guessed. All reads are bounded: a SCAN, samples of each key, and lookups of sampled IDs.
struct KeySurvey
{
    static constexpr std::size_t mostKeys = 1'000; ///< maximum number of sampled keys per type
    static constexpr qsizetype longestName = 512;
    static constexpr Millis within{5'000}; ///< time limit for all scans together

    std::vector<SampledKey> keys; ///< sampled sorted sets, lists and sets
    QStringList remarks; ///< sentences that describe what was not read

    /// Samples the specified keys; if none are specified, samples all keys that belong to no known system. Errors:
    /// those of RedisClient::pipeline(); NotFound or Usage for a specified key that cannot belong to a queue of an
    /// unknown design.
    static Result<KeySurvey> read(RedisClient& client, const std::vector<QByteArray>& named, const KnownKeys& known);
};

/// Returns whether a layout file can contain this name. The name must be printable UTF-8 of limited length.
bool isWritableName(QByteArrayView name);

} // namespace dueline
