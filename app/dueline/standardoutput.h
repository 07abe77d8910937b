// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

namespace dueline {

/// Writes text on standard output at once. False: it could not be written (a full disk), which standard error was told.
bool printed(const QString& text);

} // namespace dueline
