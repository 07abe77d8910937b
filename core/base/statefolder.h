// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

namespace dueline {

/// Returns `$XDG_STATE_HOME/dueline`, or `~/.local/state/dueline`.
QString stateFolder();

} // namespace dueline
