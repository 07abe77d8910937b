// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/redis/sshtunnel.h"

#include "core/base/interruption.h"
#include "core/base/logging.h"
#include "core/base/ownchild.h"
#include "core/base/text.h"
#include "core/redis/privatefolder.h"
#include "core/redis/redisurl.h"
#include "core/redis/ssherror.h"
#include "core/redis/waiting.h"

#include <QFileInfo>
#include <QMutex>
#include <QProcess>
#include <QStandardPaths>
#include <QThread>
#include <QTimer>
#include <QWaitCondition>

#include <algorithm>
#include <map>
#include <tuple>

#include <csignal>
#include <sys/prctl.h>
#include <unistd.h>

namespace dueline {

namespace {

constexpr int lookEveryMs = 10; ///< interval between checks for the socket, in ms
constexpr int endWithinMs = 250; ///< time between SIGTERM and SIGKILL, in ms
constexpr Millis aMoment{200}; ///< time to wait for ssh to say why a connection through it ended
constexpr qsizetype keptWords = 4096; ///< maximum number of bytes of ssh's output to keep

using Way = std::tuple<QString, QString, quint16>;

QMutex registryMutex;

/// Tunnels that are open or being opened; guarded by registryMutex.
std::map<Way, std::weak_ptr<SshTunnel>>& registry()
{
    static std::map<Way, std::weak_ptr<SshTunnel>> tunnels;
    return tunnels;
}

/// Returns the error for a missing ssh. A Flatpak contains no ssh and can't access the system's ssh or ~/.ssh, so its
/// error doesn't suggest installing it.
Error missingSsh()
{
    if (qEnvironmentVariableIsSet("FLATPAK_ID") || QFileInfo::exists(QStringLiteral("/.flatpak-info")))
        return {ErrorCode::Unreachable,
            QStringLiteral("Dueline's Flatpak does not include ssh: open the tunnel outside with \"ssh -L\" and "
                           "connect to its local port, or install Dueline's package instead.")};
    return {ErrorCode::Unreachable,
        QStringLiteral("The program ssh is not installed; on Debian, install the package openssh-client.")};
}

} // namespace

Result<SshDestination> SshDestination::parse(const QString& text)
{
    // Don't repeat the text in the message: it may contain a password.
    const auto bad = [](const QString& why) {
        return Error{ErrorCode::Usage,
            QStringLiteral("The SSH host is not valid: %1. Write [user@]host[:port], as for ssh.").arg(why)};
    };
    SshDestination destination;
    const qsizetype at = text.lastIndexOf(u'@');
    QString host = text.mid(at + 1);
    const qsizetype colon = host.lastIndexOf(u':');
    if (host.startsWith(u'[') && host.indexOf(u']') < 0)
        return bad(QStringLiteral("an IPv6 address lacks its closing bracket"));
    if (colon >= 0 && colon > host.indexOf(u']')) {
        if (host.indexOf(u':') != colon && !host.startsWith(u'['))
            return bad(QStringLiteral("put an IPv6 address in brackets"));
        bool ok = false;
        const uint port = QStringView(host).mid(colon + 1).toUInt(&ok);
        if (!ok || port == 0 || port > 65'535)
            return bad(QStringLiteral("the port is not a number from 1 to 65535"));
        destination.port = quint16(port);
        host.truncate(colon);
    }
    if (host.startsWith(u'[') && host.endsWith(u']'))
        host = host.mid(1, host.size() - 2);
    destination.host = at < 0 ? host : text.left(at + 1) + host;
    if (host.isEmpty() || at == 0)
        return bad(QStringLiteral("part of it is missing"));
    if (at > 0 && text.left(at).contains(u':'))
        return bad(QStringLiteral("ssh does not accept a password there; it uses your keys"));
    if (text.startsWith(u'-') || host.startsWith(u'-'))
        return bad(QStringLiteral("it begins with a dash"));
    const bool odd = std::any_of(destination.host.begin(), destination.host.end(),
        [](QChar c) { return c.isSpace() || !c.isPrint() || QStringView(u"\"'`$;|&<>(){}\\*?!#").contains(c); });
    if (odd)
        return bad(QStringLiteral("it contains a character that is not allowed in host and user names"));
    return destination;
}

QStringList sshArguments(
    const SshDestination& through, const Endpoint& target, const QString& socket, Millis connectWithin)
{
    const auto option = [](const char* text) { return QStringList{QStringLiteral("-o"), QString::fromLatin1(text)}; };
    QStringList arguments{QStringLiteral("-N"), QStringLiteral("-T"), QStringLiteral("-a"), QStringLiteral("-x")};
    arguments << option("BatchMode=yes") << option("ExitOnForwardFailure=yes");
    // Don't share the master connection of the user's ssh: it would keep forwarding after this program has exited.
    arguments << option("ControlMaster=no") << option("ControlPath=none");
    arguments << option("ServerAliveInterval=2") << option("ServerAliveCountMax=1");
    arguments << option("StreamLocalBindMask=0177") << option("StreamLocalBindUnlink=yes");
    arguments << option("PermitLocalCommand=no") << option("LogLevel=INFO");
    const qint64 seconds = std::max<qint64>(1, (connectWithin.count() + 999) / 1000);
    arguments << QStringLiteral("-o") << QStringLiteral("ConnectTimeout=%1").arg(seconds);
    if (through.port != 0)
        arguments << QStringLiteral("-p") << QString::number(through.port);
    const QString host = target.host.contains(u':') ? u'[' + target.host + u']' : target.host;
    arguments << QStringLiteral("-L") << QStringLiteral("%1:%2:%3").arg(socket, host).arg(target.port);
    return arguments << QStringLiteral("--") << through.host;
}

/// Thread that starts ssh and reads its messages. The parent-death signal is sent when the thread that started the
/// child ends, so this thread runs as long as the tunnel exists.
class SshTunnel::Keeper : public QThread
{
public:
    Keeper(SshDestination through, Endpoint target, Millis connectWithin)
        : m_through(std::move(through))
        , m_target(std::move(target))
        , m_connectWithin(connectWithin)
    {
        setObjectName(QStringLiteral("ssh"));
    }
    ~Keeper() override
    {
        quit();
        wait();
    }

    enum class Stage : quint8 { Opening, Open, Ended };

    QString socketPath() const { return m_folder.filePath(QStringLiteral("s")); }
    Stage stage() const
    {
        const QMutexLocker lock(&m_mutex);
        return m_stage;
    }
    qint64 processId() const
    {
        const QMutexLocker lock(&m_mutex);
        return m_processId;
    }
    /// Waits until the tunnel is open; nullopt at the deadline or if interrupted.
    std::optional<Result<>> waitUntilOpen(QDeadlineTimer deadline)
    {
        QMutexLocker lock(&m_mutex);
        while (m_stage == Stage::Opening) {
            if (deadline.hasExpired() || Interruption::isDueHere())
                return std::nullopt;
            m_changed.wait(&m_mutex, QDeadlineTimer(Interruption::stepMs(deadline)));
        }
        return m_stage == Stage::Open ? Result<>() : Result<>(m_error);
    }
    std::optional<Error> complaint()
    {
        const QDeadlineTimer deadline(aMoment);
        QMutexLocker lock(&m_mutex);
        while (m_stage == Stage::Open && !m_refused) {
            if (!m_changed.wait(&m_mutex, deadline))
                return std::nullopt;
        }
        return m_stage == Stage::Ended ? m_error : *m_refused;
    }
    /// Discards an earlier refusal by the remote host: it doesn't apply to a new connection.
    void forgetRefusal()
    {
        const QMutexLocker lock(&m_mutex);
        m_refused.reset();
    }

protected:
    void run() override
    {
        OwnChild own; // keeps collectOrphans() from reaping the child before `process` does
        QProcess process;
        QTimer look;
        start(process, own);
        QObject::connect(&process, &QProcess::readyReadStandardError, &process, [this, &process] { hear(process); });
        QObject::connect(&process, &QProcess::finished, &process, [this, &process] {
            hear(process);
            end(sshError(m_said, m_through, m_target));
            quit();
        });
        QObject::connect(&look, &QTimer::timeout, &process, [this, &look] {
            if (QFileInfo::exists(socketPath())) {
                look.stop();
                set(Stage::Open);
            }
        });
        if (!process.waitForStarted()) {
            end({ErrorCode::Io,
                QStringLiteral("The program ssh could not be started: %1.")
                    .arg(printable(process.errorString().toUtf8()))});
            return;
        }
        {
            const QMutexLocker lock(&m_mutex);
            m_processId = process.processId();
        }
        look.start(lookEveryMs);
        exec();
        look.stop();
        process.disconnect();
        if (process.state() != QProcess::NotRunning) {
            process.terminate();
            if (!process.waitForFinished(endWithinMs)) {
                process.kill();
                process.waitForFinished(endWithinMs);
            }
        }
        if (stage() != Stage::Ended)
            end({ErrorCode::Disconnected, QStringLiteral("The SSH tunnel was closed.")});
    }

private:
    void start(QProcess& process, OwnChild& own)
    {
        const QString program = QStandardPaths::findExecutable(QStringLiteral("ssh"));
        auto environment = QProcessEnvironment::systemEnvironment();
        for (const char* secret : {"REDISCLI_AUTH", "DUELINE_SENTINEL_AUTH"})
            environment.remove(QString::fromLatin1(secret));
        process.setProcessEnvironment(environment);
        process.setStandardInputFile(QProcess::nullDevice());
        process.setStandardOutputFile(QProcess::nullDevice());
        const pid_t parent = ::getpid();
        process.setChildProcessModifier([parent] {
            ::prctl(PR_SET_PDEATHSIG, SIGTERM);
            if (::getppid() != parent)
                ::_exit(1);
            // Use a separate process group: Ctrl+C in the terminal must reach only this program, which may need the
            // tunnel until its tasks have finished.
            ::setpgid(0, 0);
        });
        own.startBy([&] {
            process.start(program, sshArguments(m_through, m_target, socketPath(), m_connectWithin));
            return pid_t(process.processId());
        });
    }

    void hear(QProcess& process)
    {
        const QByteArray words = process.readAllStandardError();
        qCDebug(logRedis) << "ssh:" << printable(words);
        m_said = (m_said + words).right(keptWords);
        if (auto refused = sshRefusal(words, m_through, m_target)) {
            const QMutexLocker lock(&m_mutex);
            m_refused = std::move(refused);
            m_changed.wakeAll();
        }
    }

    void set(Stage stage)
    {
        const QMutexLocker lock(&m_mutex);
        m_stage = stage;
        m_changed.wakeAll();
    }

    void end(Error error)
    {
        const QMutexLocker lock(&m_mutex);
        m_error = std::move(error);
        m_stage = Stage::Ended;
        m_changed.wakeAll();
    }

    const SshDestination m_through;
    const Endpoint m_target;
    const Millis m_connectWithin;
    const PrivateFolder m_folder{QStringLiteral("ssh")};
    QByteArray m_said; ///< ssh's standard error so far; used only by this thread
    mutable QMutex m_mutex; ///< guards the members below
    QWaitCondition m_changed;
    Stage m_stage = Stage::Opening;
    Error m_error;
    std::optional<Error> m_refused;
    qint64 m_processId = 0;

    friend class SshTunnel;
};

SshTunnel::SshTunnel(std::unique_ptr<Keeper> keeper)
    : m_keeper(std::move(keeper))
{ }

SshTunnel::~SshTunnel() = default;

Result<std::shared_ptr<SshTunnel>> SshTunnel::open(const QString& host, const Endpoint& target, QDeadlineTimer deadline)
{
    const auto through = SshDestination::parse(host);
    if (!through)
        return through.error();
    if (QStandardPaths::findExecutable(QStringLiteral("ssh")).isEmpty())
        return missingSsh();
    std::shared_ptr<SshTunnel> tunnel;
    {
        const QMutexLocker lock(&registryMutex);
        std::weak_ptr<SshTunnel>& known = registry()[{host, target.host, target.port}];
        tunnel = known.lock();
        if (!tunnel || tunnel->m_keeper->stage() == Keeper::Stage::Ended) {
            const Millis within = deadline.isForever() ? Timeouts().connect : Millis(deadline.remainingTime());
            auto keeper = std::make_unique<Keeper>(*through, target, within);
            if (!keeper->m_folder.isValid())
                return Error{ErrorCode::Io, keeper->m_folder.problem()};
            keeper->QThread::start();
            tunnel.reset(new SshTunnel(std::move(keeper)));
            known = tunnel;
        }
    }
    Waiting::because([&] {
        return QStringLiteral("the SSH host %1 has not accepted the connection yet").arg(printable(host.toUtf8()));
    });
    const auto opened = tunnel->m_keeper->waitUntilOpen(deadline);
    if (!opened && Interruption::isDueHere())
        return Error{ErrorCode::Cancelled,
            QStringLiteral("Interrupted while waiting for the SSH host %1.").arg(printable(host.toUtf8()))};
    if (!opened)
        return Error{ErrorCode::Timeout,
            QStringLiteral("The SSH host %1 did not accept the connection in time. Does \"ssh %1\" work?")
                .arg(printable(host.toUtf8()))};
    if (!*opened)
        return opened->error();
    tunnel->m_keeper->forgetRefusal();
    return tunnel;
}

Result<std::shared_ptr<SshTunnel>> SshTunnel::openFor(
    const RedisConfig& config, const Endpoint& target, QDeadlineTimer deadline)
{
    return config.sshHost.isEmpty() ? std::shared_ptr<SshTunnel>() : open(config.sshHost, target, deadline);
}

QString SshTunnel::socketPath() const { return m_keeper->socketPath(); }

bool SshTunnel::isOpen() const { return m_keeper->stage() == Keeper::Stage::Open; }

std::optional<Error> SshTunnel::complaint() const { return m_keeper->complaint(); }

qint64 SshTunnel::processId() const { return m_keeper->processId(); }

} // namespace dueline
