// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/console/connect/session.h"
#include "core/console/operations/operationprogress.h"

#include <QObject>
#include <QPointer>
#include <QTimer>

#include <functional>
#include <optional>

namespace dueline {

class Connection;

/// Running operation or undo. It runs in steps on the background lane, or on the interactive lane if there are only a
/// few tasks. It continues when the lanes reconnect, and fails when its connection is closed. The job's creator must
/// delete it after finished() or failed().
class RunningJob : public QObject
{
    Q_OBJECT

public:
    const OperationId& id() const { return m_record.id; }
    /// Returns the operation's record as it was before the job began.
    const OperationRecord& record() const { return m_record; }
    Connection* connection() const { return m_connection; }

    void start();
    /// Pauses the job after the current step, or resumes it. A paused job keeps its claim.
    void setPaused(bool paused);
    /// Returns whether a pause was requested, either here or by another client through the queue.
    bool isPaused() const { return m_paused; }
    /// Cancels the job after the current step. Completed work is kept.
    void cancel();
    /// Returns the final progress. Valid after finished() or failed().
    virtual OperationProgress reached() const = 0;
    /// Returns the skipped tasks, if their ids are known.
    virtual SkippedTasks skipped() const { return {}; }

Q_SIGNALS:
    void progressed(const dueline::OperationProgress& progress);
    void finished(const dueline::OperationProgress& progress);
    void failed(const dueline::Error& error);

protected:
    using Step = std::function<Result<OperationProgress>(Backend&)>;

    RunningJob(Connection& connection, OperationRecord record, QObject* parent);

    /// Returns a step to run on the lane. The step owns all objects it uses.
    virtual Step step() = 0;
    /// Returns the number of affected tasks; nullopt if it isn't known yet.
    virtual std::optional<qint64> tasks() const = 0;
    /// Returns the lane for the next step.
    Session::Lane nextLane();
    /// Returns the last step's lane. The step may still be running.
    Session::Lane lastLane() const { return m_lane; }
    virtual void pauseRun(bool paused) = 0;
    virtual void cancelRun() = 0;

    QPointer<Connection> m_connection;
    OperationRecord m_record;

private:
    void takeStep();
    void answered(const Result<OperationProgress>& progress);
    void hurry();
    void fail(const Error& error);

    Session::Lane m_lane = Session::Lane::Background;
    QTimer m_next; ///< timer for the pause before the next step
    bool m_acting = false; ///< true between start() and finished() or failed()
    bool m_paused = false;
    bool m_asked = false; ///< true if the user paused, resumed or cancelled the job during the current step
};

} // namespace dueline
