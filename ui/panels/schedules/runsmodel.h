// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/queue/schedule.h"
#include "ui/models/rowlist.h"
#include "ui/text/formatting.h"

namespace dueline {

/// One of the next runs of a recurring task.
struct PlannedRun
{
    TimePoint at{};
    QString note; ///< what the clock of its zone does before it

    QByteArray key() const { return QByteArray::number(toMs(at)); }
    bool operator==(const PlannedRun&) const = default;
};

/// The next runs of a recurring task, in its own zone and in the window's.
class RunsModel : public RowList<PlannedRun>
{
    Q_OBJECT

public:
    enum Column { There, Here, In, Note, ColumnCount };
    static constexpr int shown = 5;

    explicit RunsModel(const Formatting& formatting, QObject* parent = nullptr);

    int columnCount(const QModelIndex& parent = {}) const override;
    QVariant data(const QModelIndex& index, int role) const override;
    QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

    /// The next ones after `now`; none where the expression or the zone cannot be.
    void show(const QByteArray& cron, const QByteArray& zone, TimePoint now);
    /// Of one that is kept: its next tick, late or not, and those behind it; none while it is disabled.
    void show(const ScheduleState& state, TimePoint now);
    void clear() { replaceRows({}); }
    void setNow(TimePoint now);
    /// As wide as an instant is written.
    static QString widest();

private:
    static QString written(const Formatting& in, TimePoint at);
    void take(const QByteArray& zone, TimePoint before, const std::vector<TimePoint>& runs);

    const Formatting& m_formatting;
    QTimeZone m_zone = QTimeZone::utc();
    TimePoint m_now{};
};

} // namespace dueline
