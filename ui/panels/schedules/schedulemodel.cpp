// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/panels/schedules/schedulemodel.h"

#include "core/base/text.h"
#include "ui/text/cronwords.h"

#include <QDateTime>
#include <QTimeZone>

#include <algorithm>

namespace dueline {

ScheduleModel::ScheduleModel(const Formatting& formatting, QObject* parent)
    : RowTable<ScheduleRow>(ColumnCount, Next, Last, parent)
    , m_formatting(formatting)
{ }

QStringList ScheduleModel::titles() const
{
    return {
        tr("Name"), tr("Queue"), tr("Type"), tr("When"), tr("Time zone"), tr("Next run"), tr("Last run"), tr("State")};
}

QString ScheduleModel::accessibleText(const ScheduleRow& row, int column) const
{
    return column == Name ? tr("%1, %2, next run %3, last run %4", "name, when")
                                .arg(text(row, Name), text(row, When), nextWords(row), lastWords(row))
                          : text(row, column);
}

QVariant ScheduleModel::decoration(const ScheduleRow& row, int column, int role) const
{
    const Schedule& schedule = row.state.schedule;
    switch (role) {
    case Cell::Tile:
        return column == Last && row.lastState ? QVariant(int(*row.lastState)) : QVariant();
    case Cell::Tail:
        return column == When && !schedule.damaged && !CronWords::of(schedule.cron).isEmpty()
            ? QVariant(printable(schedule.cron, 60))
            : QVariant();
    case Cell::Steady:
        return steady(row, column);
    case Cell::Sign:
        if (column == State)
            return QVariant::fromValue(schedule.damaged || !schedule.unready.isEmpty() ? Cell::Mark::Warning
                    : schedule.enabled                                                 ? Cell::Mark::Filled
                                                                                       : Cell::Mark::Hollow);
        if (column != Next || (row.state.next && !isLate(row) && schedule.unready.isEmpty()))
            return {};
        // Show the mark even if there is no room for the state column.
        return QVariant::fromValue(row.state.next || schedule.damaged ? Cell::Mark::Warning : Cell::Mark::Hollow);
    default:
        return {};
    }
}

QString ScheduleModel::text(const ScheduleRow& row, int column) const
{
    const Schedule& schedule = row.state.schedule;
    switch (column) {
    case Name:
        return printable(schedule.name, 64);
    case Queue:
        return printable(row.queue, 60);
    case Type:
        return printable(schedule.type, 60);
    case When: {
        const QString words = CronWords::of(schedule.cron);
        const QString when = words.isEmpty() ? printable(schedule.cron, 60) : words;
        const QString zone = foreignZone(schedule);
        return zone.isEmpty() ? when : tr("%1 (%2)", "when, time zone").arg(when, zone);
    }
    case Zone:
        return schedule.damaged ? QString() : schedule.zone.isEmpty() ? tr("UTC") : printable(schedule.zone, 40);
    case Next:
        return nextWords(row);
    case Last:
        return lastWords(row);
    case State:
        return schedule.damaged ? tr("unreadable", "a recurring task")
            : !schedule.unready.isEmpty()
            ? tr("unknown zone", "a recurring task whose time zone this machine does not know")
            : schedule.enabled ? tr("enabled")
                               : tr("disabled");
    default:
        return {};
    }
}

/// Returns the schedule's time zone if its offset differs from the displayed zone's; otherwise, an empty string.
QString ScheduleModel::foreignZone(const Schedule& schedule) const
{
    if (schedule.damaged || schedule.cron.startsWith("@every"))
        return {};
    if (!schedule.unready.isEmpty())
        return printable(schedule.zone, 40);
    const QTimeZone zone = CronWords::zoneOf(schedule.zone);
    constexpr std::chrono::days quarter(91);
    for (TimePoint at = now(); at < now() + 4 * quarter; at += quarter) {
        const QDateTime instant = QDateTime::fromMSecsSinceEpoch(toMs(at), QTimeZone::utc());
        if (zone.offsetFromUtc(instant) != m_formatting.zone().offsetFromUtc(instant))
            return schedule.zone.isEmpty() ? tr("UTC") : printable(schedule.zone, 40);
    }
    return {};
}

bool ScheduleModel::isOfOneQueue() const
{
    return std::all_of(
        rows().begin(), rows().end(), [this](const ScheduleRow& row) { return row.queue == rows().front().queue; });
}

bool ScheduleModel::isLate(const ScheduleRow& row) const
{
    return row.state.next && now() - *row.state.next > lateAfter;
}

/// Returns an instant. Omits the seconds if they are zero, because most runs are at whole minutes.
QString ScheduleModel::instant(TimePoint at) const
{
    const QString text = m_formatting.brief(at, now());
    return text.count(u':') == 2 && text.endsWith(QStringLiteral(":00")) ? text.chopped(3) : text;
}

/// Returns the widest text that a cell can show over time, which keeps the column's width constant.
QVariant ScheduleModel::steady(const ScheduleRow& row, int column) const
{
    static constexpr Millis longest(86'400'000 - 60'000); // longest displayed duration: 23 h 59 min
    const auto atMost = [](Millis distance) { return distance <= longest ? longest : distance; };
    if (column == Next && row.state.next)
        return tr("%1 · %2", "relative and absolute time")
            .arg(Formatting::relative(now() + atMost(*row.state.next - now()), now()), instant(*row.state.next));
    if (column == Last && row.state.last && row.state.isOurs)
        return tr("%1 · %2 · %3", "outcome, relative and absolute time")
            .arg(row.lastState ? Formatting::stateWord(*row.lastState) : tr("task no longer exists"),
                Formatting::relative(now() - atMost(now() - *row.state.last), now()), instant(*row.state.last));
    return {};
}

QString ScheduleModel::nextWords(const ScheduleRow& row) const
{
    if (!row.state.next && row.state.schedule.enabled && !row.state.schedule.damaged
        && row.state.schedule.unready.isEmpty())
        return tr("unknown", "a recurring task's next run");
    if (!row.state.next)
        return row.state.schedule.damaged ? tr("remove and add again", "an entry that cannot be read") : tr("disabled");
    const QString at = instant(*row.state.next);
    if (isLate(row))
        return tr("overdue since %1, no worker", "for a worker").arg(at);
    return tr("%1 · %2", "relative and absolute time")
        .arg(Formatting::relative(std::max(*row.state.next, now()), now()), instant(*row.state.next));
}

QString ScheduleModel::lastWords(const ScheduleRow& row) const
{
    if (!row.state.last)
        return tr("never");
    const TimePoint at = std::min(*row.state.last, now());
    if (!row.state.isOurs)
        return tr("%1 · %2", "relative and absolute time")
            .arg(Formatting::relative(at, now()), instant(*row.state.last));
    return tr("%1 · %2 · %3", "outcome, relative and absolute time")
        .arg(row.lastState ? Formatting::stateWord(*row.lastState) : tr("task no longer exists"),
            Formatting::relative(at, now()), instant(*row.state.last));
}

QString ScheduleModel::tip(const ScheduleRow& row, int column) const
{
    const Schedule& schedule = row.state.schedule;
    if (schedule.damaged)
        return tr("The entry with this name cannot be read. Remove it and add the recurring task again.");
    if (!schedule.unready.isEmpty() && (column == Zone || column == State || column == Next))
        return CronWords::unready(schedule);
    switch (column) {
    case When: {
        const QString zone = foreignZone(schedule);
        const QString cron = printable(schedule.cron, 300);
        const QString text = zone.isEmpty() ? cron : tr("%1, in the time zone %2").arg(cron, zone);
        const QString rule = CronWords::dayRule(schedule.cron);
        return rule.isEmpty() ? text : text + u'\n' + rule;
    }
    case Zone:
        return CronWords::nextChange(CronWords::zoneOf(schedule.zone), now());
    case Next:
        if (isLate(row))
            return tr("No worker for this queue is running, so the task was not added. Start a worker.");
        return row.state.next ? m_formatting.exact(*row.state.next) : QString();
    case Last:
        return row.state.last ? m_formatting.exact(*row.state.last) : QString();
    default:
        return {};
    }
}

Cell::Tone ScheduleModel::tone(const ScheduleRow& row, int column) const
{
    using enum Cell::Tone;
    switch (column) {
    case Name:
        return Strong;
    case When:
        return CronWords::of(row.state.schedule.cron).isEmpty() ? Mono : Plain;
    case Next:
        return isLate(row) ? Warning : row.state.next ? Plain : Faint;
    case Last:
        return row.lastState == TaskState::Failed ? Failure : row.state.last ? Plain : Faint;
    case State:
        return row.state.schedule.damaged || !row.state.schedule.unready.isEmpty() ? Warning
            : row.state.schedule.enabled                                           ? Plain
                                                                                   : Quiet;
    default:
        return Quiet;
    }
}

} // namespace dueline
