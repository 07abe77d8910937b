// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/console/foreignqueues.h"

namespace dueline {

/// A key that looks like a queue somebody wrote by hand, and what speaks for it. A guess: it is shown, never acted on.
struct LayoutSuggestion
{
    HandmadeSpec spec; ///< its text() opens it
    qint64 entries = 0; ///< of the key
    int looked = 0; ///< entries that were looked at, from both ends
    int fitting = 0; ///< of them: times, `NAME_<time>`, messages; of a plain list all
    int locks = 0; ///< lock keys of its members that were seen

    bool operator==(const LayoutSuggestion&) const = default;
};

struct LayoutSuggestions
{
    std::vector<LayoutSuggestion> found; ///< the most telling first: resend, cron, zset, list; then the longest
    /// Why there may be more: the walk over the keys came to its limit, or is not allowed; empty: that is all.
    QString incomplete;

    bool operator==(const LayoutSuggestions&) const = default;
};

/// What speaks for it, as a sentence: `20 of 20 scores are times in seconds; 3 lock keys seen.`
QString describe(const LayoutSuggestion& suggestion);

/// Looks for sorted sets whose scores are times, lists, and locks, by a bounded SCAN and at most twenty entries of each
/// key; reads only. Keys of the native layout, of Dueline beside others, and of known frameworks are passed over. In a
/// cluster every master is asked. Errors: as findForeignQueues().
Result<LayoutSuggestions> suggestLayouts(const ConnectionSpec& connection, const ForeignLimits& limits = {});

} // namespace dueline
