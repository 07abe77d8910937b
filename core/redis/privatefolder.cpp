// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/redis/privatefolder.h"

#include <QDir>
#include <QFile>

#include <sys/stat.h>
#include <unistd.h>

namespace dueline {

namespace {

/// Returns a folder that is cleared on logout or reboot.
QString baseFolder()
{
    const QString runtime = qEnvironmentVariable("XDG_RUNTIME_DIR");
    return runtime.isEmpty() || !QDir(runtime).exists() || runtime.size() > 60 ? QDir::tempPath() : runtime;
}

void removeLeftovers(const QString& kind, const std::function<bool(const QString&)>& isUsed)
{
    const QDir base(baseFolder());
    const QString begin = QStringLiteral("dueline-%1-").arg(kind);
    for (const QString& name : base.entryList({begin + u'*'}, QDir::Dirs | QDir::NoDotAndDotDot)) {
        const qint64 pid = name.mid(begin.size()).section(u'-', 0, 0).toLongLong();
        const QString path = base.filePath(name);
        struct stat info
        { };
        // Ignore other users' folders.
        if (pid <= 0 || ::lstat(QFile::encodeName(path).constData(), &info) != 0 || !S_ISDIR(info.st_mode)
            || info.st_uid != ::getuid() || isAlive(pid) || isUsed(path))
            continue;
        QDir(path).removeRecursively();
    }
}

} // namespace

bool isAlive(qint64 pid)
{
    QFile stat(QStringLiteral("/proc/%1/stat").arg(pid));
    if (!stat.open(QIODevice::ReadOnly))
        return false;
    const QByteArray text = stat.readAll();
    const qsizetype close = text.lastIndexOf(')');
    return close > 0 && text.mid(close + 2, 1) != "Z";
}

PrivateFolder::PrivateFolder(const QString& kind, const std::function<bool(const QString&)>& isUsed)
    : m_folder(QStringLiteral("%1/dueline-%2-%3-XXXXXX").arg(baseFolder(), kind).arg(::getpid()))
{
    removeLeftovers(kind, isUsed);
    if (m_folder.isValid())
        QFile::setPermissions(m_folder.path(), QFile::ReadOwner | QFile::WriteOwner | QFile::ExeOwner);
}

QString PrivateFolder::problem() const
{
    return QStringLiteral("Cannot create a private folder in %1: %2.").arg(baseFolder(), m_folder.errorString());
}

} // namespace dueline
