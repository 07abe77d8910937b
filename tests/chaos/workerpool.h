// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/clock.h"

#include <QProcess>
#include <QStringList>

#include <memory>
#include <vector>

namespace dueline::chaos {

/// A run's worker processes: this program as `--role worker`. Must be used on the main thread; the processes end with
/// it.
class WorkerPool
{
public:
    /// Starts workers with `arguments`. Their stderr goes to `folder`/worker-N.log.
    WorkerPool(int count, QStringList arguments, QString folder);
    ~WorkerPool();

    int size() const { return int(m_workers.size()); }
    qint64 processId(int worker) const { return m_workers[std::size_t(worker)].process->processId(); }
    bool isFrozen(int worker) const { return m_workers[std::size_t(worker)].frozen; }

    /// Kills a worker (kill -9) and starts a new one.
    void replace(int worker);
    void freeze(int worker);
    void thaw(int worker);
    void thawAll();
    /// Restarts workers that ended unexpectedly. Returns how many there were; should be 0.
    int replaceDead();
    /// Sends SIGTERM to all workers. Returns how many exit with code 0 within `timeout` each.
    int drain(Millis timeout);

private:
    struct Worker
    {
        std::unique_ptr<QProcess> process;
        bool frozen = false;
    };
    void start(int worker);

    std::vector<Worker> m_workers;
    QStringList m_arguments;
    QString m_folder;
};

} // namespace dueline::chaos
