// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

namespace dueline {

/// Writes text to standard output, unbuffered. On failure, such as a full disk, prints a message to standard error and
/// returns false.
bool printed(const QString& text);

} // namespace dueline
