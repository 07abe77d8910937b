// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/layouts/port/keyguesses.h"

namespace dueline {

/// Sorted sets whose scores are times are `cron` or `zset`, the latter with the pattern of the lock keys that are seen.
Result<> guessSortedSets(KeyGuesses& guesses);

} // namespace dueline
