// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/layouts/described/guess/keysurvey.h"

namespace dueline {

/// Layout file derived from samples. The file is a proposal, which the user should review before using it.
struct LayoutGuess
{
    struct Place
    {
        QByteArray name;
        DescribedPlace::Kind kind = DescribedPlace::Kind::SortedSet;
        std::vector<QByteArray> keys; ///< sampled keys that belong to the place
        int confidence = 0; ///< confidence in percent
    };

    QByteArray file; ///< text of a valid layout file
    QByteArray name;
    std::vector<Place> places;
    int confidence = 0; ///< confidence in percent, averaged over all places
    qint64 entries = 0;
    QStringList open; ///< sentences that describe what could not be determined
};

/// End of each list at which the next item is claimed: true for the tail.
using RunningEnds = std::map<QByteArray, bool>;

/// Derives layouts from samples, most convincing first. Keys with related names, payload stores or payload forms belong
/// to the same layout. `ends`: observed ends of lists. `reserved`: names of other layouts. Does not connect to the
/// server.
std::vector<LayoutGuess> guessLayouts(
    const KeySurvey& survey, const RunningEnds& ends = {}, const QByteArrayList& reserved = {});

} // namespace dueline
