// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/duectl/outputfile.h"

#include "core/base/plainfile.h"
#include "core/base/text.h"

#include <QFile>
#include <QSaveFile>

namespace dueline::duectl {

Result<> replaceFile(const QByteArray& path, const QByteArray& content, const QString& what)
{
    QSaveFile file(QFile::decodeName(path));
    QString problem = notPlain(file.fileName(), Links::Followed);
    if (problem.isEmpty() && (!file.open(QIODevice::WriteOnly) || file.write(content) < 0 || !file.commit()))
        problem = file.errorString();
    if (problem.isEmpty())
        return {};
    return Error{ErrorCode::Io, QStringLiteral("Cannot write %1 %2: %3.").arg(what, printable(path), problem)};
}

} // namespace dueline::duectl
