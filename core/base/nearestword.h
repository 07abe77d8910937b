// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QByteArray>

#include <vector>

namespace dueline {

/// Returns the candidate that starts with the typed word, or differs from it in one or two letters, for "Did you mean
/// …?"; empty if no candidate is similar.
QByteArray nearestWord(const QByteArray& typed, const std::vector<QByteArray>& candidates);

} // namespace dueline
