// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/presenters/undojob.h"

#include "ui/presenters/connection.h"

#include <algorithm>

namespace dueline {

UndoJob::UndoJob(Connection& connection, std::shared_ptr<UndoRun> run, QObject* parent)
    : RunningJob(connection, run->record(), parent)
    , m_run(std::move(run))
{ }

UndoJob::UndoJob(Connection& connection, const OperationRecord& undone, qint64 pace, QObject* parent)
    : UndoJob(connection, std::make_shared<UndoRun>(undone.queue, undone.id, Session::identity(), pace), parent)
{
    m_tasks = undone.done;
}

UndoJob::UndoJob(Connection& connection, const OperationRecord& interrupted, QObject* parent)
    : UndoJob(connection, std::make_shared<UndoRun>(interrupted), parent)
{ }

void UndoJob::setPartOf(const UndoProgress& before, qint64 tasks)
{
    m_before = before;
    m_tasksOfWhole = tasks;
}

OperationProgress UndoJob::ofWhole(OperationProgress own) const
{
    own.total = std::max(m_tasksOfWhole, m_before.total + own.total);
    own.done += m_before.restored;
    own.skipped += m_before.movedOn;
    return own;
}

RunningJob::Step UndoJob::step()
{
    return [run = m_run](Backend& backend) -> Result<OperationProgress> {
        const auto progress = run->step(backend);
        if (!progress)
            return progress.error();
        return asOperation(*progress);
    };
}

} // namespace dueline
