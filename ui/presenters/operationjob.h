// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/console/operationrun.h"
#include "core/console/session.h"
#include "core/console/undorun.h"

#include <QObject>
#include <QPointer>

#include <memory>

namespace dueline {

class Connection;

/// One operation on its way: preview, then step by step on the background lane, so that the window stays usable. Ends
/// by itself; whoever made it deletes it after finished() or failed().
class OperationJob : public QObject
{
    Q_OBJECT

public:
    OperationJob(Connection& connection, OperationRequest request, QObject* parent = nullptr);
    /// Goes on with an operation whose program is gone (OperationRun::resume).
    OperationJob(Connection& connection, std::unique_ptr<OperationRun> resumed, QObject* parent = nullptr);
    /// A selection that nothing came of is forgotten in the queue, too.
    ~OperationJob() override;

    const OperationRequest& request() const { return m_request; }
    const OperationId& id() const { return m_record.id; }
    /// As it was before anything was done here.
    const OperationRecord& record() const { return m_record; }
    Connection* connection() const { return m_connection; }

    /// Selects and tells what would be done; changes nothing. Deleting the job ends it. `dueGroups`: above 0, dues() has that
    /// many at most.
    void preview(int dueGroups = 0);
    /// After the preview, before start(): what was entered meanwhile.
    void decide(
        const Action& action, const QByteArray& reason, qint64 pace, const std::optional<Canary>& canary = {});
    /// When the selected tasks are due (OperationRun::dues); once it was previewed.
    const std::vector<TasksAt>& dues() const { return m_dues; }
    /// Acts; without preview() before, it selects first.
    void start();
    void setPaused(bool paused);
    bool isPaused() const { return m_paused; }
    /// Ends after the step that runs; what is done stays done and can be undone.
    void cancel();

Q_SIGNALS:
    /// Of a preview that goes on: tasks looked at so far.
    void looked(qint64 examined);
    void previewed(const dueline::OperationPreview& preview);
    void progressed(const dueline::OperationProgress& progress);
    void finished(const dueline::OperationProgress& progress, const QString& skipped);
    void failed(const dueline::Error& error);

private:
    void step();

    QPointer<Connection> m_connection;
    OperationRequest m_request;
    OperationRecord m_record;
    std::shared_ptr<OperationRun> m_run; ///< used on the lane, one step at a time
    std::vector<TasksAt> m_dues;
    bool m_paused = false;
    bool m_running = false;
};

/// Undoes an operation in the same way.
class UndoJob : public QObject
{
    Q_OBJECT

public:
    UndoJob(Connection& connection, const QueueName& queue, const OperationId& undone, QObject* parent = nullptr);
    /// Goes on with an undo whose program is gone.
    UndoJob(Connection& connection, const OperationRecord& interrupted, QObject* parent = nullptr);

    void start();

Q_SIGNALS:
    void finished(const dueline::UndoProgress& progress);
    void failed(const dueline::Error& error);

private:
    QPointer<Connection> m_connection;
    std::shared_ptr<UndoRun> m_run;
};

} // namespace dueline
