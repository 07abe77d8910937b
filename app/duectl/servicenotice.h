// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QByteArray>

#include <chrono>

namespace dueline::duectl {

/// Connection to the service manager, for reports about the program's state (sd_notify(3)). Does
/// nothing without $NOTIFY_SOCKET. That variable is removed from the environment, so that no child
/// process can report on behalf of this program.
class ServiceNotice
{
public:
    ServiceNotice();

    /// Returns whether a service manager is listening.
    bool isHeard() const { return !m_socket.isEmpty(); }
    /// Reports that startup is taking longer than expected, and extends the startup timeout.
    void stillStarting(std::chrono::seconds longer) const
    {
        send("EXTEND_TIMEOUT_USEC=" + QByteArray::number(qint64(std::chrono::microseconds(longer).count())));
    }
    /// Reports that the program is ready.
    void ready() const { send("READY=1"); }
    /// Reports that the program is draining and about to exit.
    void stopping() const { send("STOPPING=1"); }
    /// Sets the line for `systemctl status`. The line must not contain line feeds.
    void status(const QByteArray& line) const { send("STATUS=" + line); }

private:
    void send(const QByteArray& message) const;

    QByteArray m_socket; ///< path, or `@` and an abstract name; empty if there is no service manager
};

} // namespace dueline::duectl
