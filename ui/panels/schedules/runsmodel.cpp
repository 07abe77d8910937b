// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/panels/schedules/runsmodel.h"

#include "ui/text/cronwords.h"

#include <QDateTime>
#include <QLocale>

namespace dueline {

RunsModel::RunsModel(const Formatting& formatting, QObject* parent)
    : RowTable<PlannedRun>(ColumnCount, In, In, parent)
    , m_formatting(formatting)
{ }

QStringList RunsModel::titles() const
{
    const auto named
        = [](const QTimeZone& zone) { return zone == QTimeZone::utc() ? tr("UTC") : QString::fromUtf8(zone.id()); };
    return {named(m_zone), tr("Here, %1", "a time zone").arg(named(m_formatting.zone())),
        tr("In", "how long until then"), tr("Clock")};
}

QString RunsModel::text(const PlannedRun& run, int column) const
{
    switch (column) {
    case There:
        return written(Formatting(m_zone), run.at);
    case Here:
        return written(m_formatting, run.at);
    case In:
        return Formatting::relative(run.at, now());
    default:
        return run.note;
    }
}

QString RunsModel::tip(const PlannedRun& run, int column) const
{
    if (column == Note)
        return run.note;
    return (column == There ? Formatting(m_zone) : m_formatting).exact(run.at)
        + (run.note.isEmpty() ? QString() : u'\n' + run.note);
}

Cell::Tone RunsModel::tone(const PlannedRun&, int column) const
{
    return column == Note ? Cell::Tone::Warning : column == There ? Cell::Tone::Plain : Cell::Tone::Quiet;
}

QString RunsModel::written(const Formatting& in, TimePoint at)
{
    const QDateTime local = in.local(at);
    return local.time().second() == 0
        ? QLocale().toString(local, tr("ddd d MMM HH:mm", "date format of a planned run"))
        : QLocale().toString(local, tr("ddd d MMM HH:mm:ss", "date format of a planned run"));
}

QString RunsModel::widest()
{
    return written(Formatting(QTimeZone::utc()), fromMs(1'796'028'358'000)); // the widest instant, Mon 30 Nov 08:45:58
}

void RunsModel::show(const QByteArray& cron, const QByteArray& zone, TimePoint now)
{
    setNow(now);
    const auto schedule = CronSchedule::parse(cron, zone);
    take(zone, now, schedule ? schedule->next(now, shown) : std::vector<TimePoint>());
}

void RunsModel::show(const ScheduleState& state, TimePoint now)
{
    setNow(now);
    std::vector<TimePoint> runs;
    const auto schedule = CronSchedule::parse(state.schedule.cron, state.schedule.zone);
    if (schedule && state.next) {
        runs = schedule->next(std::max(*state.next, now), shown - 1);
        runs.insert(runs.begin(), *state.next);
    }
    take(state.schedule.zone, std::min(now, state.next.value_or(now)), runs);
}

void RunsModel::take(const QByteArray& zone, TimePoint before, const std::vector<TimePoint>& runs)
{
    m_zone = CronWords::zoneOf(zone);
    std::vector<PlannedRun> rows;
    for (const TimePoint at : runs) {
        rows.push_back({at, CronWords::clockNote(m_zone, before, at)});
        before = at;
    }
    replaceRows(std::move(rows));
    Q_EMIT headerDataChanged(Qt::Horizontal, There, Here);
    redraw(There, Note);
}

} // namespace dueline
