// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/redis/redisconnection.h"
#include "core/redis/sockettransport.h"
#include "core/redis/subscription.h"
#include "tests/support/redisserver.h"

#include <QElapsedTimer>
#include <QFile>
#include <QTest>

#include <net/if.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <sched.h>
#include <sys/ioctl.h>
#include <sys/socket.h>
#include <unistd.h>

using namespace dueline;

namespace {

constexpr qint64 noticedWithinMs = 5'000;

bool writeTo(const char* path, const QByteArray& text)
{
    QFile file(QString::fromLatin1(path));
    return file.open(QIODevice::WriteOnly | QIODevice::Unbuffered) && file.write(text) == text.size();
}

/// Switches this network's loopback interface on or off. While it is off, packets neither arrive nor are refused, as
/// with an unplugged cable.
bool setLoopback(bool up)
{
    const int descriptor = ::socket(AF_INET, SOCK_DGRAM | SOCK_CLOEXEC, 0);
    ifreq request{};
    request.ifr_name[0] = 'l';
    request.ifr_name[1] = 'o';
    bool done = ::ioctl(descriptor, SIOCGIFFLAGS, &request) == 0;
    request.ifr_flags = short(up ? request.ifr_flags | IFF_UP : request.ifr_flags & ~IFF_UP);
    done = done && ::ioctl(descriptor, SIOCSIFFLAGS, &request) == 0;
    ::close(descriptor);
    return done;
}

/// Moves this program into a separate network. Call this while the program has only one thread. Root may always do
/// this; other users may if user namespaces are allowed.
bool isolate()
{
    const QByteArray user = QByteArray::number(::geteuid());
    const QByteArray group = QByteArray::number(::getegid());
    if (::geteuid() != 0) {
        if (::unshare(CLONE_NEWUSER | CLONE_NEWNET) != 0)
            return false;
        (void)writeTo("/proc/self/setgroups", "deny");
        if (!writeTo("/proc/self/uid_map", "0 " + user + " 1") || !writeTo("/proc/self/gid_map", "0 " + group + " 1"))
            return false;
    } else if (::unshare(CLONE_NEWNET) != 0) {
        return false;
    }
    return setLoopback(true);
}

bool isolated = false;

/// Simulates an unplugged cable for the lifetime of this object.
class PulledCable
{
public:
    PulledCable() { setLoopback(false); }
    ~PulledCable() { setLoopback(true); }
};

/// Returns a configuration with deadlines so long that only the operating system can detect the failure.
RedisConfig patient(RedisConfig config)
{
    config.timeouts.progress = config.timeouts.reply = Millis(60'000);
    return config;
}

class OpenSocket : public TcpTransport
{
public:
    using TcpTransport::socket;
    using TcpTransport::TcpTransport;
};

} // namespace

#define NEEDS_A_CABLE()                                                                                                \
    do {                                                                                                               \
        if (!isolated)                                                                                                 \
            QSKIP("a network of one's own (root, or user namespaces) is not allowed here");                            \
    } while (false)

/// Tests connections whose other end silently disappears. A connection must notice within 5 s, whether it is waiting
/// for a reply or idle.
class TestHalfOpen : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void theSystemIsAskedToNotice()
    {
        RedisServer server({.tcp = true, .aof = false, .password = {}, .arguments = {}});
        OpenSocket transport({QStringLiteral("127.0.0.1"), server.port()});
        QVERIFY(transport.open(QDeadlineTimer(5'000)).ok());
        const auto option = [&](int level, int name) {
            int value = -1;
            socklen_t size = sizeof value;
            ::getsockopt(int(transport.socket()->socketDescriptor()), level, name, &value, &size);
            return value;
        };
        QCOMPARE(option(SOL_SOCKET, SO_KEEPALIVE), 1);
        QCOMPARE(option(IPPROTO_TCP, TCP_USER_TIMEOUT), 3000);
        QVERIFY(
            option(IPPROTO_TCP, TCP_KEEPIDLE) + option(IPPROTO_TCP, TCP_KEEPCNT) * option(IPPROTO_TCP, TCP_KEEPINTVL)
            <= noticedWithinMs / 1000);
        QCOMPARE(option(IPPROTO_TCP, TCP_NODELAY), 1);
    }

    void aCallIsNotLeftWaiting()
    {
        NEEDS_A_CABLE();
        RedisServer server({.tcp = true, .aof = false, .password = {}, .arguments = {}});
        RedisConnection connection(patient(server.config()));
        QVERIFY(connection.open().ok());
        QVERIFY(connection.call({"PING"}).ok());
        QElapsedTimer timer;
        ErrorCode code = ErrorCode::Usage;
        {
            const PulledCable pulled;
            timer.start();
            if (const auto lost = connection.call({"PING"}); !lost)
                code = lost.error().code;
        }
        QCOMPARE(code, ErrorCode::Disconnected);
        QVERIFY2(timer.elapsed() < noticedWithinMs, qPrintable(QString::number(timer.elapsed())));
        QVERIFY(!connection.isOpen());
        QVERIFY(connection.open().ok());
        QVERIFY(connection.call({"PING"}).ok());
    }

    void anIdleListenerIsNotLeftDeaf()
    {
        NEEDS_A_CABLE();
        RedisServer server({.tcp = true, .aof = false, .password = {}, .arguments = {}});
        Subscription subscription(patient(server.config()), {"news"});
        QVERIFY(subscription.open().ok());
        QElapsedTimer timer;
        bool lost = false;
        {
            const PulledCable pulled;
            timer.start();
            while (!lost && timer.elapsed() < 2 * noticedWithinMs)
                lost = !subscription.next(Millis(1'000)).ok();
        }
        QVERIFY(lost);
        QVERIFY2(timer.elapsed() < noticedWithinMs, qPrintable(QString::number(timer.elapsed())));
    }
};

int main(int argc, char** argv)
{
    isolated = isolate();
    QCoreApplication application(argc, argv);
    TestHalfOpen test;
    return QTest::qExec(&test, argc, argv);
}
#include "tst_halfopen.moc"
