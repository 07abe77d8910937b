// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/rqpeer.h"

namespace dueline {

namespace {

// Debian's Python, because a different python3 in PATH might not find python3-rq.
constexpr auto debianPython = "/usr/bin/python3";

void prepareRq(QProcess& process, const RedisServer& server, RqPeer::Kind kind, const QStringList& words)
{
    QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
    environment.insert(QStringLiteral("SOCKET"), server.config().socketPath);
    environment.insert(QStringLiteral("LANG"), QStringLiteral("C.UTF-8"));
    environment.insert(QStringLiteral("PYTHONDONTWRITEBYTECODE"), QStringLiteral("1"));
    if (kind == RqPeer::Kind::Simple)
        environment.insert(QStringLiteral("SIMPLE"), QStringLiteral("1"));
    process.setProcessEnvironment(environment);
    process.setProgram(QString::fromLatin1(debianPython));
    process.setArguments(QStringList{QStringLiteral(DUELINE_RQ_PEER)} + words);
}

} // namespace

QString RqPeer::missing()
{
    static const QString why = [] {
        QProcess probe;
        probe.start(QString::fromLatin1(debianPython), {QStringLiteral("-c"), QStringLiteral("import rq")});
        const bool isThere
            = probe.waitForFinished(patienceMs) && probe.exitStatus() == QProcess::NormalExit && probe.exitCode() == 0;
        return isThere ? QString() : QStringLiteral("RQ is not there; it is Debian's python3-rq");
    }();
    return why;
}

QByteArrayList RqPeer::run(const RedisServer& server, const QStringList& command)
{
    QProcess process;
    prepareRq(process, server, Kind::Forking, command);
    return runToEnd(process, QStringLiteral("rqjobs.py %1").arg(command.join(u' ')));
}

RqPeer::RqPeer(const RedisServer& server, const QByteArray& queue, int count, Kind kind)
{
    prepareRq(process(), server, kind, {QStringLiteral("work"), QString::fromUtf8(queue), QString::number(count)});
    start(QStringLiteral("RQ"));
}

} // namespace dueline
