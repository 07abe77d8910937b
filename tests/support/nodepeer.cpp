// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/nodepeer.h"

#include <QDir>
#include <QStandardPaths>

namespace dueline {

namespace {

void prepare(QProcess& process, const RedisServer& server, const QString& module, const QByteArray& queue,
    const QStringList& command)
{
    QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
    environment.insert(QStringLiteral("MODULES"), NodePeer::modules());
    process.setProcessEnvironment(environment);
    process.setProgram(QStringLiteral("node"));
    process.setArguments(
        QStringList{QStringLiteral(DUELINE_BULLMQ_PEER), server.config().socketPath, module, QString::fromUtf8(queue)}
        + command);
}

} // namespace

QString NodePeer::modules()
{
    const QString given = qEnvironmentVariable("PEER_MODULES");
    return given.isEmpty() ? QStringLiteral(DUELINE_PEER_MODULES) : given;
}

QString NodePeer::missing(const QString& module)
{
    if (QStandardPaths::findExecutable(QStringLiteral("node")).isEmpty())
        return QStringLiteral("the programs of others need node");
    const QString folder = NodePeer::modules() + QStringLiteral("/node_modules/") + module;
    return QDir(folder).exists()
        ? QString()
        : QStringLiteral("%1 is not there; tests/peers/README.md says how to install it").arg(folder);
}

QByteArrayList NodePeer::run(
    const RedisServer& server, const QString& module, const QByteArray& queue, const QStringList& command)
{
    QProcess process;
    prepare(process, server, module, queue, command);
    return runToEnd(process, QStringLiteral("%1 %2").arg(module, command.join(u' ')));
}

NodePeer::NodePeer(const RedisServer& server, const QString& module, const QByteArray& queue, int count)
{
    prepare(process(), server, module, queue, {QStringLiteral("work"), QString::number(count)});
    start(QStringLiteral("the worker"));
}

QByteArrayList NodePeer::ran() const
{
    QByteArrayList ids;
    for (const QByteArray& job : PeerProcess::ran())
        ids.append(job.split(' ').front());
    return ids;
}

} // namespace dueline
