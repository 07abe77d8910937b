// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/actions/actions.h"
#include "ui/presenters/leaseedits.h"
#include "ui/presenters/operationjob.h"
#include "ui/presenters/taskadding.h"
#include "ui/workbench/adoptions.h"
#include "ui/workbench/undoinview.h"
#include "ui/workbench/windowevents.h"

#include <memory>

namespace dueline {

/// Runner for the window's operations and undos, which also reports their outcomes.
class ActionRunner : public QObject
{
    Q_OBJECT

public:
    ActionRunner(ViewedPlace& view, WindowEvents& events, QObject* parent = nullptr);

    ViewedPlace& view() { return m_view; }
    WindowEvents& events() { return m_events; }
    UndoInView& undo() { return m_undo; }
    Adoptions& adoptions() { return m_adoptions; }
    LeaseEdits& leases() { return m_leases; }
    /// Returns the state that determines which actions are enabled. `states`: states of the selected tasks.
    ActionContext context(int selected, int leased, StateSet states = StateSet::all()) const;

    /// Creates a job that acts on this connection's tasks. No signal is emitted until run() is called; until then, the
    /// caller can preview or delete the job.
    OperationJob* makeJob(Connection& connection, OperationRequest request);
    /// Creates a job on the current connection, which must exist.
    OperationJob* makeJob(OperationRequest request);
    /// Takes ownership of the job, runs it, and reports its outcome, with an Undo link if it can be undone.
    void run(OperationJob* job);
    /// Guard that combines all jobs run during its lifetime into one action. The jobs must use the same connection;
    /// they are undone together.
    class OneAction
    {
    public:
        explicit OneAction(ActionRunner& runner);
        ~OneAction();
        OneAction(const OneAction&) = delete;
        OneAction& operator=(const OneAction&) = delete;

    private:
        QPointer<ActionRunner> m_runner;
    };
    /// Resumes an operation or an undo that was interrupted when its process exited. Shows a notice if that is
    /// impossible.
    void resume(Connection& connection, const OperationRecord& record);
    void addTasks(Connection& connection, const QueueName& queue, std::vector<NewTask> tasks);
    void setPaused(Connection& connection, const QueueName& queue, bool paused);
    /// Handles the end of a task edit that didn't run as a job. Shows the notice, and offers to undo the operations if
    /// that is possible. `records`: the edit's operations, in the order in which to undo them.
    void endEdit(Connection& connection, const std::vector<OperationRecord>& records, const Notice& notice);

Q_SIGNALS:
    /// Emitted when the running operations change, or when a different operation can be undone.
    void changed();

private:
    struct ActionUnderWay;
    using SharedAction = std::shared_ptr<ActionUnderWay>;

    void follow(OperationJob* job, const SharedAction& action);
    void follow(UndoJob* job);
    void finished(
        OperationJob* job, const OperationProgress& progress, const QueueName& seenFrom, ActionUnderWay& action);
    void failed(OperationJob* job, const QueueName& seenFrom, ActionUnderWay& action);
    void end(const OperationJob* job);
    void tellEnd(const OperationJob& job, const OperationProgress& reached, const ActionUnderWay& action);
    std::optional<Millis> offerUndo(
        const OperationJob& job, const OperationProgress& progress, const QueueName& seenFrom, quint64 action);

    ViewedPlace& m_view;
    WindowEvents& m_events;
    LeaseEdits m_leases;
    TaskAdding m_adding;
    Adoptions m_adoptions;
    UndoInView m_undo{*this};
    SharedAction m_action; ///< action that new jobs belong to; if null, each job is a separate action
    quint64 m_lastAction = 0; ///< number of the current or last action
};

} // namespace dueline
