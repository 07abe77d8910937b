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
class Workbench;

/// The operations of the connection in view, and those on their way in this window, wherever they run, which can be
/// paused and cancelled here. Asks for records only while somebody looks.
class ActivityLog : public QObject
{
    Q_OBJECT

public:
    static constexpr int listedAtFirst = 100; ///< of each connection, as the refresher asks for

    explicit ActivityLog(Workbench& bench, QObject* parent = nullptr);
    ~ActivityLog() override;

    /// Newest first; what runs here stands on top.
    std::vector<ActivityRow> rows() const;
    /// How many run or wait here.
    int running() const;
    /// Those that closing this connection, by its id, would end; empty: any.
    std::vector<ActivityRow> acting(const QString& connection) const;
    /// Whether the connection in view may have more than are listed.
    bool hasMore() const;
    int limit() const { return m_limit; }
    /// Whether it has not told its operations yet, and is not lost.
    bool isLoading() const;
    void showMore();

    void setActive(bool active);
    void setPaused(const QByteArray& key, bool paused);
    void cancel(const QByteArray& key);
    void undo(const ActivityRow& row);
    /// Goes on with an operation whose program is gone.
    void resume(const ActivityRow& row);

Q_SIGNALS:
    void changed();

private:
    struct Run
    {
        QPointer<RunningJob> job; ///< gone once it has ended
        ActivityRow row;
        QElapsedTimer measured;
        qint64 doneThen = 0;
        bool began = false; ///< a preview alone is no operation
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

    Workbench& m_bench;
    bool m_active = false;
    int m_limit = listedAtFirst;
    QSet<QString> m_followed; ///< connections
    std::map<QString, std::vector<OperationRecord>> m_older; ///< by connection, once more were asked for
    QHash<QByteArray, SkippedTasks> m_leftAlone; ///< by the key of a row; a record knows only how many
    std::vector<std::unique_ptr<Run>> m_runs; ///< newest first
};

} // namespace dueline
