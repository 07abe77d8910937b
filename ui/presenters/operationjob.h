// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/console/operations/operationrun.h"
#include "core/console/operations/shortoperation.h"
#include "ui/presenters/runningjob.h"

#include <memory>

namespace dueline {

/// Job for an operator action, including its preview. Uses a ShortOperation to act on a small number of listed tasks
/// without a preview.
class OperationJob : public RunningJob
{
    Q_OBJECT

public:
    OperationJob(Connection& connection, OperationRequest request, QObject* parent = nullptr);
    /// Creates a job that resumes an operation that was interrupted when its process exited; see
    /// OperationRun::resume().
    OperationJob(Connection& connection, std::unique_ptr<OperationRun> resumed, QObject* parent = nullptr);
    /// Destroys the job. If it hasn't acted on its selection, deletes the selection from the queue.
    ~OperationJob() override;

    const OperationRequest& request() const { return m_request; }

    /// Selects tasks and reports the effect without changing any tasks. Deleting the job cancels the preview.
    /// `dueGroups`: maximum size of dues(); 0 if dues() isn't needed.
    void preview(int dueGroups = 0);
    /// Sets the values that the user entered when confirming. Call this after the preview and before start().
    void decide(const Action& action, const QByteArray& reason, qint64 pace, const std::optional<Canary>& canary = {},
        bool keepsUndo = true);
    /// Returns the selected tasks' due times; see OperationRun::dues(). Available after the preview.
    const std::vector<TasksAt>& dues() const { return m_dues; }
    /// Returns the tasks selected between previewed() and start(); see OperationRun::selected(). Empty if there was no
    /// preview.
    RefStore selected() const { return m_run && m_found ? m_run->selected() : RefStore(); }
    std::optional<qint64> tasks() const override;
    OperationProgress reached() const override { return m_short ? m_short->progress() : m_run->progress(); }
    SkippedTasks skipped() const override { return m_short ? m_short->skipped() : m_run->skipped(); }

Q_SIGNALS:
    /// Emitted during a preview. `examined`: number of tasks examined so far.
    void looked(qint64 examined);
    void previewed(const dueline::OperationPreview& preview);

protected:
    /// Returns one step. The first step selects tasks unless preview() has been called.
    Step step() override;
    void pauseRun(bool paused) override;
    void cancelRun() override;

private:
    OperationRun& longRun();

    OperationRequest m_request;
    /// Operation to run on the lane; null if m_run is used.
    std::shared_ptr<ShortOperation> m_short;
    std::shared_ptr<OperationRun> m_run; ///< run to execute on the lane, step by step; null if m_short is used
    std::optional<qint64> m_found; ///< number of selected tasks, set by the preview
    std::vector<TasksAt> m_dues;
};

} // namespace dueline
