// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/clock.h"

#include <QProcess>
#include <QStringList>

#include <memory>
#include <vector>

namespace dueline::chaos {

/// The worker processes of a run: this program again, as `--role worker`. Lives on the main thread; they die with it.
class WorkerPool
{
public:
    /// `arguments` for each worker; what they write to stderr goes to `folder`/worker-N.log.
    WorkerPool(int count, QStringList arguments, QString folder);
    ~WorkerPool();

    int size() const { return int(m_workers.size()); }
    qint64 processId(int worker) const { return m_workers[std::size_t(worker)].process->processId(); }
    bool isFrozen(int worker) const { return m_workers[std::size_t(worker)].frozen; }

    /// kill -9, then a new one in its place.
    void replace(int worker);
    void freeze(int worker);
    void thaw(int worker);
    void thawAll();
    /// Starts those anew that ended by themselves; returns how many did. None should.
    int replaceDead();
    /// SIGTERM to all; returns how many ended with 0 within `timeout` each.
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
