// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/plainfile.h"

#include <QDir>
#include <QFileInfo>

#include <cerrno>

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

using namespace Qt::StringLiterals;

namespace dueline {

namespace {

/// Returns why a file is not a regular file, as a clause; empty for a regular file.
QString kindOf(const struct stat& found)
{
    switch (found.st_mode & S_IFMT) {
    case S_IFREG:
        return {};
    case S_IFLNK:
        return u"it is a symbolic link, which is not followed here"_s;
    case S_IFDIR:
        return u"it is a folder, not a file"_s;
    case S_IFIFO:
        return u"it is a named pipe, not a file"_s;
    case S_IFSOCK:
        return u"it is a socket, not a file"_s;
    default:
        return u"it is a device, not a file"_s;
    }
}

} // namespace

QString notPlain(const QString& path, Links links)
{
    const QByteArray name = QFile::encodeName(path);
    struct stat found = {};
    const int looked = links == Links::Refused ? ::lstat(name.constData(), &found) : ::stat(name.constData(), &found);
    return looked == 0 ? kindOf(found) : QString();
}

QString openPlain(int& descriptor, const QString& path, int flags, Links links)
{
    const int careful = O_CLOEXEC | O_NONBLOCK | O_NOCTTY | (links == Links::Refused ? O_NOFOLLOW : 0);
    descriptor = ::open(QFile::encodeName(path).constData(), flags | careful, 0600);
    if (descriptor < 0) {
        const int code = errno;
        const QString kind = notPlain(path, links); // such as a pipe without a reader, a folder, or a link
        return kind.isEmpty() ? qt_error_string(code) : kind;
    }
    struct stat found = {};
    const QString problem = ::fstat(descriptor, &found) == 0 ? kindOf(found) : qt_error_string(errno);
    if (!problem.isEmpty()) {
        ::close(descriptor);
        descriptor = -1;
    }
    return problem;
}

QString openPlain(QFile& file, Links links)
{
    int descriptor = -1;
    QString problem = openPlain(descriptor, file.fileName(), O_RDONLY, links);
    if (problem.isEmpty() && !file.open(descriptor, QIODevice::ReadOnly, QFileDevice::AutoCloseHandle)) {
        problem = file.errorString();
        ::close(descriptor);
    }
    return problem;
}

namespace {

bool isFolder(const QString& path)
{
    struct stat found = {};
    return ::stat(QFile::encodeName(path).constData(), &found) == 0 && S_ISDIR(found.st_mode);
}

bool makeFolders(const QString& path)
{
    if (isFolder(path))
        return true;
    const QString above = QFileInfo(path).path();
    if (above == path || !makeFolders(above))
        return false;
    const QByteArray name = QFile::encodeName(path);
    // It is not an error if mkdir() fails because another program has just created the folder.
    return ::mkdir(name.constData(), 0700) == 0 ? ::chmod(name.constData(), 0700) == 0 : isFolder(path);
}

void closeToOthers(const QString& path)
{
    const QByteArray name = QFile::encodeName(path);
    struct stat found = {};
    if (::lstat(name.constData(), &found) == 0 && S_ISDIR(found.st_mode) && found.st_uid == ::geteuid()
        && (found.st_mode & (S_IRWXG | S_IRWXO)) != 0 && notOwnFolder(path).isEmpty())
        ::chmod(name.constData(), 0700);
}

} // namespace

bool makePrivateFolder(const QString& path)
{
    const QString whole = QDir::cleanPath(QFileInfo(path).absoluteFilePath());
    if (!makeFolders(whole))
        return false;
    const QStringList names = whole.split(u'/');
    for (qsizetype i = names.lastIndexOf(u"dueline"_s); i >= 1 && i < names.size(); ++i)
        closeToOthers(QStringList(names.begin(), names.begin() + i + 1).join(u'/'));
    return true;
}

QString notOwnFolder(const QString& path)
{
    struct stat found = {};
    if (::stat(QFile::encodeName(path).constData(), &found) != 0 || !S_ISDIR(found.st_mode))
        return {};
    if (found.st_uid != ::geteuid() && found.st_uid != 0)
        return u"its folder belongs to another user"_s;
    const bool isAnybodys = (found.st_mode & S_IWOTH) != 0 && (found.st_mode & S_ISVTX) == 0;
    return isAnybodys ? u"its folder is writable by every user"_s : QString();
}

} // namespace dueline
