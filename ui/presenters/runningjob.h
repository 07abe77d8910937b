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

/// An operation, or an undo, on its way: step by step on the background lane, or, of few tasks, on the interactive one,
/// where it waits for nothing long. It goes on where the lanes open anew meanwhile, and fails once its connection is
/// closed. Ends by itself; whoever made it deletes it after finished() or failed().
class RunningJob : public QObject
{
    Q_OBJECT

public:
    const OperationId& id() const { return m_record.id; }
    /// As it was before anything was done here.
    const OperationRecord& record() const { return m_record; }
    Connection* connection() const { return m_connection; }

    void start();
    /// Rests after the step that runs, and stays ours.
    void setPaused(bool paused);
    /// Asked for here, or by somebody else in the queue.
    bool isPaused() const { return m_paused; }
    /// Ends after the step that runs; what is done stays done.
    void cancel();
    /// How far it came; once finished() or failed() was told.
    virtual OperationProgress reached() const = 0;
    /// What was left alone until then, as far as that is known by name.
    virtual SkippedTasks skipped() const { return {}; }

Q_SIGNALS:
    void progressed(const dueline::OperationProgress& progress);
    void finished(const dueline::OperationProgress& progress);
    void failed(const dueline::Error& error);

protected:
    using Step = std::function<Result<OperationProgress>(Backend&)>;

    RunningJob(Connection& connection, OperationRecord record, QObject* parent);

    /// One step, for the lane; owns what it uses.
    virtual Step step() = 0;
    /// How many tasks it is about; nullopt: that is not known yet.
    virtual std::optional<qint64> tasks() const = 0;
    /// Where the next step is given to.
    Session::Lane nextLane();
    /// Where the last one was given to, and may still run.
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
    QTimer m_next; ///< runs while it waits for its next step
    bool m_acting = false; ///< between start() and finished() or failed()
    bool m_paused = false;
    bool m_asked = false; ///< something that the step under way does not know of
};

} // namespace dueline
