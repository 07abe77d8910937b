// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/layouts/described/description.h"
#include "core/redis/reply.h"

namespace dueline {

/// Returns the commands of a layout's sample, one per line, as typed into redis-cli. Words are separated by blanks or
/// enclosed in double quotes, with `\xHH`, `\n`, `\r`, `\t`, `\"` and `\\`. Empty lines and lines that begin with `#`
/// are skipped. Only commands that write data are accepted, because the file may be from an untrusted source: no
/// command can change the server's files, scripts or settings. Errors: Usage, naming the line of the sample.
Result<std::vector<Command>> sampleCommands(const Description& description);

} // namespace dueline
