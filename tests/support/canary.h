// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QByteArray>
#include <QDirIterator>
#include <QFile>
#include <QStringList>
#include <QUuid>

namespace dueline {

/// Unique password, with checks of every place it could leak to.
class PasswordCanary
{
public:
    PasswordCanary()
        : m_password("S3cr-" + QUuid::createUuid().toByteArray(QUuid::WithoutBraces))
    { }

    const QByteArray& password() const { return m_password; }
    QString text() const { return QString::fromLatin1(m_password); }

    /// Returns whether `bytes` contain the password: plain, Base64-encoded or percent-encoded.
    bool isIn(const QByteArray& bytes) const
    {
        return bytes.contains(m_password) || bytes.contains(m_password.toBase64().chopped(2))
            || bytes.contains(m_password.toPercentEncoding({}, "-"));
    }
    /// Returns all files below a folder whose contents or name contain the password.
    QStringList filesWithIt(const QString& folder) const
    {
        QStringList found;
        for (QDirIterator files(folder, QDir::Files | QDir::Hidden | QDir::NoSymLinks, QDirIterator::Subdirectories);
             files.hasNext();) {
            const QString path = files.next();
            if (isIn(path.toUtf8()) || isIn(contentsOf(path)))
                found << path;
        }
        return found;
    }
    /// Returns a process's files in /proc (arguments, environment, name) that contain the password.
    QStringList processFilesWithIt(qint64 processId) const
    {
        QStringList found;
        for (const char* name : {"cmdline", "environ", "comm"}) {
            const QString path = QStringLiteral("/proc/%1/%2").arg(processId).arg(QLatin1String(name));
            if (isIn(contentsOf(path)))
                found << path;
        }
        return found;
    }
    static QByteArray contentsOf(const QString& path)
    {
        QFile file(path);
        return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
    }

private:
    QByteArray m_password;
};

} // namespace dueline
