// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/layouts/catalogue/discovery/foundfile.h"

#include "core/base/statefolder.h"
#include "core/layouts/port/layouttext.h"

#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>

namespace dueline {

namespace {

constexpr qint64 largestFoundFile = 16 * 1024 * 1024;

QByteArray serverKey(const RedisConfig& redis)
{
    QByteArrayList parts{QByteArray::number(int(redis.topology)), redis.socketPath.toUtf8(), redis.masterName.toUtf8(),
        redis.sshHost.toUtf8(), redis.user.toUtf8(), QByteArray::number(redis.database)};
    for (const Endpoint& host : redis.hosts)
        parts << host.host.toUtf8() + ':' + QByteArray::number(host.port);
    return parts.join('\n');
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
    : m_path(stateFile("found", serverKey(redis)))
{ }

FoundPlaces FoundFile::read() const
{
    FoundPlaces found;
    const QJsonObject object = QJsonDocument::fromJson(readStateFile(m_path, largestFoundFile)).object();
    found.layouts = namesIn(object.value(QStringLiteral("layouts")));
    const QJsonObject places = object.value(QStringLiteral("places")).toObject();
    for (auto each = places.begin(); each != places.end(); ++each)
        found.places[each.key().toUtf8()] = namesIn(each.value());
    return found;
}

void FoundFile::write(const FoundPlaces& found) const
{
    QJsonObject places;
    for (const auto& [type, bases] : found.places)
        places.insert(QString::fromLatin1(type), written(bases));
    const QJsonDocument file(
        QJsonObject{{QStringLiteral("layouts"), written(found.layouts)}, {QStringLiteral("places"), places}});
    writeStateFile(m_path, file.toJson(QJsonDocument::Compact), kept);
}

} // namespace dueline
