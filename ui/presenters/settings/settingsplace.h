// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/result.h"

namespace dueline {

/// Checks that QSettings can open a settings file. Opening a named pipe, for example, would block forever. Symbolic
/// links are followed, because users may store their settings elsewhere. Errors: Io; the message says what kind of file
/// it is.
Result<> checkSettingsToRead(const QString& path);
/// Checks the settings file and its lock file. QSettings creates the lock file, and would wait forever if it weren't a
/// regular file.
Result<> checkSettingsToWrite(const QString& path);

} // namespace dueline
