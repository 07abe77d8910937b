// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/redis/redisconnection.h"

#include <QProcess>
#include <QStringList>
#include <QTemporaryDir>

#include <memory>

namespace dueline {

/// Real redis-server for one test, in a private folder, on a Unix socket or a free loopback port. Stopped when this
/// object is destroyed or the test program ends. The constructor waits until the server answers. Errors abort the test
/// with qFatal and the server's log.
class RedisServer
{
public:
    struct Options
    {
        bool tcp = false; ///< true to use a free loopback port instead of a Unix socket
        bool aof = false; ///< true for `--appendonly yes` with everysec, so that data survives kill9() and restart()
        QByteArray password;
        QStringList arguments; ///< additional arguments, such as `--maxmemory 8mb`
    };

    RedisServer();
    explicit RedisServer(Options options);
    ~RedisServer();
    RedisServer(const RedisServer&) = delete;
    RedisServer& operator=(const RedisServer&) = delete;

    void start();
    void stop(); ///< sends SIGTERM
    void kill9();
    void freeze(); ///< sends SIGSTOP
    void thaw(); ///< sends SIGCONT
    void restart(); ///< stops the server and starts it in the same folder, at the same address
    bool isRunning() const;
    qint64 processId() const { return m_process->processId(); }

    RedisConfig config() const;
    QString url() const;
    quint16 port() const { return m_port; }
    QString folder() const { return m_folder.path(); }

    /// Executes one command as the administrator, to prepare data or check results. Also returns error replies.
    Reply call(const Command& command);

    /// Returns an unused loopback port.
    static quint16 freePort();

private:
    Options m_options;
    QTemporaryDir m_folder;
    quint16 m_port = 0;
    bool m_wasUp = false;
    std::unique_ptr<QProcess> m_process;
    std::unique_ptr<RedisConnection> m_admin;
};

} // namespace dueline
