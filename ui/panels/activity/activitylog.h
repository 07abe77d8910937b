// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/models/activitymodel.h"

#include <QElapsedTimer>
#include <QHash>
#include <QPointer>
#include <QSet>

#include <map>

namespace dueline {

class Connection;
class RunningJob;
class ActionRunner;
class ViewedPlace;

/// Operations on the current connection, plus this window's running operations on all connections, which can be paused
/// or cancelled. Records are read only while a view shows them.
class ActivityLog : public QObject
{
    Q_OBJECT

public:
    static constexpr int listedAtFirst = 100; ///< number of operations that the refresher reads per connection

    explicit ActivityLog(ActionRunner& runner, QObject* parent = nullptr);
    ~ActivityLog() override;

    /// Returns the operations running in this window, followed by all others, newest first.
    std::vector<ActivityRow> rows() const;
    /// Returns the number of operations running or waiting in this window.
    int running() const;
    /// Returns the operations that would be stopped by closing this connection, or all connections if the id is empty.
    std::vector<ActivityRow> acting(const QString& connection) const;
    /// Returns whether the current connection may have operations that aren't listed.
    bool hasMore() const;
    int limit() const { return m_limit; }
    /// Returns true until the current connection's operations have been read. Returns false if the connection is lost.
    bool isLoading() const;
    void showMore();

    void setActive(bool active);
    void setPaused(const QByteArray& key, bool paused);
    void cancel(const QByteArray& key);
    void undo(const ActivityRow& row);
    /// Resumes an operation that was interrupted when its process exited.
    void resume(const ActivityRow& row);

Q_SIGNALS:
    void changed();

private:
    struct Run
    {
        QPointer<RunningJob> job; ///< the run's job; null once it has ended
        ActivityRow row;
        QElapsedTimer measured;
        qint64 doneThen = 0;
        bool began = false; ///< false during a preview, which isn't an operation
    };

    void follow();
    void track(RunningJob* job);
    void progressed(Run& run, const OperationProgress& progress);
    void ended(Run& run, const OperationProgress& progress, const QString& trouble);
    void keepLeftAlone(const Run& run);
    void forgetRecorded();
    void askForMore(Connection& connection);
    std::vector<OperationRecord> recordsOf(const Connection& connection) const;
    RunningJob* jobOf(const QByteArray& key) const;
    bool isBeingUndone(const ActivityRow& row) const;

    ActionRunner& m_runner;
    ViewedPlace& m_view;
    bool m_active = false;
    int m_limit = listedAtFirst;
    QSet<QString> m_followed; ///< ids of connections whose signals are connected
    /// Older operations by connection, read when the user asks for more.
    std::map<QString, std::vector<OperationRecord>> m_older;
    QHash<QByteArray, SkippedTasks> m_leftAlone; ///< skipped tasks by row key; records contain only the number
    std::vector<std::unique_ptr<Run>> m_runs; ///< runs in this window, newest first
};

} // namespace dueline
