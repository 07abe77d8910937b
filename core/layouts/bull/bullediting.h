// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/layouts/bull/bullspec.h"
#include "core/layouts/bulljobs/jobeditor.h"

namespace dueline {

/// How queues of Bull are changed. `ours`: the prefix of our own keys.
JobEditing bullEditing(const BullSpec& spec, const QByteArray& ours);

} // namespace dueline
