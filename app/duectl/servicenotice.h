// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QByteArray>

#include <chrono>

namespace dueline::duectl {

/// Tells the service manager how the program stands (sd_notify(3)); does nothing where none asked, that is without
/// $NOTIFY_SOCKET. The variable is taken out of the environment, so that no child speaks for us.
class ServiceNotice
{
public:
    ServiceNotice();

    /// Whether a service manager listens.
    bool isHeard() const { return !m_socket.isEmpty(); }
    /// It has not begun yet, and is not to be given up for so much longer.
    void stillStarting(std::chrono::seconds longer) const
    {
        send("EXTEND_TIMEOUT_USEC=" + QByteArray::number(qint64(std::chrono::microseconds(longer).count())));
    }
    /// It works from now on.
    void ready() const { send("READY=1"); }
    /// It drains, and will end.
    void stopping() const { send("STOPPING=1"); }
    /// A line for `systemctl status`; no line feeds.
    void status(const QByteArray& line) const { send("STATUS=" + line); }

private:
    void send(const QByteArray& message) const;

    QByteArray m_socket; ///< a path, or `@` and an abstract name; empty: nobody asks
};

} // namespace dueline::duectl
