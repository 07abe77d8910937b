// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/layouts/port/foundqueues.h"

#include <QHash>

#include <optional>
#include <set>
#include <utility>

namespace dueline {

/// Families of keys with similar names, such as `session:1` and `session:2`. The first keys of each family are
/// inspected. If none of them is a queue, the rest are skipped, because there may be millions of them.
class KeyFamilies
{
public:
    static constexpr int sampled = 100; ///< number of keys to inspect per family
    static constexpr qsizetype mostFamilies = 20'000;
    static constexpr std::size_t mostNamed = 20;

    enum class Choice : quint8 {
        Inspect,
        Later, ///< skipped for now: the results of the family's samples aren't known yet
        Skip,
    };
    enum class Sample : quint8 {
        Queue,
        List, ///< a list that isn't a queue
        Other,
    };

    /// Converts an inspection result to a type of sample. `sight`: nullopt if the key isn't a list.
    static Sample sampleOf(std::optional<PlacedQueue::Sight> sight)
    {
        return sight == PlacedQueue::Sight::Queue ? Sample::Queue : sight ? Sample::List : Sample::Other;
    }
    /// Decides whether to inspect a key. If so, counts the key as a sample.
    Choice choose(QByteArrayView key);
    /// Records what an inspected key contains.
    void record(QByteArrayView key, Sample sample);
    /// Returns whether, since the last call of takeDropped(), an inspection found a queue in a family whose other keys
    /// had been skipped for now (Choice::Later). The next round must then find these keys again.
    bool takeDropped() { return std::exchange(m_hasDropped, false); }
    /// Starts a round over all keys. Families whose samples weren't queues remain skipped; the others are sampled
    /// again.
    void beginRound();
    void forget();
    /// Returns the names, such as `app:*`, of families whose skipped keys may include lists; `*` if there were too many
    /// families.
    const std::set<QByteArray>& skippedLists() const { return m_skipped; }

    /// Returns the one or two families that a name belongs to. Names in a family may differ in their digits, and either
    /// in their last colon-separated part or in all parts between the first and the last.
    static QByteArrayList familiesOf(QByteArrayView key);

private:
    struct Family
    {
        int chosen = 0;
        int recorded = 0;
        bool hasQueue = false;
        bool hasLater = false; ///< true if keys were skipped before the results of the samples were known
        int lists = 0;

        /// Returns whether some, but not almost all, of the samples are lists. If almost all are, the family is assumed
        /// to belong to another program.
        bool isMixed() const { return lists > 0 && lists * 10 < recorded * 9; }
    };

    void passOver(const QByteArrayList& names);
    void skip(const QByteArray& family);

    QHash<QByteArray, Family> m_families;
    std::set<QByteArray> m_skipped;
    bool m_hasDropped = false;
};

} // namespace dueline
