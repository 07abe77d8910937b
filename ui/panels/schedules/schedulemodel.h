// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/queue/schedule.h"
#include "ui/models/rowlist.h"
#include "ui/text/formatting.h"

namespace dueline {

/// Recurring task as read, with the outcome of its last run.
struct ScheduleRow
{
    QueueName queue;
    ScheduleState state;
    // state of the task that the last tick added; nullopt: it has not run yet, or the task was removed
    std::optional<TaskState> lastState;

    QByteArray key() const { return queue + '\0' + state.schedule.name; }
    bool operator==(const ScheduleRow&) const = default;
};

/// Recurring tasks, sorted by queue and name, with type, schedule, next run and outcome of the last run.
class ScheduleModel : public RowList<ScheduleRow>
{
    Q_OBJECT

public:
    enum Column { Name, Queue, Type, When, Zone, Next, Last, State, ColumnCount };
    /// Delay after which a tick counts as late because no engine has added its task.
    static constexpr Millis lateAfter{5'000};

    explicit ScheduleModel(const Formatting& formatting, QObject* parent = nullptr);

    int columnCount(const QModelIndex& parent = {}) const override;
    QVariant data(const QModelIndex& index, int role) const override;
    QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

    void set(std::vector<ScheduleRow> rows) { replaceRows(std::move(rows)); }
    /// Sets the server's time, to which relative times refer.
    void setNow(TimePoint now);
    /// Returns whether all rows belong to one queue, so that the queue column is redundant.
    bool isOfOneQueue() const;
    /// Returns whether the tick is overdue and no engine has added its task.
    bool isLate(const ScheduleRow& row) const;
    /// Returns `in 12 s · 12:59:58`, `disabled` or `overdue since 12:59:58, no worker`.
    QString nextWords(const ScheduleRow& row) const;
    /// Returns `Done · 3 min ago · 12:56:44` or `never`.
    QString lastWords(const ScheduleRow& row) const;

private:
    QString text(const ScheduleRow& row, int column) const;
    QString instant(TimePoint at) const;
    QVariant steady(const ScheduleRow& row, int column) const;
    QString foreignZone(const Schedule& schedule) const;
    QString tip(const ScheduleRow& row, int column) const;
    QVariant look(const ScheduleRow& row, int column) const;

    const Formatting& m_formatting;
    TimePoint m_now{};
};

} // namespace dueline
