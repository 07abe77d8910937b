// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/console/operations/operationprogress.h"
#include "core/queue/operation.h"
#include "ui/models/rowlist.h"
#include "ui/text/formatting.h"

namespace dueline {

/// One operation: as it is kept with its queue, or as it runs in this window.
struct ActivityRow
{
    enum class Phase : quint8 {
        Recorded, ///< what the record says
        Running, ///< here and now
        Waiting, ///< as Running, but the server is lost or silent: it goes on when that is back in time
        Paused,
        Stopped, ///< went wrong here: `trouble`
    };

    QString connection; ///< id
    QString connectionName;
    OperationRecord record;
    Phase phase = Phase::Recorded;
    OperationProgress progress; ///< unless it is only recorded
    double pace = 0; ///< tasks per second
    QString trouble;
    std::optional<qint64> putBack = {}; ///< of what was undone: how many tasks, where it is known
    SkippedTasks leftAlone; ///< of what was done here: why, and the first of them by name
    bool canUndo = false; ///< something of it, and this connection may
    bool canResume = false; ///< its program is gone, and this connection may go on with it

    bool runsHere() const { return phase == Phase::Running || phase == Phase::Waiting || phase == Phase::Paused; }
    QByteArray key() const { return connection.toUtf8() + ' ' + record.id; }
    bool operator==(const ActivityRow& other) const;
};

/// Operations, newest first, those that run before all others: who did what to how many, and what became of it.
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
    /// `Retry`, `Run now`, … ; a kind that is not known as it is, escaped.
    static QString kindWord(const QByteArray& kind);
    /// How many tasks: `412,000 of 1,000,000`; `1,000,000` once that is all; empty for what is about the queue.
    static QString tasksText(const ActivityRow& row);

private:
    QString text(const ActivityRow& row, int column) const;
    static QString stateText(const ActivityRow& row);

    const Formatting& m_formatting;
    TimePoint m_now{};
};

} // namespace dueline
