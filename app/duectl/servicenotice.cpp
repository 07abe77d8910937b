// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/duectl/servicenotice.h"

#include <QtGlobal>

#include <cstddef>
#include <cstring>

#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

namespace dueline::duectl {

ServiceNotice::ServiceNotice()
    : m_socket(qgetenv("NOTIFY_SOCKET"))
{
    qunsetenv("NOTIFY_SOCKET");
}

void ServiceNotice::send(const QByteArray& message) const
{
    sockaddr_un address = {};
    address.sun_family = AF_UNIX;
    if (m_socket.isEmpty() || m_socket.size() >= qsizetype(sizeof address.sun_path))
        return;
    std::memcpy(address.sun_path, m_socket.constData(), std::size_t(m_socket.size()));
    if (address.sun_path[0] == '@')
        address.sun_path[0] = '\0';
    const int fd = ::socket(AF_UNIX, SOCK_DGRAM | SOCK_CLOEXEC, 0);
    if (fd < 0)
        return;
    const auto size = socklen_t(offsetof(sockaddr_un, sun_path) + std::size_t(m_socket.size()));
    // Ignore errors: the program must run even if the service manager can't be notified.
    [[maybe_unused]] const ssize_t sent = ::sendto(fd, message.constData(), std::size_t(message.size()), MSG_NOSIGNAL,
        reinterpret_cast<const sockaddr*>(&address), size);
    ::close(fd);
}

} // namespace dueline::duectl
