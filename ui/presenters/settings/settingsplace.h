// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/result.h"

namespace dueline {

/// Whether a file of settings may be given to QSettings, which waits for ever where a named pipe stands. A link is
/// followed, since people keep such files elsewhere. Errors: Io, with what stands there.
Result<> checkSettingsToRead(const QString& path);
/// The same for its lock, which nobody but QSettings makes: it waits for ever for one that is no file.
Result<> checkSettingsToWrite(const QString& path);

} // namespace dueline
