// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/panels/schedules/runsmodel.h"

#include "ui/models/cell.h"
#include "ui/text/cronwords.h"
#include "ui/text/plaintexttooltip.h"

#include <QDateTime>
#include <QLocale>

namespace dueline {

RunsModel::RunsModel(const Formatting& formatting, QObject* parent)
    : RowList<PlannedRun>(parent)
    , m_formatting(formatting)
{ }

int RunsModel::columnCount(const QModelIndex& parent) const { return parent.isValid() ? 0 : ColumnCount; }

QVariant RunsModel::data(const QModelIndex& index, int role) const
{
    const PlannedRun* run = index.isValid() ? rowAt(index.row()) : nullptr;
    if (!run)
        return {};
    switch (role) {
    case Qt::DisplayRole:
    case Qt::AccessibleTextRole:
        switch (index.column()) {
        case There:
            return written(Formatting(m_zone), run->at);
        case Here:
            return written(m_formatting, run->at);
        case In:
            return Formatting::relative(run->at, m_now);
        default:
            return run->note;
        }
    case Qt::ToolTipRole:
        if (index.column() == Note)
            return plainTextToolTip(run->note);
        return plainTextToolTip((index.column() == There ? Formatting(m_zone) : m_formatting).exact(run->at)
            + (run->note.isEmpty() ? QString() : u'\n' + run->note));
    case Cell::Key:
        return run->key();
    case Cell::Look:
        return QVariant::fromValue(index.column() == Note ? Cell::Tone::Warning
                : index.column() == There                 ? Cell::Tone::Plain
                                                          : Cell::Tone::Quiet);
    default:
        return {};
    }
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

QVariant RunsModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (orientation != Qt::Horizontal || (role != Qt::DisplayRole && role != Qt::AccessibleTextRole))
        return {};
    const auto named
        = [](const QTimeZone& zone) { return zone == QTimeZone::utc() ? tr("UTC") : QString::fromUtf8(zone.id()); };
    switch (section) {
    case There:
        return named(m_zone);
    case Here:
        return tr("Here, %1", "a time zone").arg(named(m_formatting.zone()));
    case In:
        return tr("In", "how long until then");
    case Note:
        return tr("Clock");
    default:
        return {};
    }
}

void RunsModel::show(const QByteArray& cron, const QByteArray& zone, TimePoint now)
{
    m_now = now;
    const auto schedule = CronSchedule::parse(cron, zone);
    take(zone, now, schedule ? schedule->next(now, shown) : std::vector<TimePoint>());
}

void RunsModel::show(const ScheduleState& state, TimePoint now)
{
    m_now = now;
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
    if (rowCount() > 0)
        Q_EMIT dataChanged(index(0, There), index(rowCount() - 1, Note));
}

void RunsModel::setNow(TimePoint now)
{
    if (now == m_now)
        return;
    m_now = now;
    if (rowCount() > 0)
        Q_EMIT dataChanged(index(0, In), index(rowCount() - 1, In), {Qt::DisplayRole});
}

} // namespace dueline
