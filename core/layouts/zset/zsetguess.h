// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/layouts/port/keyguesses.h"

namespace dueline {

/// Suggests `cron` or `zset` for sorted sets whose scores are times. A suggestion of `zset` includes the pattern of the
/// lock keys that were found.
Result<> guessSortedSets(KeyGuesses& guesses);

} // namespace dueline
