// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/layouts/zset/zsetguess.h"

#include "core/base/epochnumber.h"
#include "core/base/text.h"
#include "core/layouts/custom/customlayout.h"
#include "core/layouts/zset/zsetlayout.h"
#include "core/layouts/zset/zsetspec.h"
#include "core/layouts/zset/zsetwords.h"

#include <algorithm>
#include <cmath>

namespace dueline {

namespace {

constexpr std::size_t mostGuessedLocks = 200; ///< maximum number of lock keys read
constexpr std::size_t mostQuestions = 20'000;
constexpr QByteArrayView separators = "_:-./|";

using Entry = KeyGuesses::SortedSet::Member;

/// Sorted set that may be a queue. Its locks haven't been found yet.
struct SetGuess
{
    std::shared_ptr<ZsetSpec> spec;
    LayoutSuggestion suggestion; ///< suggestion for the layout in `spec`
};

bool isSecond(double time) { return time >= year2010Ms / 1000 && time < year2100Ms / 1000; }

/// Returns whether a member looks like `NAME_<unix s>`, with a time close to its score.
bool isCronMember(const Entry& entry)
{
    const qsizetype at = entry.member.lastIndexOf('_');
    bool isNumber = false;
    const double time = at > 0 ? entry.member.mid(at + 1).toDouble(&isNumber) : 0;
    return isNumber && isSecond(time) && std::abs(time - entry.score) < 2;
}

std::optional<SetGuess> guessOf(const KeyGuesses::SortedSet& set)
{
    const auto counted = [&set](auto fits) { return int(std::count_if(set.sample.begin(), set.sample.end(), fits)); };
    const int looked = int(set.sample.size());
    const int seconds = counted([](const Entry& entry) { return isSecond(entry.score); });
    const int milliseconds = counted([](const Entry& entry) { return isSecond(entry.score / 1000); });
    const int commands = counted(isCronMember);
    const bool isCron = KeyGuesses::isMost(commands, looked);
    if (!isCron && !KeyGuesses::isMost(std::max(seconds, milliseconds), looked))
        return {};
    const LayoutType& type = isCron ? cronLayout() : zsetLayout();
    auto spec = std::make_shared<ZsetSpec>(static_cast<const CustomLayout&>(type));
    spec->key = spec->type = set.key;
    spec->milliseconds = !isCron && milliseconds > seconds;
    const int fitting = isCron ? commands : std::max(seconds, milliseconds);
    return SetGuess{spec, {LayoutSpec(type, spec), set.entries, looked, fitting}};
}

/// Matches locks to sets. A lock belongs to a set if the part of its name before or after a separator is a member.
Result<> lookAtLocks(KeyGuesses& guesses, std::vector<SetGuess>& sets, const std::vector<QByteArray>& locks)
{
    struct Question
    {
        std::size_t set;
        QByteArray pattern;
    };
    std::vector<Question> questions;
    std::vector<Command> commands;
    for (std::size_t set = 0; set < sets.size(); ++set) {
        if (sets[set].spec->isCron())
            continue;
        const QByteArray& key = sets[set].spec->key;
        for (const QByteArray& lock : locks) {
            for (qsizetype at = 0; at < lock.size() && commands.size() < mostQuestions; ++at) {
                if (!separators.contains(lock[at]))
                    continue;
                const QByteArray before = lock.left(at + 1);
                const QByteArray after = lock.mid(at);
                if (before.toLower().contains("lock")) {
                    questions.push_back({set, before + "%1"});
                    commands.push_back({"ZSCORE", key, lock.mid(at + 1)});
                } else if (after.toLower().contains("lock")) {
                    questions.push_back({set, "%1" + after});
                    commands.push_back({"ZSCORE", key, lock.left(at)});
                }
            }
        }
    }
    if (commands.empty())
        return {};
    const auto replies = guesses.client().pipeline(commands);
    if (!replies)
        return replies.error();
    std::map<std::pair<std::size_t, QByteArray>, int> seen;
    for (std::size_t i = 0; i < questions.size(); ++i) {
        if ((*replies)[i].isBytes())
            ++seen[{questions[i].set, questions[i].pattern}];
    }
    for (const auto& [question, count] : seen) {
        SetGuess& guess = sets[question.first];
        if (count > guess.suggestion.locks) {
            guess.suggestion.locks = count;
            guess.spec->lock = question.second;
        }
    }
    return {};
}

/// Sets the sentences that describe the evidence.
void explain(SetGuess& guess)
{
    LayoutSuggestion& suggestion = guess.suggestion;
    const ZsetSpec& spec = *guess.spec;

    const QStringList counts{QString::number(suggestion.fitting), QString::number(suggestion.looked)};
    if (spec.isCron()) {
        suggestion.rank = 1;
        suggestion.why = zsetwords::membersAreTimed(suggestion.fitting, suggestion.looked);
        suggestion.reason = {zsetwords::membersAreTimedInWindow(), counts};
        return;
    }
    const QString times = zsetwords::scoresAreTimes(suggestion.fitting, suggestion.looked, spec.milliseconds);
    if (spec.locks()) {
        suggestion.rank = 2;
        suggestion.why = times + zsetwords::locksAreSeen(suggestion.locks, printable(spec.lock, 60));
        suggestion.reason
            = {zsetwords::locksAreSeenInWindow(), counts + QStringList{QString::number(suggestion.locks)}};
    } else {
        suggestion.rank = 3;
        suggestion.why = times + zsetwords::noLockIsSeen();
        suggestion.reason = {zsetwords::noLockIsSeenInWindow(), counts};
    }
}

} // namespace

Result<> guessSortedSets(KeyGuesses& guesses)
{
    std::vector<SetGuess> sets;
    for (const KeyGuesses::SortedSet& set : guesses.sortedSets()) {
        if (auto guess = guessOf(set))
            sets.push_back(*std::move(guess));
    }
    const bool mayLock
        = std::any_of(sets.begin(), sets.end(), [](const SetGuess& guess) { return !guess.spec->isCron(); });
    if (mayLock) {
        const auto locks = guesses.keys("string", "*[lL][oO][cC][kK]*", mostGuessedLocks);
        if (!locks)
            return locks.error();
        if (const auto looked = lookAtLocks(guesses, sets, *locks); !looked)
            return looked;
    }
    for (SetGuess& guess : sets) {
        explain(guess);
        guesses.add(std::move(guess.suggestion));
    }
    return {};
}

} // namespace dueline
