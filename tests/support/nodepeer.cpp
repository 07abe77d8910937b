// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/nodepeer.h"

#include <QCoreApplication>
#include <QDeadlineTimer>
#include <QDir>
#include <QHash>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QPointer>
#include <QStandardPaths>

namespace dueline {

namespace {

void prepare(QProcess& process, const QString& socket, const QString& module, const QByteArray& queue,
    const QStringList& command)
{
    QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
    environment.insert(QStringLiteral("MODULES"), NodePeer::modules());
    process.setProcessEnvironment(environment);
    process.setProgram(QStringLiteral("node"));
    process.setArguments(
        QStringList{QStringLiteral(DUELINE_BULLMQ_PEER), socket, module, QString::fromUtf8(queue)} + command);
}

/// Process that runs all of one framework's commands for the test program, because loading the framework takes longer
/// than most commands.
class ServingProcess : public QProcess
{
public:
    using QProcess::QProcess;
    ~ServingProcess() override
    {
        closeWriteChannel(); // the process ends when its input ends
        if (!waitForFinished(5'000))
            kill();
    }
};

QProcess& servingProcess(const QString& module)
{
    static QHash<QString, QPointer<QProcess>> all;
    QPointer<QProcess>& process = all[module];
    if (!process) {
        process = new ServingProcess(QCoreApplication::instance());
        prepare(*process, QStringLiteral("-"), module, "-", {QStringLiteral("serve")});
        process->setProcessChannelMode(QProcess::ForwardedErrorChannel);
        PeerProcess::bind(*process);
        process->start();
    }
    return *process;
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
    QProcess& process = servingProcess(module);
    const QJsonObject call{{QStringLiteral("socket"), server.config().socketPath},
        {QStringLiteral("queue"), QString::fromUtf8(queue)},
        {QStringLiteral("words"), QJsonArray::fromStringList(command)},
        {QStringLiteral("metrics"), qEnvironmentVariable("METRICS")}};
    process.write(QJsonDocument(call).toJson(QJsonDocument::Compact) + '\n');
    QByteArrayList lines;
    const QDeadlineTimer deadline(patienceMs);
    while (!deadline.hasExpired() && process.state() != QProcess::NotRunning) {
        while (process.canReadLine()) {
            const QByteArray line = process.readLine().trimmed();
            if (line == "ended")
                return lines;
            if (line.startsWith("failed "))
                qFatal("%s %s %s", qPrintable(module), qPrintable(command.join(u' ')), line.constData());
            if (!line.isEmpty())
                lines.append(line);
        }
        process.waitForReadyRead(int(deadline.remainingTime()));
    }
    qFatal("%s %s does not end", qPrintable(module), qPrintable(command.join(u' ')));
    return {};
}

NodePeer::NodePeer(const RedisServer& server, const QString& module, const QByteArray& queue, int count)
{
    prepare(process(), server.config().socketPath, module, queue, {QStringLiteral("work"), QString::number(count)});
    start(QStringLiteral("the worker"));
}

QByteArrayList NodePeer::idsOf(const QByteArrayList& jobs)
{
    QByteArrayList ids;
    for (const QByteArray& job : jobs)
        ids.append(job.split(' ').front());
    return ids;
}

} // namespace dueline
