// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/console/transfer/taskfile.h"

#include "core/base/plainfile.h"
#include "core/base/text.h"

#include <QFileInfo>

#include <cerrno>
#include <csignal>

#include <fcntl.h>
#include <poll.h>
#include <sys/stat.h>
#include <unistd.h>

namespace dueline {

namespace {

constexpr int askAgainMs = 200;
constexpr std::size_t alwaysTaken = 4096; // PIPE_BUF: a pipe that is ready accepts this many bytes without blocking

bool isRegular(int fd)
{
    struct stat found = {};
    return ::fstat(fd, &found) == 0 && S_ISREG(found.st_mode);
}

bool isPipe(const QString& name)
{
    struct stat found = {};
    return ::stat(QFile::encodeName(name).constData(), &found) == 0 && S_ISFIFO(found.st_mode);
}

} // namespace

TaskFile::TaskFile(const QString& name)
    : m_name(name)
{
    struct stat known
    { };
    const bool plain = ::stat(QFile::encodeName(name).constData(), &known) != 0 || S_ISREG(known.st_mode);
    if (plain) {
        const QFileInfo link(name); // replace a link's target, not the link itself
        m_name = link.isSymLink() && link.exists() ? link.canonicalFilePath() : name;
        m_part = m_name + QStringLiteral(".part");
    }
}

TaskFile::TaskFile()
    : m_fd(STDOUT_FILENO)
    , m_regular(isRegular(STDOUT_FILENO))
{ }

TaskFile::~TaskFile()
{
    if (m_own)
        ::close(m_fd);
    if (m_own && !m_part.isEmpty() && !m_finished)
        ::unlink(QFile::encodeName(m_part).constData());
}

Error TaskFile::failure(const QString& name, const QString& what, const QString& why)
{
    return {ErrorCode::Io,
        QStringLiteral("Cannot %2 the file %1: %3.")
            .arg(name.isEmpty() ? QStringLiteral("(standard output)") : printable(QFile::encodeName(name)), what, why)};
}

Error TaskFile::failure(const QString& what, int code) const { return failure(m_name, what, qt_error_string(code)); }

Error TaskFile::givenUp() const
{
    return {ErrorCode::Cancelled,
        QStringLiteral("Interrupted while waiting for a program to read %1.")
            .arg(m_name.isEmpty() ? QStringLiteral("standard output") : printable(QFile::encodeName(m_name)))};
}

Result<> TaskFile::open()
{
    if (m_fd >= 0)
        return {};
    const QByteArray path = QFile::encodeName(m_part.isEmpty() ? m_name : m_part);
    // Open without blocking: a pipe may have no reader, and the temporary file's name may belong to a special file.
    const int flags
        = O_WRONLY | O_CLOEXEC | O_NOCTTY | O_NONBLOCK | (m_part.isEmpty() ? 0 : O_CREAT | O_TRUNC | O_NOFOLLOW);
    while ((m_fd = ::open(path.constData(), flags, 0600)) < 0) {
        const int code = errno;
        const QString kind = m_part.isEmpty() ? QString() : notPlain(m_part, Links::Refused);
        if (!kind.isEmpty())
            return failure(m_part, QStringLiteral("write"), kind);
        if (code != ENXIO || !isPipe(m_name)) {
            const bool isInTheWay = !m_part.isEmpty() && ::access(path.constData(), F_OK) == 0;
            return failure(isInTheWay ? m_part : m_name, QStringLiteral("write"), qt_error_string(code));
        }
        if (m_goesOn && !m_goesOn())
            return givenUp();
        ::poll(nullptr, 0, askAgainMs);
    }
    m_regular = isRegular(m_fd);
    if (!m_part.isEmpty() && !m_regular) {
        ::close(std::exchange(m_fd, -1)); // not created by this program, so don't remove it
        return failure(m_part, QStringLiteral("write"), notPlain(m_part, Links::Refused));
    }
    m_own = true;
    return {};
}

bool TaskFile::waitUntilTaken() const
{
    for (;;) {
        pollfd waiting{m_fd, POLLOUT, 0};
        const int ready = ::poll(&waiting, 1, askAgainMs);
        if (ready > 0 || (ready < 0 && errno != EINTR))
            return true; // on error, let write() report it
        if (m_goesOn && !m_goesOn())
            return false;
    }
}

Result<> TaskFile::write(const QByteArray& bytes)
{
    if (m_closed)
        return {};
    if (const auto opened = open(); !opened)
        return opened;
    qsizetype done = 0;
    while (done < bytes.size()) {
        if (!m_regular && !waitUntilTaken())
            return givenUp();
        const auto left = std::size_t(bytes.size() - done);
        const ssize_t n = ::write(m_fd, bytes.constData() + done, m_regular ? left : std::min(left, alwaysTaken));
        if (n >= 0) {
            done += n;
        } else if (errno == EPIPE) {
            m_closed = true;
            return {};
        } else if (errno != EINTR && errno != EAGAIN) {
            return failure(QStringLiteral("write"), errno);
        }
    }
    // A call without bytes checks whether the reader has closed the pipe.
    if (m_part.isEmpty() && bytes.isEmpty()) {
        pollfd watched{m_fd, 0, 0};
        if (::poll(&watched, 1, 0) > 0 && (watched.revents & POLLERR) != 0)
            m_closed = true;
    }
    return {};
}

Result<> TaskFile::finish()
{
    if (m_finished)
        return {};
    if (const auto opened = open(); !opened)
        return opened;
    if (!m_part.isEmpty()) {
        if (::fsync(m_fd) != 0)
            return failure(QStringLiteral("flush"), errno);
        if (::rename(QFile::encodeName(m_part).constData(), QFile::encodeName(m_name).constData()) != 0)
            return failure(QStringLiteral("rename"), errno);
    }
    m_finished = true;
    return {};
}

} // namespace dueline
