// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QByteArray>

#include <chrono>

namespace dueline::duectl {

/// Connection to a service manager, for reporting the program's state (sd_notify(3)). Does nothing without
/// $NOTIFY_SOCKET. The variable is removed from the environment, so that child processes can't report on this program's
/// behalf.
class ServiceNotice
{
public:
    ServiceNotice();

    /// Returns whether there is a service manager.
    bool isHeard() const { return !m_socket.isEmpty(); }
    /// Reports that startup isn't finished, and extends the startup timeout by `longer`.
    void stillStarting(std::chrono::seconds longer) const
    {
        send("EXTEND_TIMEOUT_USEC=" + QByteArray::number(qint64(std::chrono::microseconds(longer).count())));
    }
    /// Reports that the program is ready.
    void ready() const { send("READY=1"); }
    /// Reports that the program is about to exit.
    void stopping() const { send("STOPPING=1"); }
    /// Sets the status that `systemctl status` shows. `line` must not contain line feeds.
    void status(const QByteArray& line) const { send("STATUS=" + line); }

private:
    void send(const QByteArray& message) const;

    QByteArray m_socket; ///< socket path, or abstract name after `@`; empty if there is no service manager
};

} // namespace dueline::duectl
