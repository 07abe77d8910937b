// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/redis/sockettransport.h"

#include "core/base/interruption.h"
#include "core/base/text.h"
#include "core/redis/hostlookup.h"
#include "core/redis/redisurl.h"
#include "core/redis/tlstransport.h"
#include "core/redis/waiting.h"

#include <QFile>
#include <QFileInfo>
#include <QNetworkProxy>
#include <QThread>

#include <algorithm>
#include <optional>

#include <cerrno>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <poll.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

namespace dueline {

namespace {

constexpr qint64 readAtMost = 64 * 1024;
constexpr unsigned long lookAgainMs = 10;
/// The path in sockaddr_un has 108 bytes, including the terminating zero.
constexpr int longestSocketPath = 107;

Error disconnected(const QString& detail)
{
    return {ErrorCode::Disconnected, QStringLiteral("Redis closed the connection."), detail};
}

Error noAnswer() { return {ErrorCode::Timeout, QStringLiteral("Redis did not respond in time.")}; }

Error interruptedWait() { return {ErrorCode::Cancelled, QStringLiteral("Interrupted while waiting for Redis.")}; }

bool wasOnlyAStep(const QTcpSocket& socket) { return socket.error() == QAbstractSocket::SocketTimeoutError; }
bool wasOnlyAStep(const QLocalSocket& socket) { return socket.error() == QLocalSocket::SocketTimeoutError; }

/// Returns whether the system has given up on the connection. Qt reports this just like a wait that timed out.
template <typename Socket> bool isGivenUp(const Socket& socket)
{
    pollfd look{int(socket.socketDescriptor()), 0, 0};
    return look.fd < 0 || (::poll(&look, 1, 0) > 0 && (look.revents & (POLLHUP | POLLERR | POLLNVAL)) != 0);
}

/// Returns why waiting for data must end; nullopt if it may continue.
template <typename Socket> std::optional<Error> endOfWaiting(const Socket& socket, const QDeadlineTimer& deadline)
{
    if (!socket.isValid())
        return disconnected(socket.errorString());
    if (Interruption::isDueHere())
        return interruptedWait();
    if (deadline.hasExpired())
        return noAnswer();
    if (wasOnlyAStep(socket) && !isGivenUp(socket))
        return std::nullopt;
    return disconnected(socket.errorString());
}

/// Writes all bytes. This is a template because the two socket classes have no base class with all the necessary
/// members.
template <typename Socket> Result<> writeAll(Socket& socket, const QByteArray& bytes, const QDeadlineTimer& deadline)
{
    if (socket.write(bytes) != bytes.size())
        return disconnected(socket.errorString());
    socket.flush();
    // Receive data from the server while waiting, so that the two sides can't block each other.
    while (socket.bytesToWrite() > 0) {
        if (socket.waitForBytesWritten(Interruption::stepMs(deadline)))
            continue;
        if (auto end = endOfWaiting(socket, deadline))
            return *std::move(end);
    }
    return {};
}

template <typename Socket> Result<QByteArray> readSome(Socket& socket, const QDeadlineTimer& deadline)
{
    while (socket.bytesAvailable() == 0) {
        if (socket.waitForReadyRead(Interruption::stepMs(deadline)))
            continue;
        if (socket.bytesAvailable() > 0)
            break;
        if (auto end = endOfWaiting(socket, deadline))
            return *std::move(end);
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
    if (!m_sshHost.isEmpty())
        return connectThroughTunnel(deadline);
    const QString where = displayEndpoint(m_endpoint);
    const Result<QList<QHostAddress>> addresses = lookUpHost(m_endpoint.host, deadline);
    if (!addresses)
        return addresses.error();
    Error error{
        ErrorCode::Unreachable, QStringLiteral("Cannot reach Redis at %1: the host name has no address.").arg(where)};
    for (qsizetype i = 0; i < addresses->size(); ++i) {
        // Leave enough time for the other addresses in case this one drops packets.
        const QDeadlineTimer share
            = deadline.isForever() ? deadline : QDeadlineTimer(deadline.remainingTime() / (addresses->size() - i));
        const Result<> connected = connectTo(addresses->at(i), where, share);
        if (connected)
            return {};
        error = connected.error();
    }
    return error;
}

Result<> TcpTransport::connectTo(const QHostAddress& address, const QString& where, QDeadlineTimer deadline)
{
    m_socket = makeSocket();
    m_socket->setProxy(QNetworkProxy::NoProxy);
    m_socket->connectToHost(address, m_endpoint.port);
    Waiting::because([] { return QStringLiteral("it has not accepted the connection yet"); });
    // Wait in short steps, without QAbstractSocket's own wait functions: they abort the attempt when they time out.
    const int connecting = int(m_socket->socketDescriptor());
    while (connecting >= 0 && m_socket->state() == QAbstractSocket::ConnectingState && !deadline.hasExpired()) {
        if (Interruption::isDueHere()) {
            m_socket.reset();
            return interruptedWait();
        }
        pollfd writable{connecting, POLLOUT, 0};
        if (::poll(&writable, 1, Interruption::stepMs(deadline)) > 0)
            break;
    }
    if (!m_socket->waitForConnected(deadline.isForever() ? -1 : int(std::max<qint64>(10, deadline.remainingTime())))) {
        const auto error = m_socket->error();
        const QString detail = m_socket->errorString();
        m_socket.reset();
        if (error == QAbstractSocket::ConnectionRefusedError) {
            return Error{ErrorCode::Unreachable,
                QStringLiteral(
                    "Cannot reach Redis at %1: connection refused. Is the server running, and is the port right?")
                    .arg(where),
                detail};
        }
        if (error == QAbstractSocket::SocketTimeoutError || deadline.hasExpired()) {
            return Error{ErrorCode::Timeout,
                QStringLiteral("Cannot reach Redis at %1: no response in time. Check the address and the firewall.")
                    .arg(where),
                detail};
        }
        return Error{ErrorCode::Unreachable,
            QStringLiteral("Cannot reach Redis at %1: %2.").arg(where, printable(detail.toUtf8())), detail};
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

/// Connects through the tunnel. The remote end looks up the host name and connects.
Result<> TcpTransport::connectThroughTunnel(QDeadlineTimer deadline)
{
    close();
    m_heard = false;
    auto tunnel = SshTunnel::open(m_sshHost, m_endpoint, deadline);
    if (!tunnel)
        return tunnel.error();
    m_tunnel = std::move(*tunnel);
    const QByteArray path = QFile::encodeName(m_tunnel->socketPath());
    sockaddr_un address{};
    address.sun_family = AF_UNIX;
    std::copy_n(path.constData(), std::min<qsizetype>(path.size(), longestSocketPath), address.sun_path);
    const int descriptor = ::socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
    m_socket = makeSocket();
    int connected = ::connect(descriptor, reinterpret_cast<const sockaddr*>(&address), sizeof address);
    // Retry for a while: the socket file exists before ssh listens on it, especially on a busy machine.
    while (connected != 0 && errno == ECONNREFUSED && m_tunnel->isOpen() && !deadline.hasExpired()
        && !Interruption::isDueHere()) {
        QThread::msleep(lookAgainMs);
        connected = ::connect(descriptor, reinterpret_cast<const sockaddr*>(&address), sizeof address);
    }
    if (connected != 0 || !m_socket->setSocketDescriptor(descriptor)) {
        const QString detail = qt_error_string();
        ::close(descriptor);
        m_socket.reset();
        if (!m_tunnel->isOpen()) {
            if (auto complaint = m_tunnel->complaint())
                return std::move(*complaint);
        }
        return Error{ErrorCode::Unreachable,
            QStringLiteral("The SSH tunnel to %1 is open but accepts no connections: %2.")
                .arg(displayEndpoint(m_endpoint), printable(detail.toUtf8())),
            detail};
    }
    return {};
}

/// Explains a lost connection. The local end of a tunnel accepts every connection, so only ssh can report a failure at
/// the remote end.
Error TcpTransport::told(Error error) const
{
    if (!m_tunnel || m_heard || error.code != ErrorCode::Disconnected)
        return error;
    auto complaint = m_tunnel->complaint();
    return complaint ? std::move(*complaint) : std::move(error);
}

Result<> TcpTransport::write(const QByteArray& bytes, QDeadlineTimer deadline)
{
    auto written = m_socket ? writeAll(*m_socket, bytes, deadline) : Result<>(disconnected({}));
    return written ? written : Result<>(told(written.error()));
}

Result<QByteArray> TcpTransport::read(QDeadlineTimer deadline)
{
    auto bytes = m_socket ? readSome(*m_socket, deadline) : Result<QByteArray>(disconnected({}));
    m_heard = m_heard || bytes.ok();
    return bytes ? std::move(bytes) : Result<QByteArray>(told(bytes.error()));
}

void TcpTransport::close()
{
    if (m_socket)
        m_socket->abort();
    m_socket.reset();
    m_tunnel.reset();
}

Result<> UnixTransport::open(QDeadlineTimer deadline)
{
    const QString where = QStringLiteral("unix:") + printable(m_path.toUtf8());
    if (QFile::encodeName(m_path).size() > longestSocketPath) {
        return Error{ErrorCode::Unreachable,
            QStringLiteral(
                "Cannot reach Redis at %1: the path of a Unix socket can have at most %2 bytes. Use a shorter path or a link.")
                .arg(where)
                .arg(longestSocketPath)};
    }
    m_socket = std::make_unique<QLocalSocket>();
    // The socket may be connected as soon as this call returns; waitForConnected() then returns immediately.
    m_socket->connectToServer(m_path);
    Waiting::because([] { return QStringLiteral("it has not accepted the connection yet"); });
    while (!m_socket->waitForConnected(Interruption::stepMs(deadline))
        && m_socket->state() == QLocalSocket::ConnectingState && !deadline.hasExpired()) {
        if (Interruption::isDueHere()) {
            m_socket.reset();
            return interruptedWait();
        }
    }
    if (m_socket->state() != QLocalSocket::ConnectedState) {
        const auto error = m_socket->error();
        const QString detail = m_socket->errorString();
        m_socket.reset();
        if (!QFileInfo::exists(m_path)) {
            return Error{ErrorCode::Unreachable,
                QStringLiteral(
                    "Cannot reach Redis at %1: there is no such socket. Is the server running, and is the path right?")
                    .arg(where),
                detail};
        }
        if (error == QLocalSocket::SocketAccessError) {
            return Error{ErrorCode::Unreachable,
                QStringLiteral("Cannot reach Redis at %1: this user is not allowed to open the socket.").arg(where),
                detail};
        }
        if (deadline.hasExpired())
            return Error{ErrorCode::Timeout,
                QStringLiteral("Cannot reach Redis at %1: no response in time.").arg(where), detail};
        return Error{ErrorCode::Unreachable,
            QStringLiteral("Cannot reach Redis at %1: the server does not respond. Is it running?").arg(where), detail};
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
    if (!config.socketPath.isEmpty())
        return std::unique_ptr<Transport>(std::make_unique<UnixTransport>(config.socketPath));
    if (config.hosts.empty())
        return Error{
            ErrorCode::Usage, QStringLiteral("No Redis address was given; use redis://host:port or unix:/path.")};
    return makeTransport(config, config.hosts.front());
}

Result<std::unique_ptr<Transport>> makeTransport(const RedisConfig& config, const Endpoint& host)
{
    if (config.tls)
        return std::unique_ptr<Transport>(std::make_unique<TlsTransport>(host, config));
    return std::unique_ptr<Transport>(std::make_unique<TcpTransport>(host, config.sshHost));
}

} // namespace dueline
