// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/layouts/described/description.h"
#include "core/redis/reply.h"

namespace dueline {

/// Returns the commands in a layout's sample. Each line is one command, as typed into redis-cli. Words are separated by
/// blanks. A word in double quotes may contain `\xHH`, `\n`, `\r`, `\t`, `\"` and `\\`. Empty lines and lines that
/// start with `#` are skipped. The file may come from an untrusted source, so only commands that write data are
/// accepted: nothing can change the server's files, scripts or settings. `positions`: receives the commands' positions
/// in the file, unless it is null. Errors: Usage, with line and column.
Result<std::vector<Command>> sampleCommands(
    const Description& description, std::vector<TextPosition>* positions = nullptr);

} // namespace dueline
