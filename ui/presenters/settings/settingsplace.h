// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/result.h"

namespace dueline {

/// Checks that QSettings can open a settings file. Opening a named pipe, for example, would block forever. Symbolic
/// links are followed, because users may store their settings elsewhere. Errors: Io, with the existing file's type.
Result<> checkSettingsToRead(const QString& path);
/// Checks the settings file and its lock file, which only QSettings creates. If the lock file weren't a regular file,
/// QSettings would wait forever.
Result<> checkSettingsToWrite(const QString& path);

} // namespace dueline
