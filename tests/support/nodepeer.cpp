// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/nodepeer.h"

#include <QDir>
#include <QFile>
#include <QStandardPaths>

#include <csignal>
#include <sys/prctl.h>

namespace dueline {

namespace {

constexpr int nodeMs = 60'000;

/// Where the packages of tests/peers/npm are installed: PEER_MODULES, else the build folder's.
QString modulesFolder()
{
    const QString given = qEnvironmentVariable("PEER_MODULES");
    return given.isEmpty() ? QStringLiteral(DUELINE_PEER_MODULES) : given;
}

void prepare(QProcess& process, const RedisServer& server, const QString& module, const QByteArray& queue,
    const QStringList& command)
{
    QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
    environment.insert(QStringLiteral("MODULES"), modulesFolder());
    process.setProcessEnvironment(environment);
    process.setChildProcessModifier([] { prctl(PR_SET_PDEATHSIG, SIGKILL); });
    process.setProgram(QStringLiteral("node"));
    process.setArguments(
        QStringList{QStringLiteral(DUELINE_BULLMQ_PEER), server.config().socketPath, module, QString::fromUtf8(queue)}
        + command);
}

} // namespace

QString NodePeer::missing(const QString& module)
{
    if (QStandardPaths::findExecutable(QStringLiteral("node")).isEmpty())
        return QStringLiteral("the programs of others need node");
    const QString folder = modulesFolder() + QStringLiteral("/node_modules/") + module;
    return QDir(folder).exists()
        ? QString()
        : QStringLiteral("%1 is not there; tests/peers/README.md says how to install it").arg(folder);
}

QByteArrayList NodePeer::run(
    const RedisServer& server, const QString& module, const QByteArray& queue, const QStringList& command)
{
    QProcess process;
    prepare(process, server, module, queue, command);
    process.start();
    if (!process.waitForFinished(nodeMs) || process.exitStatus() != QProcess::NormalExit || process.exitCode() != 0)
        qFatal("%s %s failed: %s", qPrintable(module), qPrintable(command.join(u' ')),
            process.readAllStandardError().constData());
    QByteArrayList lines = process.readAllStandardOutput().split('\n');
    lines.removeAll(QByteArray());
    return lines;
}

NodePeer::NodePeer(const RedisServer& server, const QString& module, const QByteArray& queue, int count)
{
    prepare(m_process, server, module, queue, {QStringLiteral("work"), QString::number(count)});
    m_process.setStandardOutputFile(m_folder.filePath(QStringLiteral("out")));
    m_process.setStandardErrorFile(m_folder.filePath(QStringLiteral("err")));
    m_process.start();
    QDeadlineTimer deadline(nodeMs);
    while (!said().contains("ready\n")) {
        if (deadline.hasExpired() || m_process.state() == QProcess::NotRunning)
            qFatal("the worker does not start: %s", said().constData());
        m_process.waitForFinished(10);
    }
}

NodePeer::~NodePeer() { kill9(); }

void NodePeer::kill9()
{
    if (m_process.state() == QProcess::NotRunning)
        return;
    m_process.kill();
    m_process.waitForFinished();
}

bool NodePeer::finish(int timeoutMs)
{
    return m_process.state() == QProcess::NotRunning || m_process.waitForFinished(timeoutMs);
}

QByteArrayList NodePeer::ran() const
{
    QByteArrayList ids;
    for (const QByteArray& line : said().split('\n')) {
        if (line.startsWith("ran "))
            ids.append(line.split(' ').at(1));
    }
    return ids;
}

QByteArray NodePeer::said() const
{
    QByteArray text;
    for (const auto* name : {"out", "err"}) {
        QFile file(m_folder.filePath(QLatin1StringView(name)));
        if (file.open(QIODevice::ReadOnly))
            text += file.readAll();
    }
    return text;
}

} // namespace dueline
