// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/console/taskfile.h"

#include "core/base/text.h"

#include <QFileInfo>

#include <cerrno>
#include <csignal>

#include <fcntl.h>
#include <poll.h>
#include <sys/stat.h>
#include <unistd.h>

namespace dueline {

TaskFile::TaskFile(const QString& name)
    : m_name(name)
{
    struct stat known{};
    const bool plain = ::stat(QFile::encodeName(name).constData(), &known) != 0 || S_ISREG(known.st_mode);
    if (plain) {
        const QFileInfo link(name); // the file behind a link is the one that is replaced
        m_name = link.isSymLink() && link.exists() ? link.canonicalFilePath() : name;
        m_part = m_name + QStringLiteral(".part");
    }
}

TaskFile::TaskFile()
    : m_fd(STDOUT_FILENO)
{ }

TaskFile::~TaskFile()
{
    if (m_own)
        ::close(m_fd);
    if (m_own && !m_part.isEmpty() && !m_finished)
        ::unlink(QFile::encodeName(m_part).constData());
}

Error TaskFile::failure(const QString& what, int code) const
{
    return {ErrorCode::Io,
        QStringLiteral("The file %1 cannot be %2: %3.")
            .arg(m_name.isEmpty() ? QStringLiteral("(standard output)") : printable(QFile::encodeName(m_name)), what,
                qt_error_string(code))};
}

Result<> TaskFile::open()
{
    if (m_fd >= 0)
        return {};
    const QByteArray path = QFile::encodeName(m_part.isEmpty() ? m_name : m_part);
    const int flags = m_part.isEmpty() ? O_WRONLY | O_CLOEXEC | O_NOCTTY
                                       : O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC | O_NOFOLLOW;
    m_fd = ::open(path.constData(), flags, 0600);
    if (m_fd < 0)
        return failure(QStringLiteral("written"), errno);
    m_own = true;
    return {};
}

Result<> TaskFile::write(const QByteArray& bytes)
{
    if (m_closed)
        return {};
    if (const auto opened = open(); !opened)
        return opened;
    qsizetype done = 0;
    while (done < bytes.size()) {
        const ssize_t n = ::write(m_fd, bytes.constData() + done, std::size_t(bytes.size() - done));
        if (n >= 0) {
            done += n;
        } else if (errno == EAGAIN) {
            pollfd waiting{m_fd, POLLOUT, 0};
            ::poll(&waiting, 1, 1000);
        } else if (errno == EPIPE) {
            m_closed = true;
            return {};
        } else if (errno != EINTR) {
            return failure(QStringLiteral("written"), errno);
        }
    }
    if (m_part.isEmpty() && bytes.isEmpty()) { // nothing to write shows a reader that went away
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
            return failure(QStringLiteral("brought to the disk"), errno);
        if (::rename(QFile::encodeName(m_part).constData(), QFile::encodeName(m_name).constData()) != 0)
            return failure(QStringLiteral("given its name"), errno);
    }
    m_finished = true;
    return {};
}

} // namespace dueline
