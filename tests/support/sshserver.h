// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QProcess>
#include <QStringList>
#include <QTemporaryDir>

#include <memory>

#include <csignal>

namespace dueline {

/// Real sshd, run by this user on a free loopback port, with its own keys and configuration. Not a system service:
/// reads neither ~/.ssh nor /etc/ssh, and is stopped when this object is destroyed. Needs openssh-server; missing()
/// reports if it is absent.
class SshServer
{
public:
    /// Returns why the server can't run on this machine, or an empty string if it can.
    static QString missing();

    /// Starts a server. `options` contains additional lines for sshd_config.
    explicit SshServer(const QStringList& options = {});
    ~SshServer();
    SshServer(const SshServer&) = delete;
    SshServer& operator=(const SshServer&) = delete;

    quint16 port() const { return m_port; }
    void stop();
    void start();
    /// Sends SIGSTOP to the server and to its connections' processes.
    void freeze() const { signalAll(SIGSTOP); }
    void thaw() const { signalAll(SIGCONT); }

    /// Returns a folder to put first in PATH. It contains an `ssh` program: the system's ssh, configured with the hosts
    /// `bastion` (this server, with the right key), `inner` (this server through itself), `stranger` (with an unknown
    /// key) and `changed` (with a host key that differs from the known one).
    QString programFolder() const { return m_folder.filePath(QStringLiteral("bin")); }

private:
    void makeKeys();
    void signalAll(int signal) const;
    void writeClient();

    QTemporaryDir m_folder;
    QStringList m_options;
    quint16 m_port = 0;
    std::unique_ptr<QProcess> m_process;
};

} // namespace dueline
