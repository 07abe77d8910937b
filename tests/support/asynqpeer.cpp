// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/asynqpeer.h"

namespace dueline {

namespace {

// Debian's Python, because a different python3 in PATH might not find python3-redis.
constexpr auto pythonOfAsynq = "/usr/bin/python3";

void prepareAsynq(QProcess& process, const RedisServer& server, int lease, const QStringList& words)
{
    QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
    environment.insert(QStringLiteral("SOCKET"), server.config().socketPath);
    environment.insert(QStringLiteral("LANG"), QStringLiteral("C.UTF-8"));
    environment.insert(QStringLiteral("PYTHONDONTWRITEBYTECODE"), QStringLiteral("1"));
    environment.insert(QStringLiteral("LEASE"), QString::number(lease));
    process.setProcessEnvironment(environment);
    process.setProgram(QString::fromLatin1(pythonOfAsynq));
    process.setArguments(QStringList{QStringLiteral(DUELINE_ASYNQ_PEER)} + words);
}

} // namespace

QString AsynqPeer::missing()
{
    static const QString why = [] {
        QProcess probe;
        probe.start(QString::fromLatin1(pythonOfAsynq), {QStringLiteral("-c"), QStringLiteral("import redis")});
        const bool isThere
            = probe.waitForFinished(patienceMs) && probe.exitStatus() == QProcess::NormalExit && probe.exitCode() == 0;
        return isThere ? QString() : QStringLiteral("The stand-in for asynq needs Debian's python3-redis");
    }();
    return why;
}

QByteArrayList AsynqPeer::add(const RedisServer& server, const QStringList& tasks)
{
    QProcess process;
    prepareAsynq(process, server, 30, QStringList{QStringLiteral("add")} + tasks);
    return runToEnd(process, QStringLiteral("asynqjobs.py add"));
}

QByteArray AsynqPeer::schedule(const RedisServer& server, const QStringList& entries)
{
    QProcess process;
    prepareAsynq(process, server, 30, QStringList{QStringLiteral("schedule")} + entries);
    return runToEnd(process, QStringLiteral("asynqjobs.py schedule")).value(0);
}

AsynqPeer::AsynqPeer(const RedisServer& server, const QByteArray& queue, int count, int lease)
{
    prepareAsynq(process(), server, lease, {QStringLiteral("work"), QString::fromUtf8(queue), QString::number(count)});
    start(QStringLiteral("The stand-in for asynq"));
}

} // namespace dueline
