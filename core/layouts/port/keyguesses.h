// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/layouts/port/detection.h"

#include <QDeadlineTimer>

namespace dueline {

/// Key that looks like a custom design's queue, and the evidence for it. The program only displays this suggestion and
/// never acts on it.
struct LayoutSuggestion
{
    LayoutSpec spec; ///< layout that can open the queue
    qint64 entries = 0; ///< total number of entries in the key
    int looked = 0; ///< total number of entries sampled from both ends of the key
    // number of sampled entries that support the guess, such as times, `NAME_<time>` or messages; in a plain list, all
    // sampled entries do
    int fitting = 0;
    int locks = 0; ///< number of lock keys found for the members
    int rank = 0; ///< sort key; more convincing types of guesses have lower values
    bool isTelling = true; ///< false if the key's type is the only evidence
    QString why = {}; ///< the evidence in words, such as `20 of 20 scores are times in seconds; 3 lock keys seen.`
    LayoutText reason = {}; ///< shorter form of the evidence, for display in the window
};

struct LayoutSuggestions
{
    /// Suggestions, most convincing first: resend, cron, zset, list; then by length, longest first.
    std::vector<LayoutSuggestion> found;
    /// Reason there may be more suggestions: the scan hit its limit or isn't permitted. Empty if the list is complete.
    QString incomplete;
};

/// Sampled keys on a server that belong to no known system, and the layouts suggested for them.
class KeyGuesses
{
public:
    /// Sorted set with a sample of up to ten entries from each end.
    struct SortedSet
    {
        struct Member
        {
            QByteArray member;
            double score = 0;
        };
        QByteArray key;
        qint64 entries = 0;
        std::vector<Member> sample;
    };
    /// List with a sample of up to five items from each end, with duplicates removed.
    struct List
    {
        QByteArray key;
        qint64 entries = 0;
        std::vector<QByteArray> sample;
    };

    KeyGuesses(RedisClient& client, const KnownKeys& known, const DetectionLimits& limits);

    /// Reads the samples for the layouts to inspect. Errors: same as RedisClient, except Permission.
    Result<> read();
    const std::vector<SortedSet>& sortedSets() const { return m_sets; }
    const std::vector<List>& lists() const { return m_lists; }
    /// Returns the keys on all masters that match a pattern, sorted, except those of known systems. Errors: same as
    /// read().
    Result<std::vector<QByteArray>> keys(const QByteArray& type, const QByteArray& pattern, std::size_t most);
    RedisClient& client() { return m_client; }
    void add(LayoutSuggestion suggestion) { m_result.found.push_back(std::move(suggestion)); }
    /// Returns a limited number of suggestions, sorted.
    LayoutSuggestions take();

    /// Returns whether `fitting` is at least 80% of `looked`. The limit is below 100% so that a few stray entries don't
    /// hide a queue.
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

/// Suggests layouts for sorted sets whose scores are times, for lists, and for locks. Runs a bounded SCAN, samples at
/// most 20 entries per key, and writes nothing. Skips native keys with the prefix `prefix`, Dueline's keys for custom
/// designs, and keys of known frameworks. In a cluster, scans every master. Errors: same as findForeignQueues().
Result<LayoutSuggestions> suggestLayouts(const std::vector<const LayoutType*>& layouts, const RedisConfig& redis,
    const QByteArray& prefix, const DetectionLimits& limits = {});

} // namespace dueline
