// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/layouts/port/detection.h"

#include <QDeadlineTimer>

namespace dueline {

/// A key that looks like a queue somebody wrote by hand, and what speaks for it. A guess: it is shown, never acted on.
struct LayoutSuggestion
{
    LayoutSpec spec; ///< its text() opens it
    qint64 entries = 0; ///< of the key
    int looked = 0; ///< entries that were looked at, from both ends
    int fitting = 0; ///< of them: times, `NAME_<time>`, messages; of a plain list all
    int locks = 0; ///< lock keys of its members that were seen
    int rank = 0; ///< the most telling first
    bool isTelling = true; ///< something speaks for it besides its type
    QString why = {}; ///< what, a sentence: `20 of 20 scores are times in seconds; 3 lock keys seen.`
    LayoutText reason = {}; ///< the same, shorter, for the window
};

struct LayoutSuggestions
{
    std::vector<LayoutSuggestion> found; ///< the most telling first: resend, cron, zset, list; then the longest
    /// Why there may be more: the walk over the keys came to its limit, or is not allowed; empty: that is all.
    QString incomplete;
};

/// The keys of a server that belong to nobody known, with some of what is in them, and what layouts take them for.
class KeyGuesses
{
public:
    /// With at most ten entries from each end.
    struct SortedSet
    {
        struct Entry
        {
            QByteArray member;
            double score = 0;
        };
        QByteArray key;
        qint64 entries = 0;
        std::vector<Entry> sample;
    };
    /// With at most five items from each end, each once.
    struct List
    {
        QByteArray key;
        qint64 entries = 0;
        std::vector<QByteArray> sample;
    };

    KeyGuesses(RedisClient& client, const KnownKeys& known, const DetectionLimits& limits);

    /// Reads what the layouts are asked about. Errors: those of RedisClient, but never Permission.
    Result<> read();
    const std::vector<SortedSet>& sortedSets() const { return m_sets; }
    const std::vector<List>& lists() const { return m_lists; }
    /// Further keys of all masters, sorted, those of known systems left out. Errors: as read().
    Result<std::vector<QByteArray>> keys(const QByteArray& type, const QByteArray& pattern, std::size_t most);
    RedisClient& client() { return m_client; }
    void add(LayoutSuggestion suggestion) { m_result.found.push_back(std::move(suggestion)); }
    /// Sorted, and as many as the limits allow.
    LayoutSuggestions take();

    /// Most of what was looked at: one stray entry does not hide a queue.
    static bool isMost(int fitting, int looked) { return looked > 0 && fitting * 5 >= looked * 4; }

private:
    Result<> readSets(const std::vector<QByteArray>& keys);
    Result<> readLists(const std::vector<QByteArray>& keys);

    RedisClient& m_client;
    const KnownKeys& m_known;
    const DetectionLimits& m_limits;
    QDeadlineTimer m_deadline;
    std::vector<SortedSet> m_sets;
    std::vector<List> m_lists;
    LayoutSuggestions m_result;
};

/// Looks for sorted sets whose scores are times, lists, and locks, by a bounded SCAN and at most twenty entries of each
/// key; reads only. Keys of the native layout below `prefix`, of Dueline beside others, and of known frameworks are
/// passed over. In a cluster every master is asked. Errors: as findForeignQueues().
Result<LayoutSuggestions> suggestLayouts(const std::vector<const LayoutType*>& layouts, const RedisConfig& redis,
    const QByteArray& prefix, const DetectionLimits& limits = {});

} // namespace dueline
