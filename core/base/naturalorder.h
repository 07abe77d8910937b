// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QByteArrayView>

namespace dueline {

/// Whether a name stands before another as people count: `tenant-2` before `tenant-10`. Runs of ASCII digits are
/// compared as numbers of any length, everything else byte by byte. A strict weak order in which only equal names are
/// equal.
bool isNaturallyBefore(QByteArrayView a, QByteArrayView b);

} // namespace dueline
