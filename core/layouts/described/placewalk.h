// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/layouts/described/placeentry.h"

namespace dueline {

/// Scans all entries in a queue's places, and can find an entry again later. Read-only. Errors of all functions: those
/// of RedisClient::pipeline(); WrongType, with a message that names the key.
class PlaceWalk
{
public:
    struct Step
    {
        std::vector<PlaceEntry> entries;
        qint64 examined = 0;
        QByteArray cursor; ///< cursor; empty at the end
    };

    PlaceWalk(RedisClient& client, const Description& description, const std::vector<PlaceKey>& keys);

    /// Returns about `examine` entries after `cursor`, place by place, omitting entries in other states. A list is read
    /// from the end to which producers push, so an entry may appear twice, but none is missed. Errors: also Usage.
    Result<Step> step(StateSet states, const QByteArray& cursor, int examine, TimePoint now);
    /// Returns an entry in its current form; nullopt if it no longer exists. Lists are searched only up to a limit.
    Result<std::optional<PlaceEntry>> again(const PlaceEntry& entry, TimePoint now);
    /// Returns whether the last call of again() searched only part of a list.
    bool isLonger() const { return m_isLonger; }

private:
    struct Position
    {
        std::size_t key = 0; ///< index in m_order
        QByteArray score; ///< for a sorted set: the last score; empty at the start
        /// number of entries with that score already read; for a list, number of items read from its end
        qint64 passed = 0;
        QByteArray cursor = "0"; ///< for a set or hash: the scan cursor
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
    /// indexes of the keys, sorted by place and name, since keys may appear and disappear during a scan
    std::vector<std::size_t> m_order;
};

} // namespace dueline
