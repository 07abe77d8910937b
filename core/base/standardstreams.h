// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

namespace dueline {

/// Opens /dev/null on each closed descriptor from 0 to 2, and records which were closed. Some supervisors start
/// programs with closed streams (`<&- >&-`). Without this function, the first connection would get the descriptor of
/// standard output, and printed text would be sent to Redis. Call it as the first statement of main(), before any file
/// is opened. If /dev/null is missing, reads and writes on these descriptors fail; if nothing can be opened, the
/// program ends with exit code 1.
void fillStandardStreams();

/// Returns whether fillStandardStreams() found this descriptor (0 to 2) closed.
bool standardStreamWasClosed(int descriptor);

/// Returns the descriptor from 0 to 2 that a path such as `/dev/stdin`, `/dev/fd/0`,
/// `/proc/self/fd/0` or a link to one of them refers to; -1 if the path refers to none of them. A
/// closed stream that is opened by such a path looks like an empty file.
int standardStreamNamed(const char* path);

} // namespace dueline
