// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/result.h"

namespace dueline {

/// Checks that QSettings can open a settings file: it blocks forever on a named pipe. Links are followed, since users
/// store such files elsewhere. Errors: Io, with the type of the existing file.
Result<> checkSettingsToRead(const QString& path);
/// Checks the file and its lock. Only QSettings creates the lock, and it waits forever if the lock is not a regular
/// file.
Result<> checkSettingsToWrite(const QString& path);

} // namespace dueline
