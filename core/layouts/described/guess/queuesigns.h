// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/layouts/described/guess/keyanchor.h"

namespace dueline {

/// Evidence of queue names in the sampled keys.
struct QueueSigns
{
    std::map<QByteArray, QByteArray> lists; ///< key of the set with the queue names, by sampled key
    std::map<QByteArray, QByteArray> paths; ///< path to the queue name in payloads, by sampled key

    /// Finds each key's varying part and stores it in the key's anchor. Removes the anchors of sets that contain queue
    /// names.
    static QueueSigns find(const KeySurvey& survey, std::vector<KeyAnchor>& anchors);
};

} // namespace dueline
