// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

namespace dueline {

/// Writes text on standard output without buffering. If that fails (for example on a full disk), prints a message on
/// standard error and returns false.
bool printed(const QString& text);

} // namespace dueline
