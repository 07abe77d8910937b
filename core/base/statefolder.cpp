// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/statefolder.h"

#include <QDir>

namespace dueline {

QString stateFolder()
{
    const QString state = qEnvironmentVariable("XDG_STATE_HOME");
    // The XDG specification says to ignore relative paths.
    const QString base = QDir::isAbsolutePath(state) ? state : QDir::homePath() + QStringLiteral("/.local/state");
    return base + QStringLiteral("/dueline");
}

} // namespace dueline
