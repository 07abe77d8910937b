// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/layouts/catalogue/discovery/foundfile.h"

#include "core/base/plainfile.h"
#include "core/base/statefolder.h"
#include "core/layouts/port/layouttext.h"

#include <QCryptographicHash>
#include <QDir>
#include <QFileInfo>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QSaveFile>

namespace dueline {

namespace {

constexpr qint64 largestFoundFile = 16 * 1024 * 1024;

QByteArray serverKey(const RedisConfig& redis)
{
    QByteArrayList parts{QByteArray::number(int(redis.topology)), redis.socketPath.toUtf8(), redis.masterName.toUtf8(),
        redis.sshHost.toUtf8(), redis.user.toUtf8(), QByteArray::number(redis.database)};
    for (const Endpoint& host : redis.hosts)
        parts << host.host.toUtf8() + ':' + QByteArray::number(host.port);
    return QCryptographicHash::hash(parts.join('\n'), QCryptographicHash::Sha1).toHex().left(20);
}

QJsonArray written(const QByteArrayList& names)
{
    QJsonArray array;
    for (const QByteArray& name : names.mid(0, FoundFile::mostPlaces))
        array.append(encodedPart(name));
    return array;
}

QByteArrayList namesIn(const QJsonValue& value)
{
    QByteArrayList names;
    for (const QJsonValue& each : value.toArray()) {
        if (each.isString() && names.size() < FoundFile::mostPlaces)
            names << decodedPart(each.toString().toUtf8());
    }
    return names;
}

} // namespace

FoundFile::FoundFile(const RedisConfig& redis)
    : m_path(stateFolder() + QStringLiteral("/found/%1.json").arg(QString::fromLatin1(serverKey(redis))))
{ }

FoundPlaces FoundFile::read() const
{
    FoundPlaces found;
    QFile file(m_path);
    if (!openPlain(file, Links::Refused).isEmpty() || file.size() > largestFoundFile)
        return found;
    const QJsonObject object = QJsonDocument::fromJson(file.readAll()).object();
    found.layouts = namesIn(object.value(QStringLiteral("layouts")));
    const QJsonObject places = object.value(QStringLiteral("places")).toObject();
    for (auto each = places.begin(); each != places.end(); ++each)
        found.places[each.key().toUtf8()] = namesIn(each.value());
    return found;
}

void FoundFile::write(const FoundPlaces& found) const
{
    const QDir folder(QFileInfo(m_path).path());
    if (!makePrivateFolder(folder.path()) || !notPlain(m_path, Links::Refused).isEmpty())
        return;
    QJsonObject places;
    for (const auto& [type, bases] : found.places)
        places.insert(QString::fromLatin1(type), written(bases));
    QSaveFile file(m_path);
    if (!file.open(QIODevice::WriteOnly))
        return;
    file.setPermissions(QFile::ReadOwner | QFile::WriteOwner);
    file.write(QJsonDocument(
        QJsonObject{{QStringLiteral("layouts"), written(found.layouts)}, {QStringLiteral("places"), places}})
                   .toJson(QJsonDocument::Compact));
    if (!file.commit())
        return;
    const QFileInfoList all = folder.entryInfoList({QStringLiteral("*.json")}, QDir::Files, QDir::Time);
    for (qsizetype i = kept; i < all.size(); ++i)
        QFile::remove(all[i].filePath());
}

} // namespace dueline
