// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/console/foreignqueues.h"

namespace dueline {

/// Whether a key belongs to the native layout with that prefix, to what Dueline keeps beside other designs, or to a
/// framework: by its name alone, and by the queues of others that were found.
bool isKnownKey(QByteArrayView key, QByteArrayView prefix, const ForeignQueues& foreign);

} // namespace dueline
