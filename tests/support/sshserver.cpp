// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/sshserver.h"
#include "tests/support/sendsignal.h"

#include "tests/support/redisserver.h"

#include <QDeadlineTimer>
#include <QDir>
#include <QFile>
#include <QStandardPaths>
#include <QTcpSocket>
#include <QThread>

#include <csignal>
#include <sys/prctl.h>
#include <unistd.h>

namespace dueline {

namespace {

QString find(const char* program)
{
    const QString name = QString::fromLatin1(program);
    const QString found = QStandardPaths::findExecutable(name);
    return found.isEmpty()
        ? QStandardPaths::findExecutable(name, {QStringLiteral("/usr/sbin"), QStringLiteral("/sbin")})
        : found;
}

void write(const QString& path, const QByteArray& text, bool executable = false)
{
    QFile file(path);
    if (!file.open(QIODevice::WriteOnly) || file.write(text) != text.size())
        qFatal("cannot write %s", qPrintable(path));
    file.setPermissions(QFile::ReadOwner | QFile::WriteOwner | (executable ? QFile::ExeOwner : QFile::Permissions()));
}

QByteArray contents(const QString& path)
{
    QFile file(path);
    return file.open(QIODevice::ReadOnly) ? file.readAll().trimmed() : QByteArray();
}

} // namespace

QString SshServer::missing()
{
    for (const char* program : {"sshd", "ssh", "ssh-keygen"}) {
        if (find(program).isEmpty())
            return QStringLiteral("there is no %1 here (openssh-server)").arg(QLatin1String(program));
    }
    // As root, sshd changes to a folder that only its package or service creates.
    if (::geteuid() == 0 && !QDir().mkpath(QStringLiteral("/run/sshd")))
        return QStringLiteral("sshd needs /run/sshd");
    return {};
}

SshServer::SshServer(const QStringList& options)
    : m_options(options)
{
    makeKeys();
    start();
    writeClient();
}

SshServer::~SshServer() { stop(); }

void SshServer::makeKeys()
{
    for (const char* name : {"host", "user", "stranger", "other-host"}) {
        QProcess maker;
        maker.start(find("ssh-keygen"),
            {QStringLiteral("-q"), QStringLiteral("-t"), QStringLiteral("ed25519"), QStringLiteral("-N"), QString(),
                QStringLiteral("-f"), m_folder.filePath(QLatin1String(name))});
        if (!maker.waitForFinished(10'000) || maker.exitCode() != 0)
            qFatal("ssh-keygen: %s", maker.readAllStandardError().constData());
    }
    write(m_folder.filePath(QStringLiteral("authorized")),
        contents(m_folder.filePath(QStringLiteral("user.pub"))) + '\n');
}

void SshServer::start()
{
    if (m_port == 0)
        m_port = RedisServer::freePort();
    const QString file = m_folder.filePath(QStringLiteral("sshd_config"));
    const QString text
        = QStringLiteral("Port %1\nListenAddress 127.0.0.1\nHostKey %2/host\nAuthorizedKeysFile %2/authorized\n"
                         "PidFile none\nUsePAM no\nStrictModes no\nPasswordAuthentication no\n"
                         "KbdInteractiveAuthentication no\nPermitRootLogin prohibit-password\n"
                         "LogLevel VERBOSE\n%3\n")
              .arg(m_port)
              .arg(m_folder.path(), m_options.join(u'\n'));
    write(file, text.toUtf8());
    m_process = std::make_unique<QProcess>();
    m_process->setStandardErrorFile(m_folder.filePath(QStringLiteral("log")));
    m_process->setChildProcessModifier([] { ::prctl(PR_SET_PDEATHSIG, SIGKILL); });
    // For each session, sshd re-executes itself under its own name, so the name must be the full path.
    m_process->start(find("sshd"), {QStringLiteral("-D"), QStringLiteral("-e"), QStringLiteral("-f"), file});
    const QDeadlineTimer deadline(10'000);
    while (!deadline.hasExpired()) {
        QTcpSocket probe;
        probe.connectToHost(QStringLiteral("127.0.0.1"), m_port);
        if (probe.waitForConnected(1000))
            return;
        if (m_process->waitForFinished(10))
            break;
    }
    qFatal("sshd did not start: %s", contents(m_folder.filePath(QStringLiteral("log"))).right(800).constData());
}

void SshServer::stop()
{
    if (!m_process)
        return;
    m_process->terminate();
    if (!m_process->waitForFinished(3000)) {
        m_process->kill();
        m_process->waitForFinished(3000);
    }
}

void SshServer::signalAll(int signal) const
{
    // A connection's processes are children of the process that accepted it, so include grandchildren.
    QList<qint64> family{m_process->processId()};
    const QStringList entries = QDir(QStringLiteral("/proc")).entryList(QDir::Dirs);
    for (qsizetype i = 0; i < family.size(); ++i) {
        for (const QString& entry : entries) {
            const QByteArray stat = contents(QStringLiteral("/proc/%1/stat").arg(entry));
            const QList<QByteArray> fields = stat.mid(stat.lastIndexOf(')') + 2).split(' ');
            if (fields.size() > 1 && fields.at(1).toLongLong() == family.at(i))
                family << entry.toLongLong();
        }
    }
    for (const qint64 pid : family)
        sendSignal(pid, signal);
}

void SshServer::writeClient()
{
    const QString bin = programFolder();
    QDir().mkpath(bin);
    const QByteArray folder = m_folder.path().toUtf8();
    const QByteArray port = QByteArray::number(m_port);
    const QByteArray address = "[127.0.0.1]:" + port;
    write(m_folder.filePath(QStringLiteral("known")),
        address + ' ' + contents(m_folder.filePath(QStringLiteral("host.pub"))) + '\n');
    write(m_folder.filePath(QStringLiteral("known-other")),
        address + ' ' + contents(m_folder.filePath(QStringLiteral("other-host.pub"))) + '\n');
    const auto host = [&](const QByteArray& name, const QByteArray& key, const QByteArray& known,
                          const QByteArray& more = {}) {
        return "Host " + name + "\n  HostName 127.0.0.1\n  Port " + port + "\n  IdentityFile " + folder + '/' + key
            + "\n  IdentitiesOnly yes\n  IdentityAgent none\n  StrictHostKeyChecking yes\n  UserKnownHostsFile "
            + folder + '/' + known + "\n  GlobalKnownHostsFile /dev/null\n" + more;
    };
    write(m_folder.filePath(QStringLiteral("ssh_config")),
        host("bastion", "user", "known") + host("inner", "user", "known", "  ProxyJump bastion\n")
            + host("stranger", "stranger", "known") + host("changed", "user", "known-other")
            + host("unknown", "user", "known-none"));
    write(bin + QStringLiteral("/ssh"),
        "#!/bin/sh\nexec " + find("ssh").toUtf8() + " -F " + folder + "/ssh_config \"$@\"\n", true);
}

} // namespace dueline
