// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QProcess>
#include <QStringList>
#include <QTemporaryDir>

#include <memory>

#include <csignal>

namespace dueline {

/// A real sshd of this user on a free loopback port, with keys and a configuration of its own, gone with this object:
/// no system service, and neither ~/.ssh nor /etc/ssh is read. Needs openssh-server; missing() says what lacks.
class SshServer
{
public:
    /// Why there can be none here; empty when there can.
    static QString missing();

    /// `options`: further lines of sshd_config.
    explicit SshServer(const QStringList& options = {});
    ~SshServer();
    SshServer(const SshServer&) = delete;
    SshServer& operator=(const SshServer&) = delete;

    quint16 port() const { return m_port; }
    void stop();
    void start();
    /// SIGSTOP, for it and the connections it serves.
    void freeze() const { signalAll(SIGSTOP); }
    void thaw() const { signalAll(SIGCONT); }

    /// Writes a folder with a program `ssh`, which is the system's with a configuration of its own: the host names in
    /// it are `bastion` (this server, with the right key), `inner` (this server through itself), `stranger` (with a key
    /// nobody knows) and `changed` (whose host key is another than the one known). To be put in front of PATH.
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
