// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/peerprocess.h"

#include "tests/support/sendsignal.h"

#include <QDeadlineTimer>
#include <QFile>

#include <csignal>
#include <sys/prctl.h>

namespace dueline {

void PeerProcess::bind(QProcess& process)
{
    process.setChildProcessModifier([] { prctl(PR_SET_PDEATHSIG, SIGKILL); });
}

QByteArrayList PeerProcess::runToEnd(QProcess& process, const QString& name, const QByteArray& input)
{
    bind(process);
    process.start();
    process.write(input);
    process.closeWriteChannel();
    if (!process.waitForFinished(patienceMs) || process.exitStatus() != QProcess::NormalExit || process.exitCode() != 0)
        qFatal("%s failed: %s", qPrintable(name), process.readAllStandardError().constData());
    QByteArrayList lines = process.readAllStandardOutput().split('\n');
    lines.removeAll(QByteArray());
    return lines;
}

void PeerProcess::start(const QString& name, const QByteArray& ready)
{
    m_process.setStandardOutputFile(m_folder.filePath(QStringLiteral("out")));
    m_process.setStandardErrorFile(m_folder.filePath(QStringLiteral("err")));
    bind(m_process);
    m_process.start();
    QDeadlineTimer deadline(patienceMs);
    while (!said().contains(ready)) {
        if (deadline.hasExpired() || m_process.state() == QProcess::NotRunning)
            qFatal("%s does not start: %s", qPrintable(name), said().constData());
        m_process.waitForFinished(10);
    }
}

PeerProcess::~PeerProcess() { kill9(); }

void PeerProcess::kill9()
{
    if (m_process.state() == QProcess::NotRunning)
        return;
    m_process.kill();
    m_process.waitForFinished();
}

void PeerProcess::signal(int number) { sendSignal(m_process, number); }

bool PeerProcess::finish(int timeoutMs)
{
    return m_process.state() == QProcess::NotRunning || m_process.waitForFinished(timeoutMs);
}

QByteArrayList PeerProcess::ranIn(const QByteArrayList& lines)
{
    QByteArrayList jobs;
    for (const QByteArray& line : lines) {
        if (line.startsWith("ran "))
            jobs.append(line.mid(4));
    }
    return jobs;
}

QByteArray PeerProcess::said() const
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
