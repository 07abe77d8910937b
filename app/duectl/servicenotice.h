// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QByteArray>

#include <chrono>

namespace dueline::duectl {

/// Notifications to the service manager about the program's state (sd_notify(3)). Without $NOTIFY_SOCKET they do
/// nothing. The variable is removed from the environment, so that no child process reports on behalf of this program.
class ServiceNotice
{
public:
    ServiceNotice();

    /// Returns whether a service manager is listening.
    bool isHeard() const { return !m_socket.isEmpty(); }
    /// Reports that the start is taking longer than expected, and extends its timeout.
    void stillStarting(std::chrono::seconds longer) const
    {
        send("EXTEND_TIMEOUT_USEC=" + QByteArray::number(qint64(std::chrono::microseconds(longer).count())));
    }
    /// Reports that the program is ready.
    void ready() const { send("READY=1"); }
    /// Reports that the program is draining and about to exit.
    void stopping() const { send("STOPPING=1"); }
    /// Sets the line for `systemctl status`, which must not contain line feeds.
    void status(const QByteArray& line) const { send("STATUS=" + line); }

private:
    void send(const QByteArray& message) const;

    QByteArray m_socket; ///< path, or `@` and an abstract name; empty: no service manager
};

} // namespace dueline::duectl
