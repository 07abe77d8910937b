// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QByteArray>
#include <QString>
#include <QTemporaryDir>

#include <cstring>

#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

namespace dueline {

/// Socket that receives a service's notifications, like a service manager's socket.
class NoticeSocket
{
public:
    NoticeSocket()
        : m_fd(::socket(AF_UNIX, SOCK_DGRAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0))
    {
        sockaddr_un address = {};
        address.sun_family = AF_UNIX;
        const QByteArray name = path().toLocal8Bit();
        std::memcpy(address.sun_path, name.constData(), std::size_t(name.size()));
        if (::bind(m_fd, reinterpret_cast<const sockaddr*>(&address), sizeof address) != 0)
            qFatal("cannot bind %s", name.constData());
    }
    ~NoticeSocket() { ::close(m_fd); }
    QString path() const { return m_folder.filePath(QStringLiteral("notify")); }
    /// Returns everything received so far.
    QByteArray heard()
    {
        char buffer[4096];
        for (ssize_t size = 0; (size = ::recv(m_fd, buffer, sizeof buffer, 0)) > 0;)
            m_heard += QByteArray(buffer, size) + '\n';
        return m_heard;
    }

private:
    QTemporaryDir m_folder;
    int m_fd;
    QByteArray m_heard;
};

} // namespace dueline
