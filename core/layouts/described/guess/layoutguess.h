// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/layouts/described/guess/keysurvey.h"

namespace dueline {

/// Layout file that was derived from samples. It is a proposal: the user reads it before use.
struct LayoutGuess
{
    struct Place
    {
        QByteArray name;
        DescribedPlace::Kind kind = DescribedPlace::Kind::SortedSet;
        std::vector<QByteArray> keys; ///< sampled keys of the place
        int confidence = 0; ///< percent
    };

    QByteArray file; ///< a valid layout file
    QByteArray name;
    std::vector<Place> places;
    int confidence = 0; ///< percent; average of the places
    qint64 entries = 0;
    QStringList open; ///< sentences stating what could not be determined
};

/// Ends that run next, by list: true for the tail.
using RunningEnds = std::map<QByteArray, bool>;

/// Derives layouts from samples, most convincing first. Keys that are related by their names, payload store or payload
/// form belong to one layout. `ends`: observed ends of lists. `reserved`: names of other layouts. Does not connect.
std::vector<LayoutGuess> guessLayouts(
    const KeySurvey& survey, const RunningEnds& ends = {}, const QByteArrayList& reserved = {});

} // namespace dueline
