// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/result.h"

namespace dueline {

class KeyGuesses;

/// Suggests `resend` for a list of that design's messages, and `list` for any other list. Never fails.
Result<> guessLists(KeyGuesses& guesses);

} // namespace dueline
