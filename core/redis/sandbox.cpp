// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/redis/sandbox.h"

#include "core/base/ownchild.h"
#include "core/base/plainfile.h"
#include "core/base/text.h"
#include "core/redis/privatefolder.h"
#include "core/redis/redisconnection.h"
#include "core/redis/redisurl.h"

#include <QDeadlineTimer>
#include <QFile>
#include <QProcess>
#include <QStandardPaths>
#include <QThread>

#include <csignal>
#include <sys/prctl.h>
#include <unistd.h>

namespace dueline {

namespace {

constexpr Millis startWithin{5'000};

/// Returns whether a sandbox's server is running: the process in its pid file exists and has the server's name.
bool serverLives(const QString& folder)
{
    QFile file(folder + QStringLiteral("/redis.pid"));
    if (!openPlain(file, Links::Refused).isEmpty())
        return false;
    const qint64 pid = file.read(32).trimmed().toLongLong();
    QFile name(QStringLiteral("/proc/%1/comm").arg(pid));
    return pid > 0 && isAlive(pid) && name.open(QIODevice::ReadOnly) && name.readAll().startsWith("redis-server");
}

} // namespace

struct Sandbox::State
{
    PrivateFolder folder{QStringLiteral("sandbox"), serverLives};
    OwnChild own; ///< keeps collectOrphans() from reaping the child before `process` does
    QProcess process;
    RedisConfig config;
};

Sandbox::Sandbox()
    : m_state(std::make_unique<State>())
{ }

Sandbox::~Sandbox()
{
    if (m_state->process.state() == QProcess::NotRunning)
        return;
    m_state->process.terminate();
    if (!m_state->process.waitForFinished(2000)) {
        m_state->process.kill();
        m_state->process.waitForFinished(2000);
    }
}

Result<QString> Sandbox::findServer()
{
    const QString wanted = qEnvironmentVariable("DUELINE_REDIS_SERVER");
    if (!wanted.isEmpty()) {
        const QString path = QStandardPaths::findExecutable(wanted);
        if (!path.isEmpty())
            return path;
        return Error{ErrorCode::Io,
            QStringLiteral("DUELINE_REDIS_SERVER is %1, which is not a program on this machine.")
                .arg(printable(wanted.toUtf8()))};
    }
    // Debian's redis-tools package contains the server as redis-check-rdb. The program's name determines whether it
    // acts as a server or as a checker.
    for (const char* name : {"redis-server", "valkey-server", "redis-check-rdb"}) {
        const QString path = QStandardPaths::findExecutable(QLatin1String(name));
        if (!path.isEmpty())
            return path;
    }
    return Error{ErrorCode::Io,
        QStringLiteral("No Redis server program is installed on this machine; on Debian, install the package "
                       "redis-tools.")};
}

Result<std::unique_ptr<Sandbox>> Sandbox::start(const SandboxOptions& options)
{
    const Result<QString> server = findServer();
    if (!server)
        return server.error();
    std::unique_ptr<Sandbox> sandbox(new Sandbox);
    State& s = *sandbox->m_state;
    if (!s.folder.isValid())
        return Error{ErrorCode::Io, s.folder.problem()};
    const QString program = s.folder.filePath(QStringLiteral("redis-server"));
    QFile::link(*server, program);
    s.config.socketPath = s.folder.filePath(QStringLiteral("redis.sock"));
    const QString log = s.folder.filePath(QStringLiteral("redis.log"));
    const QString data = options.directory.isEmpty() ? s.folder.path() : options.directory;

    QStringList arguments{QStringLiteral("--port"), QStringLiteral("0"), QStringLiteral("--unixsocket"),
        s.config.socketPath, QStringLiteral("--unixsocketperm"), QStringLiteral("700"), QStringLiteral("--dir"), data,
        QStringLiteral("--save"), QString(), QStringLiteral("--appendonly"),
        options.directory.isEmpty() ? QStringLiteral("no") : QStringLiteral("yes"), QStringLiteral("--daemonize"),
        QStringLiteral("no"), QStringLiteral("--logfile"), log, QStringLiteral("--pidfile"),
        s.folder.filePath(QStringLiteral("redis.pid")), QStringLiteral("--maxmemory"), QStringLiteral("128mb"),
        QStringLiteral("--maxmemory-policy"), QStringLiteral("noeviction")};
    arguments << options.extraArguments;
    s.process.setStandardInputFile(QProcess::nullDevice());
    s.process.setStandardOutputFile(QProcess::nullDevice());
    s.process.setStandardErrorFile(QProcess::nullDevice());
    const pid_t parent = ::getpid();
    s.process.setChildProcessModifier([parent] {
        ::prctl(PR_SET_PDEATHSIG, SIGTERM);
        if (::getppid() != parent)
            ::_exit(1);
        // Use a separate process group: Ctrl+C in the terminal must reach only this program, which then stops the
        // server.
        ::setpgid(0, 0);
    });
    s.own.startBy([&] {
        s.process.start(program, arguments);
        return pid_t(s.process.processId());
    });
    if (!s.process.waitForStarted(int(startWithin.count())))
        return Error{
            ErrorCode::Io, QStringLiteral("The Redis server could not be started: %1.").arg(s.process.errorString())};

    const QDeadlineTimer deadline(startWithin);
    RedisConnection connection(s.config);
    while (true) {
        if (connection.open())
            return sandbox;
        // Stop waiting if the server has exited.
        if (s.process.waitForFinished(0) || deadline.hasExpired())
            break;
        QThread::msleep(2);
    }
    QFile file(log);
    QString end;
    if (openPlain(file, Links::Refused).isEmpty())
        end = QString::fromUtf8(file.readAll().right(400)).simplified();
    return Error{ErrorCode::Io,
        QStringLiteral("The private Redis server did not start within %1 s.").arg(startWithin.count() / 1000), end};
}

const RedisConfig& Sandbox::config() const { return m_state->config; }

QString Sandbox::url() const { return displayUrl(m_state->config); }

qint64 Sandbox::processId() const { return m_state->process.processId(); }

bool Sandbox::isRunning() const { return isAlive(m_state->process.processId()); }

} // namespace dueline
