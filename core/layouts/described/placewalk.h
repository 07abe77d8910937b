// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/layouts/described/placeentry.h"

namespace dueline {

/// Scans all entries in a queue's places (see DescribedPlace), and can find an entry again later. Read-only. Any call
/// can fail with WrongType, naming the key, or with any of RedisClient::pipeline()'s errors.
class PlaceWalk
{
public:
    struct Step
    {
        std::vector<PlaceEntry> entries;
        qint64 examined = 0;
        QByteArray cursor; ///< cursor for the next step; empty at the end
    };

    PlaceWalk(RedisClient& client, const Description& description, const std::vector<PlaceKey>& keys);

    /// Returns entries in these states after `cursor`, place by place. Examines about `examine` entries. Lists are read
    /// from the end where producers push, so an entry may appear twice, but none is missed. Errors: Usage if the cursor
    /// is invalid.
    Result<Step> step(StateSet states, const QByteArray& cursor, int examine, TimePoint now);
    /// Reads an entry again; nullopt if it no longer exists. Searches only a limited number of list items.
    Result<std::optional<PlaceEntry>> again(const PlaceEntry& entry, TimePoint now);
    /// Returns whether the last call to again() searched only part of a list because the list was too long.
    bool isLonger() const { return m_isLonger; }

private:
    struct Position
    {
        std::size_t key = 0; ///< index in m_order
        QByteArray score; ///< for a sorted set: score of the last entry read; empty at the start
        qint64 passed = 0; ///< number of entries with this score that have been read; for a list, number of items read
        QByteArray cursor = "0"; ///< scan cursor for a set or hash
    };

    const DescribedPlace& place(std::size_t key) const { return m_description.places[m_keys[key].place]; }
    std::optional<Position> positionIn(const QByteArray& cursor) const;
    QByteArray cursorOf(const Position& position) const;
    bool mayHave(std::size_t key, StateSet states) const;
    Result<std::vector<PlaceEntry>> read(Position& position, qint64 count, TimePoint now);

    RedisClient& m_client;
    const Description& m_description;
    const std::vector<PlaceKey>& m_keys;
    bool m_isLonger = false;
    /// Indexes of the keys, sorted by place and name, so that a scan can continue even if keys appear or disappear.
    std::vector<std::size_t> m_order;
};

} // namespace dueline
