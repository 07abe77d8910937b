// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/layouts/described/description.h"
#include "core/redis/reply.h"

namespace dueline {

/// Returns the commands in a layout's sample. Each line is one command, as typed into redis-cli. Words are separated by
/// blanks. A word in double quotes may contain `\xHH`, `\n`, `\r`, `\t`, `\"` and `\\`. Empty lines and lines that
/// start with `#` are skipped. The file may come from an untrusted source, so only commands that write data are
/// accepted: nothing can change the server's files, scripts or settings. Errors: Usage, with the line in the sample.
Result<std::vector<Command>> sampleCommands(const Description& description);

} // namespace dueline
