// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/layouts/described/layoutfiles.h"

#include "core/base/plainfile.h"
#include "core/base/text.h"
#include "core/layouts/described/tomlvalue.h"

#include <QDir>

namespace dueline {

QByteArrayList ShippedLayouts::names()
{
    QByteArrayList names;
    const QStringList files = QDir(QStringLiteral(":/layouts")).entryList(QDir::Files, QDir::Name);
    for (const QString& file : files)
        names << file.chopped(qsizetype(qstrlen(".toml"))).toLatin1();
    return names;
}

QByteArray ShippedLayouts::file(const QByteArray& name)
{
    if (!names().contains(name))
        return {};
    QFile file(QStringLiteral(":/layouts/%1.toml").arg(QLatin1String(name)));
    return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
}

Result<QByteArray> readLayoutFile(const QString& path)
{
    const QString shown = printable(path.toUtf8(), 200);
    if (path.isEmpty() || !QFile::exists(path))
        return Error{ErrorCode::NotFound, QStringLiteral("The file %1 does not exist.").arg(shown)};
    QFile file(path);
    if (const QString failure = openPlain(file, Links::Followed); !failure.isEmpty())
        return Error{ErrorCode::Io, QStringLiteral("%1 cannot be read: %2.").arg(shown, failure)};
    return file.read(TomlValue::mostBytes + 1);
}

} // namespace dueline
