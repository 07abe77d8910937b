// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/queue/schedule.h"
#include "ui/models/rowlist.h"
#include "ui/text/formatting.h"

namespace dueline {

/// A recurring task as it was read, and what became of its last run.
struct ScheduleRow
{
    QueueName queue;
    ScheduleState state;
    std::optional<TaskState> lastState; ///< of the last tick's task; nullopt: it never ran, or that task is gone

    QByteArray key() const { return queue + '\0' + state.schedule.name; }
    bool operator==(const ScheduleRow&) const = default;
};

/// Recurring tasks by queue and name: what, when, the next run and what became of the last.
class ScheduleModel : public RowList<ScheduleRow>
{
    Q_OBJECT

public:
    enum Column { Name, Queue, Type, When, Zone, Next, Last, State, ColumnCount };
    /// A tick that is later than this waits for a worker: no engine has made its task.
    static constexpr Millis lateAfter{5'000};

    explicit ScheduleModel(const Formatting& formatting, QObject* parent = nullptr);

    int columnCount(const QModelIndex& parent = {}) const override;
    QVariant data(const QModelIndex& index, int role) const override;
    QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

    void set(std::vector<ScheduleRow> rows) { replaceRows(std::move(rows)); }
    /// The server's clock; what is told in words counts from here.
    void setNow(TimePoint now);
    /// Whether the column of queues says nothing.
    bool isOfOneQueue() const;
    /// Whether its tick has come and nobody made a task of it.
    bool isLate(const ScheduleRow& row) const;
    /// `in 12 s · 12:59:58`, `disabled`, `late since 12:59:58: no worker runs this queue`.
    QString nextWords(const ScheduleRow& row) const;
    /// `Done · 3 min ago · 12:56:44`, `never`.
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
