// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/console/operations/operationprogress.h"
#include "core/queue/operation.h"
#include "ui/models/rowlist.h"
#include "ui/text/formatting.h"

namespace dueline {

/// Operation that is recorded with its queue, or running in this window.
struct ActivityRow
{
    enum class Phase : quint8 {
        Recorded, ///< finished or running elsewhere; the record contains its state
        Running, ///< running in this window
        /// Running in this window, but the server is lost or silent. The operation continues if the server responds in
        /// time.
        Waiting,
        Paused,
        Stopped, ///< failed in this window, with the error `trouble`
    };

    QString connection; ///< id
    QString connectionName;
    OperationRecord record;
    Phase phase = Phase::Recorded;
    OperationProgress progress; ///< unset for Recorded
    double pace = 0; ///< tasks per second
    QString trouble;
    std::optional<qint64> putBack = {}; ///< number of tasks restored by the undo, if known
    SkippedTasks leftAlone; ///< tasks that this window has left unchanged, by reason; contains only the first ids
    bool canUndo = false; ///< true if part of the operation can be undone, and this connection may undo it
    bool canResume = false; ///< true if the operation's program has ended and this connection may resume the operation

    bool runsHere() const { return phase == Phase::Running || phase == Phase::Waiting || phase == Phase::Paused; }
    QByteArray key() const { return connection.toUtf8() + ' ' + record.id; }
    bool operator==(const ActivityRow& other) const;
};

/// Model of operations, running ones first, then newest first. The columns show the user, action, number of tasks and
/// outcome.
class ActivityModel : public RowList<ActivityRow>
{
    Q_OBJECT

public:
    enum Column { When, What, Where, Tasks, State, By, Why, ColumnCount };

    explicit ActivityModel(const Formatting& formatting, QObject* parent = nullptr);

    int columnCount(const QModelIndex& parent = {}) const override;
    QVariant data(const QModelIndex& index, int role) const override;
    QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

    void set(std::vector<ActivityRow> rows) { replaceRows(std::move(rows)); }
    void setNow(TimePoint now);
    /// Returns `Retry`, `Run now` and so on; an unknown kind is only escaped.
    static QString kindWord(const QByteArray& kind);
    /// Returns the number of tasks: `412,000 of 1,000,000`; `1,000,000` once all are done; empty for operations on the
    /// queue itself.
    static QString tasksText(const ActivityRow& row);

private:
    QString text(const ActivityRow& row, int column) const;
    static QString stateText(const ActivityRow& row);

    const Formatting& m_formatting;
    TimePoint m_now{};
};

} // namespace dueline
