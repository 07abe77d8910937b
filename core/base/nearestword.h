// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QByteArray>

#include <vector>

namespace dueline {

/// The candidate that was probably meant by what was typed: one that begins so, or differs in one or two letters; empty
/// when none is near. For "Did you mean …?".
QByteArray nearestWord(const QByteArray& typed, const std::vector<QByteArray>& candidates);

} // namespace dueline
