// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/layouts/described/placeentry.h"

namespace dueline {

/// Scans all entries of a queue's places, and finds an entry again. Only reads. Errors of all: as
/// RedisClient::pipeline(); WrongType, whose message names the key.
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

    /// Returns about `examine` entries after `cursor`, place by place, without those in other states. A list is read
    /// from the end to which producers push, so an entry may appear twice, but none is missed. Errors: also Usage.
    Result<Step> step(StateSet states, const QByteArray& cursor, int examine, TimePoint now);
    /// Returns an entry as it is now; nullopt if it is no longer there. A list is searched up to a limit.
    Result<std::optional<PlaceEntry>> again(const PlaceEntry& entry, TimePoint now);
    /// Returns whether the last again() left out a part of a list.
    bool isLonger() const { return m_isLonger; }

private:
    struct Position
    {
        std::size_t key = 0; ///< index in m_order
        QByteArray score; ///< SortedSet: last score; empty at the start
        qint64 passed = 0; ///< entries with that score; for a list, entries from its end
        QByteArray cursor = "0"; ///< Set, Hash
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
    std::vector<std::size_t> m_order; ///< keys by place and name, since keys may come and go during a walk
};

} // namespace dueline
