// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/layouts/described/description.h"
#include "core/layouts/port/detection.h"

#include <map>

namespace dueline {

/// Link from a key's sampled members to other data. Each member is an id: the name of a hash field, or part of a key
/// name.
struct MemberLink
{
    enum class Kind : quint8 { HashField, String, Hash };

    Kind kind = Kind::String;
    QByteArray before; ///< for HashField: the hash; otherwise the part of the key name before the id
    QByteArray after; ///< part of the key name after the id
    int found = 0; ///< number of members with linked data
    std::vector<QByteArray> values = {}; ///< sampled strings and hash field values
    std::map<QByteArray, std::vector<QByteArray>> fields = {}; ///< for Hash: values by field

    /// Returns whether the member is a complete key name.
    bool isKey() const { return kind != Kind::HashField && before.isEmpty() && after.isEmpty(); }
};

/// Key with a sample of the entries at both of its ends.
struct SampledKey
{
    struct Entry
    {
        QByteArray member;
        double score = 0; ///< sorted set member's score

        bool operator==(const Entry&) const = default;
    };

    QByteArray key;
    DescribedPlace::Kind kind = DescribedPlace::Kind::SortedSet;
    qint64 length = 0;
    std::vector<Entry> entries; ///< sampled entries, in the key's order
    int followed = 0; ///< number of members whose links were followed
    std::vector<MemberLink> links;
    bool isNamed = false; ///< true if the user specified the key
};

/// Keys to guess a layout from. All reads are bounded: a SCAN, samples of each key, and lookups of sampled ids.
struct KeySurvey
{
    static constexpr std::size_t mostKeys = 1'000; ///< maximum number of keys to sample per type
    static constexpr qsizetype longestName = 512;
    static constexpr Millis within{5'000}; ///< time limit for all scans together

    std::vector<SampledKey> keys; ///< sampled sorted sets, lists and sets
    QStringList remarks; ///< sentences about what wasn't read
    std::set<QByteArray> hashes = {}; ///< names of hashes, which may contain payloads

    /// Samples the specified keys, or if there are none, all keys that belong to no known system. Errors: same as
    /// RedisClient::pipeline(), plus NotFound or Usage for a specified key that can't belong to a queue of an unknown
    /// design.
    static Result<KeySurvey> read(RedisClient& client, const std::vector<QByteArray>& named, const KnownKeys& known);
};

/// Returns whether a layout file can contain this name: it must be printable UTF-8 of limited length.
bool isWritableName(QByteArrayView name);

} // namespace dueline
