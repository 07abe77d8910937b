// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/redis/sockettransport.h"

#include <QFileInfo>

#include <netinet/in.h>
#include <netinet/tcp.h>
#include <sys/socket.h>

namespace dueline {

namespace {

constexpr qint64 readAtMost = 64 * 1024;

int waitMs(const QDeadlineTimer& deadline)
{
    return deadline.isForever() ? -1 : int(std::max<qint64>(0, deadline.remainingTime()));
}

Error disconnected(const QString& detail)
{
    return {ErrorCode::Disconnected, QStringLiteral("Redis closed the connection."), detail};
}

Error noAnswer()
{
    return {ErrorCode::Timeout, QStringLiteral("Redis did not answer in time.")};
}

/// Both socket classes have these members, but no common base that has all of them.
template<typename Socket>
Result<> writeAll(Socket& socket, const QByteArray& bytes, const QDeadlineTimer& deadline)
{
    if (socket.write(bytes) != bytes.size())
        return disconnected(socket.errorString());
    while (socket.bytesToWrite() > 0) {
        if (socket.waitForBytesWritten(waitMs(deadline)))
            continue;
        if (!socket.isValid())
            return disconnected(socket.errorString());
        if (deadline.hasExpired())
            return noAnswer();
        return disconnected(socket.errorString());
    }
    return {};
}

template<typename Socket>
Result<QByteArray> readSome(Socket& socket, const QDeadlineTimer& deadline)
{
    while (socket.bytesAvailable() == 0) {
        if (socket.waitForReadyRead(waitMs(deadline)))
            continue;
        if (socket.bytesAvailable() > 0)
            break;
        if (!socket.isValid())
            return disconnected(socket.errorString());
        if (deadline.hasExpired())
            return noAnswer();
        return disconnected(socket.errorString());
    }
    return socket.read(std::min(readAtMost, socket.bytesAvailable()));
}

void setOption(qintptr descriptor, int level, int option, int value)
{
    ::setsockopt(int(descriptor), level, option, &value, sizeof value);
}

} // namespace

Result<> TcpTransport::open(QDeadlineTimer deadline)
{
    m_socket = std::make_unique<QTcpSocket>();
    m_socket->connectToHost(m_endpoint.host, m_endpoint.port);
    const QString where = m_endpoint.host.contains(u':') ? QStringLiteral("[%1]:%2").arg(m_endpoint.host).arg(m_endpoint.port)
                                                         : QStringLiteral("%1:%2").arg(m_endpoint.host).arg(m_endpoint.port);
    if (!m_socket->waitForConnected(waitMs(deadline))) {
        const auto error = m_socket->error();
        const QString detail = m_socket->errorString();
        m_socket.reset();
        if (error == QAbstractSocket::HostNotFoundError)
            return Error {ErrorCode::Unreachable, QStringLiteral("Cannot reach Redis at %1: the name is not known. Check the host.").arg(where), detail};
        if (error == QAbstractSocket::ConnectionRefusedError) {
            return Error {ErrorCode::Unreachable,
                QStringLiteral("Cannot reach Redis at %1: connection refused. Is the server running, and is the port right?").arg(where), detail};
        }
        if (error == QAbstractSocket::SocketTimeoutError || deadline.hasExpired()) {
            return Error {ErrorCode::Timeout,
                QStringLiteral("Cannot reach Redis at %1: no answer in time. Check the address and the firewall.").arg(where), detail};
        }
        return Error {ErrorCode::Unreachable, QStringLiteral("Cannot reach Redis at %1: %2.").arg(where, detail), detail};
    }
    m_socket->setSocketOption(QAbstractSocket::LowDelayOption, 1);
    m_socket->setSocketOption(QAbstractSocket::KeepAliveOption, 1);
    const qintptr descriptor = m_socket->socketDescriptor();
    setOption(descriptor, IPPROTO_TCP, TCP_KEEPIDLE, 2);
    setOption(descriptor, IPPROTO_TCP, TCP_KEEPINTVL, 1);
    setOption(descriptor, IPPROTO_TCP, TCP_KEEPCNT, 3);
    setOption(descriptor, IPPROTO_TCP, TCP_USER_TIMEOUT, 3000);
    return {};
}

Result<> TcpTransport::write(const QByteArray& bytes, QDeadlineTimer deadline)
{
    return m_socket ? writeAll(*m_socket, bytes, deadline) : Result<>(disconnected({}));
}

Result<QByteArray> TcpTransport::read(QDeadlineTimer deadline)
{
    return m_socket ? readSome(*m_socket, deadline) : Result<QByteArray>(disconnected({}));
}

void TcpTransport::close()
{
    if (m_socket)
        m_socket->abort();
    m_socket.reset();
}

Result<> UnixTransport::open(QDeadlineTimer deadline)
{
    m_socket = std::make_unique<QLocalSocket>();
    // It may be connected when this returns: then waitForConnected says so at once.
    m_socket->connectToServer(m_path);
    if (!m_socket->waitForConnected(waitMs(deadline))) {
        const auto error = m_socket->error();
        const QString detail = m_socket->errorString();
        m_socket.reset();
        if (!QFileInfo::exists(m_path)) {
            return Error {ErrorCode::Unreachable,
                QStringLiteral("Cannot reach Redis at unix:%1: there is no such socket. Is the server running, and is the path right?").arg(m_path), detail};
        }
        if (error == QLocalSocket::SocketAccessError) {
            return Error {ErrorCode::Unreachable,
                QStringLiteral("Cannot reach Redis at unix:%1: this user may not open the socket.").arg(m_path), detail};
        }
        if (deadline.hasExpired())
            return Error {ErrorCode::Timeout, QStringLiteral("Cannot reach Redis at unix:%1: no answer in time.").arg(m_path), detail};
        return Error {ErrorCode::Unreachable,
            QStringLiteral("Cannot reach Redis at unix:%1: nobody answers there. Is the server running?").arg(m_path), detail};
    }
    return {};
}

Result<> UnixTransport::write(const QByteArray& bytes, QDeadlineTimer deadline)
{
    return m_socket ? writeAll(*m_socket, bytes, deadline) : Result<>(disconnected({}));
}

Result<QByteArray> UnixTransport::read(QDeadlineTimer deadline)
{
    return m_socket ? readSome(*m_socket, deadline) : Result<QByteArray>(disconnected({}));
}

void UnixTransport::close()
{
    if (m_socket)
        m_socket->abort();
    m_socket.reset();
}

Result<std::unique_ptr<Transport>> makeTransport(const RedisConfig& config)
{
    const auto unsupported = [](const char* what) {
        return Error {ErrorCode::NotSupported, QStringLiteral("This version cannot open %1 yet.").arg(QLatin1String(what))};
    };
    if (config.tls)
        return unsupported("TLS connections");
    if (!config.sshHost.isEmpty())
        return unsupported("SSH tunnels");
    if (config.topology == Topology::Sentinel)
        return unsupported("Redis Sentinel");
    if (config.topology == Topology::Cluster)
        return unsupported("Redis Cluster");
    if (!config.socketPath.isEmpty())
        return std::unique_ptr<Transport>(std::make_unique<UnixTransport>(config.socketPath));
    if (config.hosts.empty())
        return Error {ErrorCode::Usage, QStringLiteral("No Redis address is given; use redis://host:port or unix:/path.")};
    return std::unique_ptr<Transport>(std::make_unique<TcpTransport>(config.hosts.front()));
}

} // namespace dueline
