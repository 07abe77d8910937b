// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/rqpeer.h"

#include <QFile>

#include <csignal>
#include <sys/prctl.h>

namespace dueline {

namespace {

// Debian's own: another python3 in PATH does not see python3-rq.
constexpr auto debianPython = "/usr/bin/python3";
constexpr int rqMs = 60'000;

void prepareRq(QProcess& process, const RedisServer& server, RqPeer::Kind kind, const QStringList& words)
{
    QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
    environment.insert(QStringLiteral("SOCKET"), server.config().socketPath);
    environment.insert(QStringLiteral("LANG"), QStringLiteral("C.UTF-8"));
    environment.insert(QStringLiteral("PYTHONDONTWRITEBYTECODE"), QStringLiteral("1"));
    if (kind == RqPeer::Kind::Simple)
        environment.insert(QStringLiteral("SIMPLE"), QStringLiteral("1"));
    process.setProcessEnvironment(environment);
    process.setChildProcessModifier([] { prctl(PR_SET_PDEATHSIG, SIGKILL); });
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
            = probe.waitForFinished(rqMs) && probe.exitStatus() == QProcess::NormalExit && probe.exitCode() == 0;
        return isThere ? QString() : QStringLiteral("RQ is not there; it is Debian's python3-rq");
    }();
    return why;
}

QByteArrayList RqPeer::run(const RedisServer& server, const QStringList& command)
{
    QProcess process;
    prepareRq(process, server, Kind::Forking, command);
    process.start();
    if (!process.waitForFinished(rqMs) || process.exitStatus() != QProcess::NormalExit || process.exitCode() != 0)
        qFatal("rqjobs.py %s failed: %s", qPrintable(command.join(u' ')), process.readAllStandardError().constData());
    QByteArrayList lines = process.readAllStandardOutput().split('\n');
    lines.removeAll(QByteArray());
    return lines;
}

RqPeer::RqPeer(const RedisServer& server, const QByteArray& queue, int count, Kind kind)
{
    prepareRq(m_process, server, kind, {QStringLiteral("work"), QString::fromUtf8(queue), QString::number(count)});
    m_process.setStandardOutputFile(m_folder.filePath(QStringLiteral("out")));
    m_process.setStandardErrorFile(m_folder.filePath(QStringLiteral("err")));
    m_process.start();
    QDeadlineTimer deadline(rqMs);
    while (!said().contains("ready\n")) {
        if (deadline.hasExpired() || m_process.state() == QProcess::NotRunning)
            qFatal("RQ does not start: %s", said().constData());
        m_process.waitForFinished(10);
    }
}

RqPeer::~RqPeer() { kill9(); }

void RqPeer::kill9()
{
    if (m_process.state() == QProcess::NotRunning)
        return;
    m_process.kill();
    m_process.waitForFinished();
}

bool RqPeer::finish(int timeoutMs)
{
    return m_process.state() == QProcess::NotRunning || m_process.waitForFinished(timeoutMs);
}

QByteArrayList RqPeer::ran() const
{
    QByteArrayList ids;
    for (const QByteArray& line : said().split('\n')) {
        if (line.startsWith("ran "))
            ids.append(line.mid(4));
    }
    return ids;
}

QByteArray RqPeer::said() const
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
