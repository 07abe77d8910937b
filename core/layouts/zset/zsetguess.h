// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/layouts/port/keyguesses.h"

namespace dueline {

/// Suggests `cron` or `zset` for sorted sets whose scores are times. For `zset`, includes the lock keys' pattern if
/// there are any.
Result<> guessSortedSets(KeyGuesses& guesses);

} // namespace dueline
