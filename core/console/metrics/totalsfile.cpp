// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/console/metrics/totalsfile.h"

#include "core/base/plainfile.h"
#include "core/base/statefolder.h"

#include <QCryptographicHash>
#include <QDir>
#include <QFileInfo>
#include <QSaveFile>

namespace dueline {

namespace {

constexpr qint64 largestTotalsFile = 16 * 1024 * 1024;

QString hashedName(const QByteArray& connection)
{
    return QString::fromLatin1(QCryptographicHash::hash(connection, QCryptographicHash::Sha1).toHex().left(20));
}

} // namespace

TotalsFile::TotalsFile(const QByteArray& connection)
    : m_path(stateFolder() + QStringLiteral("/metrics/%1.json").arg(hashedName(connection)))
{ }

QueueTotals TotalsFile::read() const
{
    QFile file(m_path);
    if (!openPlain(file, Links::Refused).isEmpty() || file.size() > largestTotalsFile)
        return {};
    return QueueTotals::fromJson(file.readAll());
}

void TotalsFile::write(const QueueTotals& totals) const
{
    if (!makePrivateFolder(QFileInfo(m_path).path()) || !notPlain(m_path, Links::Refused).isEmpty())
        return;
    QSaveFile file(m_path);
    if (!file.open(QIODevice::WriteOnly))
        return;
    file.setPermissions(QFile::ReadOwner | QFile::WriteOwner);
    file.write(totals.toJson());
    file.commit();
}

} // namespace dueline
