// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

namespace dueline {

/// Writes text on standard output without buffering. Returns false if that fails (a full disk), after a message on
/// standard error.
bool printed(const QString& text);

} // namespace dueline
