// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/queue/schedule.h"
#include "ui/models/rowtable.h"
#include "ui/text/formatting.h"

namespace dueline {

/// Row for a recurring task, with the outcome of its last run.
struct ScheduleRow
{
    QueueName queue;
    ScheduleState state;
    // State of the task added by the last tick; nullopt if there has been no run yet or the task has been removed.
    std::optional<TaskState> lastState;

    QByteArray key() const { return queue + '\0' + state.schedule.name; }
    bool operator==(const ScheduleRow&) const = default;
};

/// Table model of recurring tasks, sorted by queue and name, with their types, schedules, next runs and the outcomes of
/// their last runs.
class ScheduleModel : public RowTable<ScheduleRow>
{
    Q_OBJECT

public:
    enum Column { Name, Queue, Type, When, Zone, Next, Last, State, ColumnCount };
    /// Delay after which a tick counts as late if no worker has added its task.
    static constexpr Millis lateAfter{5'000};

    explicit ScheduleModel(const Formatting& formatting, QObject* parent = nullptr);

    void set(std::vector<ScheduleRow> rows) { replaceRows(std::move(rows)); }
    /// Returns whether all rows belong to one queue, which makes the queue column redundant.
    bool isOfOneQueue() const;
    /// Returns whether the tick is overdue and no worker has added its task.
    bool isLate(const ScheduleRow& row) const;
    /// Returns text about the next run, such as `in 12 s · 12:59:58`, `disabled` or `overdue since 12:59:58, no
    /// worker`.
    QString nextWords(const ScheduleRow& row) const;
    /// Returns text about the last run, such as `Done · 3 min ago · 12:56:44` or `never`.
    QString lastWords(const ScheduleRow& row) const;

private:
    QStringList titles() const override;
    QString text(const ScheduleRow& row, int column) const override;
    QString accessibleText(const ScheduleRow& row, int column) const override;
    QString tip(const ScheduleRow& row, int column) const override;
    Cell::Tone tone(const ScheduleRow& row, int column) const override;
    QVariant decoration(const ScheduleRow& row, int column, int role) const override;
    QString instant(TimePoint at) const;
    QVariant steady(const ScheduleRow& row, int column) const;
    QString foreignZone(const Schedule& schedule) const;

    const Formatting& m_formatting;
};

} // namespace dueline
