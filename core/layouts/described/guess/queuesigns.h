// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/layouts/described/guess/keyanchor.h"

namespace dueline {

/// Evidence of the queues' names in keys.
struct QueueSigns
{
    std::map<QByteArray, QByteArray> lists; ///< set that lists the queues, by key
    std::map<QByteArray, QByteArray> paths; ///< path of the queue's name in payloads, by key

    /// Finds the part of each key that varies, and sets it. Removes the anchors of sets that list queues.
    static QueueSigns find(const KeySurvey& survey, std::vector<KeyAnchor>& anchors);
};

} // namespace dueline
