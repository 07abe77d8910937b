// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/console/operations/operationprogress.h"
#include "core/console/witness/drainpromise.h"
#include "core/queue/operation.h"
#include "ui/models/rowtable.h"
#include "ui/text/formatting.h"

namespace dueline {

/// Operation recorded in its queue or running in this window.
struct ActivityRow
{
    enum class Phase : quint8 {
        Recorded, ///< finished, or running elsewhere; the record contains the state
        Running, ///< running in this window
        /// Running in this window, but the server is disconnected or not responding. The operation continues if the
        /// server responds before the current step fails.
        Waiting,
        Paused,
        Stopped, ///< failed in this window with the error `trouble`
    };

    QString connection; ///< connection id
    QString connectionName;
    OperationRecord record;
    Phase phase = Phase::Recorded;
    OperationProgress progress; ///< progress so far; not set for Recorded
    double pace = 0; ///< tasks per second
    QString trouble;
    std::optional<qint64> putBack = {}; ///< number of tasks restored by the undo, if known
    SkippedTasks leftAlone; ///< tasks skipped by this window, by reason; includes only the first ids
    std::optional<DrainPromise> drain = {}; ///< drain estimate shown to the user before the operation, if any
    bool canUndo = false; ///< true if at least part of the operation can be undone on this connection
    bool canResume = false; ///< true if the process that ran the operation has exited and this connection can resume it

    bool runsHere() const { return phase == Phase::Running || phase == Phase::Waiting || phase == Phase::Paused; }
    QByteArray key() const { return connection.toUtf8() + ' ' + record.id; }
    bool operator==(const ActivityRow& other) const;
};

/// Table model of operations. Running operations come first, then all others from newest to oldest. The columns show
/// the user, the action, the number of tasks and the outcome.
class ActivityModel : public RowTable<ActivityRow>
{
    Q_OBJECT

public:
    enum Column { When, What, Where, Tasks, State, By, Why, ColumnCount };

    explicit ActivityModel(const Formatting& formatting, QObject* parent = nullptr);

    void set(std::vector<ActivityRow> rows) { replaceRows(std::move(rows)); }
    /// Returns a label such as `Retry` or `Run now`. For an unknown kind, returns the kind with special characters
    /// escaped.
    static QString kindWord(const QByteArray& kind);
    /// Returns the number of tasks, such as `412,000 of 1,000,000`, or `1,000,000` once all have been processed. Empty
    /// for operations on the queue itself.
    static QString tasksText(const ActivityRow& row);

private:
    QStringList titles() const override;
    QString text(const ActivityRow& row, int column) const override;
    QString accessibleText(const ActivityRow& row, int column) const override;
    QString tip(const ActivityRow& row, int column) const override;
    bool isRight(int column) const override { return column == Tasks; }
    Cell::Tone tone(const ActivityRow& row, int column) const override;
    QVariant decoration(const ActivityRow& row, int column, int role) const override;
    /// Returns when the queue was expected to be empty and when it actually was; empty if there was no estimate.
    QString drainText(const ActivityRow& row) const;
    static QString stateText(const ActivityRow& row);

    const Formatting& m_formatting;
};

} // namespace dueline
