// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/chaosproxy.h"

#include <QDeadlineTimer>
#include <QMutex>
#include <QThread>
#include <QWaitCondition>

#include <arpa/inet.h>
#include <fcntl.h>
#include <netdb.h>
#include <netinet/tcp.h>
#include <poll.h>
#include <sys/eventfd.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <list>
#include <random>

namespace dueline {

namespace {

using Fault = ChaosPlan::Fault;
using SteadyClock = std::chrono::steady_clock;

/// Maximum number of bytes buffered for a side that is not reading. Beyond this limit, the proxy stops reading from the
/// other side.
constexpr qsizetype maxHeld = 4 * 1024 * 1024;
/// Time without traffic in either direction after which the proxy considers a reply complete and its request received.
/// A server may answer the start of a long pipeline while the end is still in transit.
constexpr Millis quietFor{50};

void makeNonBlocking(int socket)
{
    ::fcntl(socket, F_SETFL, ::fcntl(socket, F_GETFL) | O_NONBLOCK);
    ::fcntl(socket, F_SETFD, FD_CLOEXEC);
}

/// Returns a connection to the server, or -1 if the server is down. A blocking connect is fine here, because loopback
/// and Unix sockets answer immediately.
int connectTo(const RedisConfig& server)
{
    int socket = -1;
    if (!server.socketPath.isEmpty()) {
        const QByteArray path = server.socketPath.toLocal8Bit();
        sockaddr_un address{};
        address.sun_family = AF_UNIX;
        std::memcpy(address.sun_path, path.constData(),
            std::min<std::size_t>(std::size_t(path.size()), sizeof(address.sun_path) - 1));
        socket = ::socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
        if (socket >= 0 && ::connect(socket, reinterpret_cast<const sockaddr*>(&address), sizeof(address)) != 0) {
            ::close(socket);
            return -1;
        }
    } else {
        const Endpoint endpoint = server.hosts.empty() ? Endpoint{} : server.hosts.front();
        addrinfo hints{};
        hints.ai_socktype = SOCK_STREAM;
        addrinfo* found = nullptr;
        if (::getaddrinfo(
                endpoint.host.toLocal8Bit().constData(), QByteArray::number(endpoint.port).constData(), &hints, &found)
            != 0)
            return -1;
        socket = ::socket(found->ai_family, SOCK_STREAM | SOCK_CLOEXEC, 0);
        if (socket >= 0 && ::connect(socket, found->ai_addr, found->ai_addrlen) != 0) {
            ::close(socket);
            socket = -1;
        }
        ::freeaddrinfo(found);
    }
    return socket;
}

void resetAndClose(int socket)
{
    const linger hard{1, 0};
    ::setsockopt(socket, SOL_SOCKET, SO_LINGER, &hard, sizeof(hard));
    ::close(socket);
}

void setNoDelay(int socket)
{
    const int on = 1;
    ::setsockopt(socket, IPPROTO_TCP, TCP_NODELAY, &on, sizeof(on));
}

/// Removes the first complete command from `bytes`. Returns false if there is none yet.
bool takeCommand(QByteArray& bytes)
{
    qsizetype at = 0;
    const auto number = [&](char mark) -> qint64 {
        const qsizetype end = bytes.indexOf("\r\n", at);
        if (end < 0 || bytes.at(at) != mark)
            return -1;
        const qint64 read = bytes.mid(at + 1, end - at - 1).toLongLong();
        at = end + 2;
        return read;
    };
    const qint64 parts = number('*');
    for (qint64 i = 0; i < parts; ++i) {
        const qint64 length = number('$');
        if (length < 0 || at + length + 2 > bytes.size())
            return false;
        at += length + 2;
    }
    if (parts > 0)
        bytes.remove(0, at);
    return parts > 0;
}

/// Client and its server connection.
struct Link
{
    int client = -1;
    int server = -1;
    QByteArray toServer;
    QByteArray asked; ///< last data received from the client
    QByteArray toClient;
    QByteArray refused; ///< start of a command that will be refused once it is complete
    ChaosPlan plan; ///< plan for the current reply
    bool answerBegins = true; ///< true if bytes have been sent to the server since the last reply began
    bool silent = false;
    bool halting = false; ///< true to send the buffered bytes to the client and then go silent
    bool swallowing = false; ///< true to drop the reply and then close the connection
    SteadyClock::time_point overAt{}; ///< end of the reply that is being dropped
    bool closing = false; ///< true to send the buffered bytes to the client and then close the link
    qsizetype cutAfter = -1; ///< number of reply bytes to let through; -1: all
    SteadyClock::time_point notBefore{}; ///< time before which nothing is sent to the client
};

} // namespace

struct ChaosProxy::State
{
    RedisConfig server;
    int listener = -1;
    int wake = -1;
    quint16 port = 0;
    std::mt19937 dice;
    std::list<Link> links;

    QMutex mutex;
    QWaitCondition resetDone;
    ChaosPlan plan;
    qint64 answersOfPlan = 0;
    bool stop = false;
    quint64 resetsWanted = 0;
    quint64 resetsMade = 0;
    std::atomic<int> connections{0};
    std::atomic<qint64> answers{0};
    std::atomic<qint64> faults{0};

    void loop();
    void accept();
    bool readClient(Link& link);
    bool refuse(Link& link, QByteArrayView bytes);
    bool readServer(Link& link);
    bool writeClient(Link& link);
    void beginAnswer(Link& link);
    void end(Link& link, bool reset);
    void knock() const { Q_UNUSED(!::eventfd_write(wake, 1)); }
};

ChaosProxy::ChaosProxy(const RedisConfig& server, quint32 seed)
    : m_state(std::make_unique<State>())
{
    State& state = *m_state;
    state.server = server;
    state.dice.seed(seed);
    state.wake = ::eventfd(0, EFD_NONBLOCK | EFD_CLOEXEC);
    state.listener = ::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
    sockaddr_in address{};
    address.sin_family = AF_INET;
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    socklen_t length = sizeof(address);
    const bool listening = ::bind(state.listener, reinterpret_cast<sockaddr*>(&address), length) == 0
        && ::listen(state.listener, 128) == 0
        && ::getsockname(state.listener, reinterpret_cast<sockaddr*>(&address), &length) == 0;
    if (!listening)
        qFatal("ChaosProxy: no free loopback port: %s", std::strerror(errno));
    makeNonBlocking(state.listener);
    state.port = ntohs(address.sin_port);
    m_thread.reset(QThread::create([&state] { state.loop(); }));
    m_thread->start();
}

ChaosProxy::~ChaosProxy()
{
    {
        const QMutexLocker lock(&m_state->mutex);
        m_state->stop = true;
    }
    m_state->knock();
    m_thread->wait();
    for (Link& link : m_state->links)
        m_state->end(link, true);
    ::close(m_state->listener);
    ::close(m_state->wake);
}

RedisConfig ChaosProxy::config() const
{
    RedisConfig config = m_state->server;
    config.socketPath.clear();
    config.hosts = {{QStringLiteral("127.0.0.1"), m_state->port}};
    return config;
}

QString ChaosProxy::url() const { return QStringLiteral("redis://127.0.0.1:%1").arg(m_state->port); }

void ChaosProxy::setPlan(const ChaosPlan& plan)
{
    const QMutexLocker lock(&m_state->mutex);
    m_state->plan = plan;
    m_state->answersOfPlan = 0;
}

void ChaosProxy::resetAll()
{
    QMutexLocker lock(&m_state->mutex);
    const quint64 mine = ++m_state->resetsWanted;
    m_state->knock();
    while (m_state->resetsMade < mine)
        m_state->resetDone.wait(&m_state->mutex);
}

int ChaosProxy::connections() const { return m_state->connections; }
qint64 ChaosProxy::answers() const { return m_state->answers; }
qint64 ChaosProxy::faults() const { return m_state->faults; }

void ChaosProxy::State::end(Link& link, bool reset)
{
    if (link.client < 0)
        return;
    if (reset)
        resetAndClose(link.client);
    else
        ::close(link.client);
    ::close(link.server);
    link.client = link.server = -1;
    --connections;
}

void ChaosProxy::State::accept()
{
    const int client = ::accept4(listener, nullptr, nullptr, SOCK_NONBLOCK | SOCK_CLOEXEC);
    if (client < 0)
        return;
    const int serverSocket = connectTo(server);
    if (serverSocket < 0) {
        resetAndClose(client);
        return;
    }
    makeNonBlocking(serverSocket);
    setNoDelay(client);
    setNoDelay(serverSocket);
    Link link;
    link.client = client;
    link.server = serverSocket;
    links.push_back(std::move(link));
    ++connections;
}

/// Reads from the client. Returns false if the connection has ended.
bool ChaosProxy::State::readClient(Link& link)
{
    char buffer[64 * 1024];
    const ssize_t size = ::recv(link.client, buffer, sizeof(buffer), 0);
    if (size == 0 || (size < 0 && errno != EAGAIN && errno != EINTR))
        return false;
    if (size > 0 && !link.silent && !link.closing && !refuse(link, QByteArrayView(buffer, size))) {
        link.toServer.append(buffer, size);
        link.asked = QByteArray(buffer, size);
        link.answerBegins = true;
    }
    return true;
}

/// Refuses complete commands if the plan calls for it. Returns false if it does not.
bool ChaosProxy::State::refuse(Link& link, QByteArrayView bytes)
{
    const QMutexLocker lock(&mutex);
    if (plan.fault != Fault::Refuse || answersOfPlan < plan.after)
        return false;
    link.plan = {};
    link.refused += bytes;
    while (takeCommand(link.refused)) {
        link.toClient += '-' + plan.words + "\r\n";
        ++faults;
    }
    return true;
}

void ChaosProxy::State::beginAnswer(Link& link)
{
    const QMutexLocker lock(&mutex);
    link.plan = plan;
    link.answerBegins = false;
    link.cutAfter = -1;
    ++answers;
    if (answersOfPlan++ < plan.after || link.plan.fault == Fault::Refuse)
        link.plan.fault = Fault::Pass;
    if (link.plan.fault == Fault::Pass)
        return;
    const bool meant = link.plan.request.isEmpty() || link.asked.contains(link.plan.request);
    if (!meant || plan.times == 0 || std::uniform_real_distribution<double>(0, 1)(dice) >= link.plan.probability) {
        link.plan.fault = Fault::Pass;
        return;
    }
    if (plan.times > 0)
        --plan.times;
    ++faults;
    if (link.plan.fault == Fault::Delay)
        link.notBefore = SteadyClock::now() + link.plan.pause;
    else if (link.plan.fault == Fault::Cut || link.plan.fault == Fault::Halt)
        link.cutAfter = link.plan.bytes;
}

bool ChaosProxy::State::readServer(Link& link)
{
    char buffer[64 * 1024];
    const ssize_t size = ::recv(link.server, buffer, sizeof(buffer), 0);
    if (size < 0)
        return errno == EAGAIN || errno == EINTR;
    if (size == 0) { // Bytes that are already buffered are still sent.
        link.closing = true;
        return !link.toClient.isEmpty() && !link.silent;
    }
    if (link.silent || link.halting)
        return true;
    link.overAt = SteadyClock::now() + quietFor;
    if (link.swallowing)
        return true;
    if (link.answerBegins)
        beginAnswer(link);
    switch (link.plan.fault) {
    case Fault::Swallow:
        link.swallowing = true;
        return true;
    case Fault::Reset:
        end(link, true);
        return true;
    case Fault::Silence:
        link.silent = true;
        return true;
    case Fault::Cut: {
        const qsizetype let = std::min<qsizetype>(size, link.cutAfter);
        link.toClient.append(buffer, let);
        link.cutAfter -= let;
        link.closing = link.cutAfter == 0;
        return !link.closing || !link.toClient.isEmpty();
    }
    case Fault::Halt:
        link.toClient.append(buffer, std::min<qsizetype>(size, link.cutAfter));
        link.halting = true;
        return true;
    case Fault::Refuse:
    case Fault::Pass:
    case Fault::Delay:
    case Fault::Drip:
        link.toClient.append(buffer, size);
    }
    return true;
}

bool ChaosProxy::State::writeClient(Link& link)
{
    const bool drips = link.plan.fault == Fault::Drip;
    const ssize_t size
        = ::send(link.client, link.toClient.constData(), drips ? 1 : std::size_t(link.toClient.size()), MSG_NOSIGNAL);
    if (size < 0)
        return errno == EAGAIN || errno == EINTR;
    link.toClient.remove(0, size);
    if (drips)
        link.notBefore = SteadyClock::now() + link.plan.pause;
    link.silent = link.silent || (link.halting && link.toClient.isEmpty());
    return !(link.closing && link.toClient.isEmpty());
}

void ChaosProxy::State::loop()
{
    std::vector<pollfd> waits;
    for (;;) {
        {
            const QMutexLocker lock(&mutex);
            if (stop)
                return;
            if (resetsMade < resetsWanted) {
                for (Link& link : links)
                    end(link, true);
                resetsMade = resetsWanted;
                resetDone.wakeAll();
            }
        }
        links.remove_if([](const Link& link) { return link.client < 0; });

        waits = {{wake, POLLIN, 0}, {listener, POLLIN, 0}};
        const auto now = SteadyClock::now();
        auto wakeAt = SteadyClock::time_point::max();
        for (const Link& link : links) {
            const bool held = link.notBefore > now;
            if (held && !link.toClient.isEmpty())
                wakeAt = std::min(wakeAt, link.notBefore);
            if (link.swallowing && link.toServer.isEmpty())
                wakeAt = std::min(wakeAt, link.overAt);
            const bool takesMore = link.toServer.size() < maxHeld;
            const bool serverMayTalk = !link.closing && link.toClient.size() < maxHeld;
            waits.push_back(
                {link.client, short((takesMore ? POLLIN : 0) | (!held && !link.toClient.isEmpty() ? POLLOUT : 0)), 0});
            waits.push_back({serverMayTalk || !link.toServer.isEmpty() ? link.server : -1,
                short((serverMayTalk ? POLLIN : 0) | (link.toServer.isEmpty() ? 0 : POLLOUT)), 0});
        }
        const bool waitsForever = wakeAt == SteadyClock::time_point::max();
        const qint64 wait = waitsForever ? -1 : std::max<qint64>(0, std::chrono::ceil<Millis>(wakeAt - now).count());
        if (::poll(waits.data(), waits.size(), int(wait)) < 0)
            continue; // A signal interrupted the wait.
        if (waits[0].revents) {
            eventfd_t count = 0;
            Q_UNUSED(!::eventfd_read(wake, &count));
        }
        std::size_t at = 2;
        for (Link& link : links) {
            const short client = waits[at].revents;
            const short serverEvents = waits[at + 1].revents;
            at += 2;
            bool alive = true;
            if (client & (POLLIN | POLLHUP | POLLERR))
                alive = readClient(link);
            if (alive && (serverEvents & POLLOUT) && !link.toServer.isEmpty()) {
                const ssize_t size
                    = ::send(link.server, link.toServer.constData(), std::size_t(link.toServer.size()), MSG_NOSIGNAL);
                if (size > 0) {
                    link.toServer.remove(0, size);
                    link.overAt = SteadyClock::now() + quietFor;
                } else {
                    alive = errno == EAGAIN || errno == EINTR;
                }
            }
            if (alive && (serverEvents & (POLLIN | POLLHUP | POLLERR)))
                alive = readServer(link);
            if (alive && link.client >= 0 && !link.silent && (client & POLLOUT) && !link.toClient.isEmpty())
                alive = writeClient(link);
            if (!alive || (link.swallowing && link.toServer.isEmpty() && SteadyClock::now() >= link.overAt))
                end(link, false);
        }
        if (waits[1].revents & POLLIN)
            accept();
    }
}

} // namespace dueline
