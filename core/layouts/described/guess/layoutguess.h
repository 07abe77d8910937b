// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/layouts/described/guess/guessedfile.h"
#include "core/layouts/described/guess/keysurvey.h"

namespace dueline {

/// Layout file derived from samples. The file is a proposal, which the user should review before using it.
struct LayoutGuess
{
    struct SampledPlace : GuessedPlace
    {
        std::vector<QByteArray> keys; ///< sampled keys of the place
        std::vector<double> scores; ///< sampled scores in the keys of the place
    };

    QByteArray file; ///< text of a valid layout file
    QByteArray name;
    std::vector<SampledPlace> places;
    QByteArrayList keys; ///< sampled keys that the file describes, including companions
    int confidence = 0; ///< confidence in percent, averaged over all places
    qint64 entries = 0;
    QStringList open; ///< sentences that describe what could not be determined
};

/// End at which workers claim items, by list: true for the tail, false for the head.
using RunningEnds = std::map<QByteArray, bool>;

/// Facts about keys that were observed or specified by the user. They take precedence over the samples.
struct KeyFacts
{
    RunningEnds ends = {};
    std::map<QByteArray, ScoreUnit> units = {}; ///< units of scores, by sorted set
    std::map<QByteArray, TaskState> states = {}; ///< states of tasks, by key
};

/// Derives layouts from samples, most convincing first. Keys with related names, payload stores or payload forms belong
/// to the same layout. `reserved`: names of other layouts. Does not connect to the server.
std::vector<LayoutGuess> guessLayouts(
    const KeySurvey& survey, const KeyFacts& facts = {}, const QByteArrayList& reserved = {});

} // namespace dueline
