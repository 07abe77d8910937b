// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/console/operations/undorun.h"
#include "ui/presenters/runningjob.h"

#include <memory>

namespace dueline {

/// Job that undoes an operation.
class UndoJob : public RunningJob
{
    Q_OBJECT

public:
    /// Creates a job that undoes the operation `undone`. Uses only the record's id, queue and number of changed tasks.
    /// `pace`: tasks per second; 0 means unlimited.
    UndoJob(Connection& connection, const OperationRecord& undone, qint64 pace, QObject* parent = nullptr);
    /// Creates a job that resumes an undo that was interrupted when its process exited.
    UndoJob(Connection& connection, const OperationRecord& interrupted, QObject* parent = nullptr);

    OperationProgress reached() const override { return asOperation(m_run->progress()); }
    /// Makes this job part of a larger undo. `before`: combined outcome of the preceding parts. `tasks`: total number
    /// of tasks in all parts.
    void setPartOf(const UndoProgress& before, qint64 tasks);
    /// Converts this part's progress to the entire undo's.
    OperationProgress ofWhole(OperationProgress own) const;
    /// Returns this part's progress, by outcome.
    const UndoProgress& undone() const { return m_run->progress(); }

protected:
    Step step() override;
    std::optional<qint64> tasks() const override { return m_tasks; }
    void pauseRun(bool paused) override { m_run->setPaused(paused); }
    void cancelRun() override { m_run->cancel(); }

private:
    UndoJob(Connection& connection, std::shared_ptr<UndoRun> run, QObject* parent);

    std::optional<qint64> m_tasks; ///< number of tasks changed by the undone operation
    UndoProgress m_before; ///< combined outcome of the preceding parts
    qint64 m_tasksOfWhole = 0;
    std::shared_ptr<UndoRun> m_run; ///< undo run, executed on the lane step by step
};

} // namespace dueline
