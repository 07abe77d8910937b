// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/versiontext.h"

extern const char* const duelineBuildCommit; ///< defined in a source file that app/buildcommit.cmake generates

namespace dueline {

QString versionText(const QString& program)
{
    return QStringLiteral("%1 " DUELINE_VERSION "\ncommit %2\nQt %3\nhiredis " DUELINE_HIREDIS_VERSION "\n")
        .arg(program, QLatin1String(duelineBuildCommit), QLatin1String(qVersion()));
}

} // namespace dueline
