// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/layouts/described/guess/guessedfile.h"
#include "core/layouts/described/guess/keysurvey.h"

namespace dueline {

/// Layout file inferred from samples. It is a proposal that the user should review before using it.
struct LayoutGuess
{
    struct SampledPlace : GuessedPlace
    {
        std::vector<QByteArray> keys; ///< sampled keys in the place
        std::vector<double> scores; ///< sampled scores from the place's keys
    };

    QByteArray file; ///< text of a valid layout file
    QByteArray name;
    std::vector<SampledPlace> places;
    QByteArrayList keys; ///< sampled keys described by the file, including companions
    int confidence = 0; ///< in percent, averaged over all places
    qint64 entries = 0;
    QStringList open; ///< sentences about what couldn't be determined
};

/// End from which workers claim items, by list: true for the tail, false for the head.
using RunningEnds = std::map<QByteArray, bool>;

/// Facts about keys, observed or specified by the user. They outweigh the samples.
struct KeyFacts
{
    RunningEnds ends = {};
    std::map<QByteArray, ScoreUnit> units = {}; ///< score units, by sorted set
    std::map<QByteArray, TaskState> states = {}; ///< task states, by key
};

/// Infers layouts from samples, most convincing first. Keys with related names, payload stores or payload forms belong
/// to the same layout. `reserved`: names of other layouts. Doesn't connect to the server.
std::vector<LayoutGuess> guessLayouts(
    const KeySurvey& survey, const KeyFacts& facts = {}, const QByteArrayList& reserved = {});

} // namespace dueline
