// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QByteArrayView>

namespace dueline {

/// Returns whether a name sorts before another in natural order: `tenant-2` before `tenant-10`. Runs of ASCII digits
/// are compared as numbers of any length, and all other text byte by byte. The order is a strict weak order in which
/// only identical names are equal.
bool isNaturallyBefore(QByteArrayView a, QByteArrayView b);

} // namespace dueline
