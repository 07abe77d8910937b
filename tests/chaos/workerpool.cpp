// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/chaos/workerpool.h"
#include "tests/support/sendsignal.h"

#include <QCoreApplication>

#include <csignal>
#include <sys/prctl.h>
#include <unistd.h>

namespace dueline::chaos {

WorkerPool::WorkerPool(int count, QStringList arguments, QString folder)
    : m_workers(std::size_t(count))
    , m_arguments(std::move(arguments))
    , m_folder(std::move(folder))
{
    for (int i = 0; i < count; ++i)
        start(i);
}

WorkerPool::~WorkerPool()
{
    for (Worker& worker : m_workers) {
        worker.process->kill();
        worker.process->waitForFinished();
    }
}

void WorkerPool::start(int worker)
{
    auto process = std::make_unique<QProcess>();
    const pid_t parent = ::getpid();
    process->setChildProcessModifier([parent] {
        ::prctl(PR_SET_PDEATHSIG, SIGKILL);
        if (::getppid() != parent)
            ::_exit(1);
    });
    process->setStandardInputFile(QProcess::nullDevice());
    process->setStandardOutputFile(QProcess::nullDevice());
    process->setStandardErrorFile(QStringLiteral("%1/worker-%2.log").arg(m_folder).arg(worker), QIODevice::Append);
    process->start(QCoreApplication::applicationFilePath(), m_arguments);
    if (!process->waitForStarted())
        qFatal("A worker could not be started: %s", qPrintable(process->errorString()));
    m_workers[std::size_t(worker)] = {std::move(process), false};
}

void WorkerPool::replace(int worker)
{
    Worker& old = m_workers[std::size_t(worker)];
    old.process->kill();
    old.process->waitForFinished();
    start(worker);
}

void WorkerPool::freeze(int worker) { m_workers[std::size_t(worker)].frozen = sendSignal(processId(worker), SIGSTOP); }

void WorkerPool::thaw(int worker)
{
    sendSignal(processId(worker), SIGCONT);
    m_workers[std::size_t(worker)].frozen = false;
}

void WorkerPool::thawAll()
{
    for (int i = 0; i < size(); ++i) {
        if (isFrozen(i))
            thaw(i);
    }
}

int WorkerPool::replaceDead()
{
    int dead = 0;
    for (int i = 0; i < size(); ++i) {
        QProcess& process = *m_workers[std::size_t(i)].process;
        if (process.state() != QProcess::NotRunning && !process.waitForFinished(0))
            continue;
        ++dead;
        start(i);
    }
    return dead;
}

int WorkerPool::drain(Millis timeout)
{
    for (Worker& worker : m_workers)
        worker.process->terminate();
    int well = 0;
    for (Worker& worker : m_workers) {
        const bool ended = worker.process->waitForFinished(int(timeout.count()));
        well += ended && worker.process->exitStatus() == QProcess::NormalExit && worker.process->exitCode() == 0;
    }
    return well;
}

} // namespace dueline::chaos
