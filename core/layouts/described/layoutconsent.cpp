// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/layouts/described/layoutconsent.h"

#include "core/base/plainfile.h"
#include "core/base/statefolder.h"
#include "core/redis/redisurl.h"

#include <QCryptographicHash>
#include <QFile>
#include <QFileInfo>
#include <QSaveFile>

namespace dueline {

LayoutConsent::LayoutConsent(const QByteArray& file, const Variables& given, const RedisConfig& server)
{
    QCryptographicHash hash(QCryptographicHash::Sha256);
    const auto add = [&hash](const QByteArray& text) {
        hash.addData(QByteArray::number(text.size()) + ' ');
        hash.addData(text);
    };
    add(displayUrl(server).toUtf8());
    add(file);
    for (const auto& [name, value] : given) {
        add(name);
        add(value);
    }
    m_path = stateFolder() + QStringLiteral("/layouts/") + QString::fromLatin1(hash.result().toHex());
}

bool LayoutConsent::isGiven() const
{
    const QString folder = QFileInfo(m_path).path();
    return notOwnFolder(folder).isEmpty() && QFile::exists(m_path);
}

Result<> LayoutConsent::give() const
{
    const QString folder = QFileInfo(m_path).path();
    QString wrong = makePrivateFolder(folder) ? notOwnFolder(folder) : QStringLiteral("it cannot be created");
    if (wrong.isEmpty())
        wrong = notPlain(m_path, Links::Refused);
    QSaveFile file(m_path);
    if (wrong.isEmpty() && !(file.open(QIODevice::WriteOnly) && file.commit()))
        wrong = file.errorString();
    if (wrong.isEmpty())
        return {};
    return Error{ErrorCode::Io, QStringLiteral("The consent cannot be stored in %1: %2.").arg(folder, wrong)};
}

} // namespace dueline
