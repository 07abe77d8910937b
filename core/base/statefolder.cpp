// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/statefolder.h"

#include "core/base/plainfile.h"

#include <QCryptographicHash>
#include <QDir>
#include <QFileInfo>
#include <QSaveFile>

namespace dueline {

QString stateFolder()
{
    const QString state = qEnvironmentVariable("XDG_STATE_HOME");
    // The XDG specification says to ignore relative paths.
    const QString base = QDir::isAbsolutePath(state) ? state : QDir::homePath() + QStringLiteral("/.local/state");
    return base + QStringLiteral("/dueline");
}

QString stateFile(const char* folder, const QByteArray& subject)
{
    const QByteArray name = QCryptographicHash::hash(subject, QCryptographicHash::Sha1).toHex().left(20);
    return stateFolder() + u'/' + QString::fromLatin1(folder) + u'/' + QString::fromLatin1(name)
        + QStringLiteral(".json");
}

QByteArray readStateFile(const QString& path, qint64 largest)
{
    QFile file(path);
    return openPlain(file, Links::Refused).isEmpty() && file.size() <= largest ? file.readAll() : QByteArray();
}

void writeStateFile(const QString& path, const QByteArray& content, qsizetype kept)
{
    const QDir folder(QFileInfo(path).path());
    if (!makePrivateFolder(folder.path()) || !notPlain(path, Links::Refused).isEmpty())
        return;
    QSaveFile file(path);
    if (!file.open(QIODevice::WriteOnly))
        return;
    file.setPermissions(QFile::ReadOwner | QFile::WriteOwner);
    file.write(content);
    if (!file.commit())
        return;
    const QFileInfoList all = folder.entryInfoList({QStringLiteral("*.json")}, QDir::Files, QDir::Time);
    for (qsizetype i = kept; i < all.size(); ++i)
        QFile::remove(all[i].filePath());
}

} // namespace dueline
