// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/console/operations/operationrun.h"
#include "core/console/operations/shortoperation.h"
#include "ui/presenters/runningjob.h"

#include <memory>

namespace dueline {

/// One operator action on its way, from its preview on. On few tasks that were seen, and without a preview, it is a
/// ShortOperation.
class OperationJob : public RunningJob
{
    Q_OBJECT

public:
    OperationJob(Connection& connection, OperationRequest request, QObject* parent = nullptr);
    /// Goes on with an operation whose program is gone (OperationRun::resume).
    OperationJob(Connection& connection, std::unique_ptr<OperationRun> resumed, QObject* parent = nullptr);
    /// A selection that nothing came of is forgotten in the queue, too.
    ~OperationJob() override;

    const OperationRequest& request() const { return m_request; }

    /// Selects and tells what would be done; changes nothing. Deleting the job ends it. `dueGroups`: above 0, dues()
    /// has that many at most.
    void preview(int dueGroups = 0);
    /// After the preview, before start(): what was entered meanwhile.
    void decide(const Action& action, const QByteArray& reason, qint64 pace, const std::optional<Canary>& canary = {},
        bool keepsUndo = true);
    /// When the selected tasks are due (OperationRun::dues); once it was previewed.
    const std::vector<TasksAt>& dues() const { return m_dues; }
    /// The tasks that were selected (OperationRun::selected), between previewed() and start(); none without a preview.
    RefStore selected() const { return m_run && m_found ? m_run->selected() : RefStore(); }
    std::optional<qint64> tasks() const override;
    OperationProgress reached() const override { return m_short ? m_short->progress() : m_run->progress(); }
    SkippedTasks skipped() const override { return m_short ? m_short->skipped() : m_run->skipped(); }

Q_SIGNALS:
    /// Of a preview that goes on: tasks looked at so far.
    void looked(qint64 examined);
    void previewed(const dueline::OperationPreview& preview);

protected:
    /// Without preview() before, it selects first.
    Step step() override;
    void pauseRun(bool paused) override;
    void cancelRun() override;

private:
    OperationRun& longRun();

    OperationRequest m_request;
    std::shared_ptr<ShortOperation> m_short; ///< used on the lane; null: it is m_run
    std::shared_ptr<OperationRun> m_run; ///< used on the lane, one step at a time; null: it is m_short
    std::optional<qint64> m_found; ///< tasks, once it was previewed
    std::vector<TasksAt> m_dues;
};

} // namespace dueline
