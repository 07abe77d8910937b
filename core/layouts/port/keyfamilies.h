// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/layouts/port/foundqueues.h"

#include <QHash>

#include <optional>
#include <set>

namespace dueline {

/// Families of keys with similar names, such as `session:1`, `session:2` and so on. The first keys of a family are
/// inspected; if none of them is a queue, its other keys are skipped. A server may have millions of such keys.
class KeyFamilies
{
public:
    static constexpr int sampled = 100; ///< keys of a family that are inspected
    static constexpr qsizetype mostFamilies = 20'000;
    static constexpr std::size_t mostNamed = 20;

    enum class Choice : quint8 {
        Inspect,
        Later, ///< the samples of its family have not been inspected yet
        Skip,
    };
    enum class Sample : quint8 {
        Queue,
        List, ///< a list that is no queue
        Other,
    };

    /// Returns the sample of a place; nullopt: it is not a list.
    static Sample sampleOf(std::optional<PlacedQueue::Sight> sight)
    {
        return sight == PlacedQueue::Sight::Queue ? Sample::Queue : sight ? Sample::List : Sample::Other;
    }
    /// Decides about a key, and counts it as a sample if it is to be inspected.
    Choice choose(QByteArrayView key);
    /// Records the content of an inspected key.
    void record(QByteArrayView key, Sample sample);
    /// Starts a round over all keys: families whose samples were no queues stay skipped, others are sampled again.
    void beginRound();
    void forget();
    /// Returns the names of families, `app:*`, with skipped keys of which some may be lists; `*` if there were too many
    /// families.
    const std::set<QByteArray>& skippedLists() const { return m_skipped; }

    /// Returns the families of a name, one or two. Digits count as equal; of parts separated by colons, the last part,
    /// or all parts between the first and the last, may differ.
    static QByteArrayList familiesOf(QByteArrayView key);

private:
    struct Family
    {
        int chosen = 0;
        int recorded = 0;
        bool hasQueue = false;
        int lists = 0;

        /// Returns whether some keys are lists. If nearly all are, they belong to another program.
        bool isMixed() const { return lists > 0 && lists * 10 < recorded * 9; }
    };

    void skip(const QByteArray& family);

    QHash<QByteArray, Family> m_families;
    std::set<QByteArray> m_skipped;
};

} // namespace dueline
