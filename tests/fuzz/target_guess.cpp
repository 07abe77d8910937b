// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/layouts/described/guess/layoutguess.h"
#include "tests/fuzz/targets.h"

#include <algorithm>

namespace dueline::fuzz {

namespace {

/// Returns the key with this name and type, adding it if necessary.
SampledKey& keyNamed(KeySurvey& survey, const QByteArray& name, DescribedPlace::Kind kind)
{
    const auto found = std::find_if(survey.keys.begin(), survey.keys.end(),
        [&](const SampledKey& key) { return key.key == name && key.kind == kind; });
    if (found != survey.keys.end())
        return *found;
    survey.keys.push_back({name, kind, 0, {}, 0, {}, false});
    return survey.keys.back();
}

} // namespace

/// Reads lines of the form `z KEY SCORE MEMBER` (sorted set), `l KEY ITEM` (list) and `s KEY MEMBER` (set). Subsequent
/// `f HASH VALUE`, `p BEFORE VALUE` and `b BEFORE FIELD VALUE` lines link that key's members to a hash field, a string,
/// or one hash per task.
void guess(const QByteArray& input)
{
    constexpr std::size_t mostKeys = 40;
    KeySurvey survey;
    for (const QByteArray& line : input.split('\n')) {
        QList<QByteArray> words = line.split(' ');
        const char kind = words[0].isEmpty() ? ' ' : words[0][0];
        if (words.size() < 3 || !isWritableName(words[1]) || survey.keys.size() > mostKeys)
            continue;
        if (kind == 'z' || kind == 'l' || kind == 's') {
            const auto type = kind == 'z' ? DescribedPlace::Kind::SortedSet
                : kind == 'l'             ? DescribedPlace::Kind::List
                                          : DescribedPlace::Kind::Set;
            SampledKey& key = keyNamed(survey, words[1], type);
            const double score = kind == 'z' ? words.takeAt(2).toDouble() : 0;
            key.entries.push_back({words.mid(2).join(' '), score});
            ++key.length;
            ++key.followed;
        } else if (!survey.keys.empty() && kind == 'b') {
            survey.keys.back().links.push_back(
                {MemberLink::Kind::Hash, words[1], {}, 1, {}, {{words[2], {words.mid(3).join(' ')}}}});
        } else if (!survey.keys.empty() && (kind == 'f' || kind == 'p')) {
            survey.keys.back().links.push_back({kind == 'f' ? MemberLink::Kind::HashField : MemberLink::Kind::String,
                words[1], {}, 1, {words.mid(2).join(' ')}, {}});
        }
    }
    for (const LayoutGuess& guess : guessLayouts(survey)) {
        const auto description = Description::parse(guess.file);
        FUZZ_HOLDS(description);
        FUZZ_HOLDS(description->places.size() == guess.places.size());
        for (std::size_t i = 0; i < guess.places.size(); ++i) {
            for (const QByteArray& key : guess.places[i].keys)
                FUZZ_HOLDS(description->places[i].key.match(key));
        }
    }
}

} // namespace dueline::fuzz
