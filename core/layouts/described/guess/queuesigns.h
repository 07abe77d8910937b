// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/layouts/described/guess/keyanchor.h"

namespace dueline {

/// Evidence of queue names in the sampled keys.
struct QueueSigns
{
    std::map<QByteArray, QByteArray> lists; ///< by sampled key: key of the set that contains the queue names
    std::map<QByteArray, QByteArray> paths; ///< by sampled key: path to the queue name in payloads

    /// Finds the varying part of each key and stores it in the key's anchor. Removes the anchors of sets that contain
    /// queue names.
    static QueueSigns find(const KeySurvey& survey, std::vector<KeyAnchor>& anchors);
};

} // namespace dueline
