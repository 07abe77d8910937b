// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/presenters/settings/settingsplace.h"

#include "core/base/plainfile.h"
#include "core/base/text.h"

#include <QCoreApplication>

namespace dueline {

Result<> checkSettingsToRead(const QString& path)
{
    const QString problem = notPlain(path, Links::Followed);
    if (problem.isEmpty())
        return {};
    return Error{ErrorCode::Io,
        QCoreApplication::translate("Settings", "Cannot read the settings in %1: %2.")
            .arg(printable(path.toUtf8()), problem)};
}

Result<> checkSettingsToWrite(const QString& path)
{
    const QString lock = path + QStringLiteral(".lock");
    QString problem = notPlain(path, Links::Followed);
    const bool own = problem.isEmpty();
    if (own)
        problem = notPlain(lock, Links::Refused);
    if (problem.isEmpty())
        return {};
    return Error{ErrorCode::Io,
        QCoreApplication::translate("Settings", "Cannot save the settings to %1: %2.")
            .arg(printable((own ? lock : path).toUtf8()), problem)};
}

} // namespace dueline
