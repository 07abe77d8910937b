// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/console/operations/undorun.h"
#include "ui/presenters/runningjob.h"

#include <memory>

namespace dueline {

/// An undo on its way.
class UndoJob : public RunningJob
{
    Q_OBJECT

public:
    /// Of `undone` id, queue and how many tasks were done are read. `pace`: tasks a second; 0: as fast as it goes.
    UndoJob(Connection& connection, const OperationRecord& undone, qint64 pace, QObject* parent = nullptr);
    /// Goes on with an undo whose program is gone.
    UndoJob(Connection& connection, const OperationRecord& interrupted, QObject* parent = nullptr);

    OperationProgress reached() const override { return asOperation(m_run->progress()); }
    /// `before`: what became of the parts before it of the undo that it is a part of; `tasks`: how many all parts have.
    void setPartOf(const UndoProgress& before, qint64 tasks);
    /// How far the undo that it is a part of has come; alone, it itself.
    OperationProgress ofWhole(OperationProgress own) const;
    /// The same in its own words.
    const UndoProgress& undone() const { return m_run->progress(); }

protected:
    Step step() override;
    std::optional<qint64> tasks() const override { return m_tasks; }
    void pauseRun(bool paused) override { m_run->setPaused(paused); }
    void cancelRun() override { m_run->cancel(); }

private:
    UndoJob(Connection& connection, std::shared_ptr<UndoRun> run, QObject* parent);

    std::optional<qint64> m_tasks; ///< of the undone operation
    UndoProgress m_before; ///< of the parts before it
    qint64 m_tasksOfWhole = 0;
    std::shared_ptr<UndoRun> m_run; ///< used on the lane, one step at a time
};

} // namespace dueline
