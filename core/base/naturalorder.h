// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QByteArrayView>

namespace dueline {

/// Returns whether `a` sorts before `b` in natural order, such as `tenant-2` before `tenant-10`. Compares runs of ASCII
/// digits as numbers of any length, and all other text byte by byte. The order is strict and total: only identical
/// names are equal.
bool isNaturallyBefore(QByteArrayView a, QByteArrayView b);

} // namespace dueline
