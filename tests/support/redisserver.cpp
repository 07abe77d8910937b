// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/redisserver.h"
#include "tests/support/sendsignal.h"

#include "core/base/standardstreams.h"
#include "core/redis/redisurl.h"
#include "core/redis/sandbox.h"

#include <QDeadlineTimer>
#include <QDir>
#include <QFile>
#include <QTcpServer>
#include <QThread>

#include <csignal>
#include <sys/prctl.h>
#include <unistd.h>

namespace dueline {

namespace {

/// A test program may be started without standard streams. Its output must not end up in its server connections.
[[maybe_unused]] const bool streamsAreOpen = [] {
    fillStandardStreams();
    return true;
}();

} // namespace

RedisServer::RedisServer()
    : RedisServer(Options{})
{ }

RedisServer::RedisServer(Options options)
    : m_options(std::move(options))
    , m_folder(QDir::tempPath() + QStringLiteral("/dueline-test-XXXXXX"))
{
    if (!m_folder.isValid())
        qFatal("no private folder: %s", qPrintable(m_folder.errorString()));
    const Result<QString> program = Sandbox::findServer();
    if (!program)
        qFatal("%s", qPrintable(program.error().message));
    QFile::link(*program, m_folder.filePath(QStringLiteral("redis-server")));
    start();
}

RedisServer::~RedisServer()
{
    m_admin.reset();
    if (m_process && m_process->state() != QProcess::NotRunning) {
        // The data is no longer needed, and a frozen server wouldn't react to SIGTERM.
        m_process->kill();
        m_process->waitForFinished(5000);
    }
}

quint16 RedisServer::freePort()
{
    QTcpServer probe;
    if (!probe.listen(QHostAddress::LocalHost, 0))
        qFatal("no free port: %s", qPrintable(probe.errorString()));
    return probe.serverPort();
}

void RedisServer::start()
{
    for (int attempt = 0; attempt < 5; ++attempt) {
        QStringList arguments{QStringLiteral("--dir"), m_folder.path(), QStringLiteral("--save"), QString(),
            QStringLiteral("--daemonize"), QStringLiteral("no"), QStringLiteral("--logfile"),
            m_folder.filePath(QStringLiteral("log")), QStringLiteral("--appendonly"),
            m_options.aof ? QStringLiteral("yes") : QStringLiteral("no"), QStringLiteral("--enable-debug-command"),
            QStringLiteral("local")};
        if (m_options.tcp) {
            if (m_port == 0)
                m_port = freePort();
            arguments << QStringLiteral("--port") << QString::number(m_port) << QStringLiteral("--bind")
                      << QStringLiteral("127.0.0.1");
        } else {
            arguments << QStringLiteral("--port") << QStringLiteral("0") << QStringLiteral("--unixsocket")
                      << m_folder.filePath(QStringLiteral("redis.sock")) << QStringLiteral("--unixsocketperm")
                      << QStringLiteral("700");
        }
        if (!m_options.password.isEmpty())
            arguments << QStringLiteral("--requirepass") << QString::fromUtf8(m_options.password);
        arguments << m_options.arguments;
        m_process = std::make_unique<QProcess>();
        m_process->setStandardOutputFile(QProcess::nullDevice());
        m_process->setStandardErrorFile(m_folder.filePath(QStringLiteral("stderr")));
        const pid_t parent = ::getpid();
        m_process->setChildProcessModifier([parent] {
            ::prctl(PR_SET_PDEATHSIG, SIGKILL);
            if (::getppid() != parent)
                ::_exit(1);
        });
        m_process->start(m_folder.filePath(QStringLiteral("redis-server")), arguments);
        if (!m_process->waitForStarted(5000))
            qFatal("redis-server: %s", qPrintable(m_process->errorString()));

        const QDeadlineTimer deadline(10'000);
        while (!deadline.hasExpired() && m_process->state() == QProcess::Running) {
            m_admin = std::make_unique<RedisConnection>(config());
            if (m_admin->open() && m_admin->call({"PING"})) {
                m_wasUp = true; // From now on, the server keeps its address.
                return;
            }
            if (m_process->waitForFinished(3))
                break;
        }
        m_admin.reset();
        m_process->kill();
        m_process->waitForFinished(5000);
        if (!m_wasUp)
            m_port = 0; // Another program may have taken the port first.
    }
    QFile log(m_folder.filePath(QStringLiteral("log")));
    QFile errors(m_folder.filePath(QStringLiteral("stderr")));
    const QByteArray text = (log.open(QIODevice::ReadOnly) ? log.readAll() : QByteArray())
        + (errors.open(QIODevice::ReadOnly) ? errors.readAll() : QByteArray());
    qFatal("redis-server did not start: %s", text.right(800).constData());
}

void RedisServer::stop()
{
    m_admin.reset();
    m_process->terminate();
    if (!m_process->waitForFinished(5000))
        kill9();
}

void RedisServer::kill9()
{
    m_admin.reset();
    m_process->kill();
    m_process->waitForFinished(5000);
}

void RedisServer::freeze() { sendSignal(*m_process, SIGSTOP); }

void RedisServer::thaw() { sendSignal(*m_process, SIGCONT); }

void RedisServer::restart()
{
    stop();
    start();
}

bool RedisServer::isRunning() const
{
    return m_process && m_process->state() == QProcess::Running && !m_process->waitForFinished(0);
}

RedisConfig RedisServer::config() const
{
    RedisConfig config;
    if (m_options.tcp)
        config.hosts = {{QStringLiteral("127.0.0.1"), m_port}};
    else
        config.socketPath = m_folder.filePath(QStringLiteral("redis.sock"));
    if (!m_options.password.isEmpty())
        config.password = Secret(m_options.password);
    return config;
}

QString RedisServer::url() const { return displayUrl(config()); }

Reply RedisServer::call(const Command& command)
{
    // A server that changes roles disconnects its clients, including this connection.
    for (int attempt = 0;; ++attempt) {
        if (!m_admin || !m_admin->isOpen()) {
            m_admin = std::make_unique<RedisConnection>(config());
            if (auto opened = m_admin->open(); !opened)
                qFatal("cannot reach the test's redis-server: %s", qPrintable(opened.error().message));
        }
        Result<std::vector<Reply>> replies = m_admin->pipeline({command});
        if (replies)
            return std::move(replies->front());
        if (attempt > 0 || replies.error().code != ErrorCode::Disconnected)
            qFatal("the test's redis-server: %s", qPrintable(replies.error().message));
    }
}

} // namespace dueline
