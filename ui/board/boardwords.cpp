// SPDX-License-Identifier: GPL-3.0-or-later
// Strings of BoardModel that do not depend on a model's data.
#include "ui/board/boardmodel.h"

namespace dueline {

QString BoardModel::title(Column column)
{
    switch (column) {
    case Queue:
        return tr("Queue");
    case LastHour:
        return tr("Last hour");
    case Due:
        return tr("Due");
    case Oldest:
        return tr("Longest overdue");
    case EmptyBy:
        return tr("Empty by");
    case Running:
        return tr("Running");
    case FailedLately:
        return tr("Failed (1 h)");
    case Failed:
        return tr("Failed");
    case In:
        return tr("In/min");
    case Out:
        return tr("Out/min");
    case Workers:
        return tr("Workers");
    case NextRun:
        return tr("Next run");
    case Layout:
        return tr("Layout");
    case Server:
        return tr("Connection");
    case ColumnCount:
        break;
    }
    return {};
}

QString BoardModel::explanation(Column column)
{
    switch (column) {
    case Queue:
        return ruleOfOrder();
    case LastHour:
        return tr("Tasks that ended in the last hour, done or failed, with one bar per minute. Each queue has its own "
                  "scale.");
    case Due:
        return tr("Tasks that are due and waiting for a worker.");
    case Oldest:
        return tr("How long the oldest due task has been waiting.");
    case EmptyBy:
        return tr("When no due tasks will be left if tasks keep arriving and finishing at the rate of the last five "
                  "minutes.");
    case Running:
        return tr("Tasks currently leased to workers.");
    case FailedLately:
        return tr("Tasks that failed permanently in the last hour.");
    case Failed:
        return tr("All failed tasks.");
    case In:
        return tr("Tasks added per minute, averaged over the last five full minutes.");
    case Out:
        return tr("Tasks that ended per minute, averaged over the last five full minutes.");
    case Workers:
        return tr("The queue's live workers.");
    case NextRun:
        return tr("Time of the next run of a recurring task.");
    case Layout:
        return tr("How the queue is stored in Redis.");
    case Server:
        return tr("The queue's connection.");
    case ColumnCount:
        break;
    }
    return {};
}

QString BoardModel::ruleOfOrder()
{
    return tr(
        "Order: unreadable queues; silent queues (longest silence first); queues with failures in the last hour (most "
        "first); queues with tasks that have been waiting for a minute or longer (longest first); queues with older "
        "failures (most first); paused queues; all others (most due tasks first).");
}

QString BoardModel::rateWords(double rate, bool least)
{
    const QString number = rate > 0 && rate < 10 ? QLocale().toString(rate, 'f', 1) : Formatting::count(qRound64(rate));
    return least && rate > 0 ? QStringLiteral("≥ %1").arg(number) : number;
}

QString BoardModel::troubleWords(const BoardRow& row)
{
    switch (row.trouble()) {
    case Trouble::Unreadable:
        return tr("cannot be read");
    case Trouble::Silent:
        return tr("no task claimed for %1")
            .arg(Formatting::duration(std::chrono::floor<std::chrono::seconds>(row.silence->length())));
    case Trouble::Failing:
        return tr("%1 failed in the last hour").arg(Formatting::count(*row.failedLately));
    case Trouble::Late:
        return tr("the oldest has been waiting for %1").arg(Formatting::duration(row.serverNow - *row.oldestDue));
    case Trouble::Failed:
        return tr("%1 failed").arg(Formatting::count(*row.failed));
    case Trouble::Paused:
        return tr("paused");
    case Trouble::None:
        break;
    }
    return {};
}

} // namespace dueline
