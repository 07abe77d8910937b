// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QByteArray>

#include <vector>

namespace dueline {

/// Returns the candidate for "Did you mean …?": one that starts with the typed word or differs from it in one or two
/// letters; empty if there is none.
QByteArray nearestWord(const QByteArray& typed, const std::vector<QByteArray>& candidates);

} // namespace dueline
